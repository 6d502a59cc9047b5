package gates

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// headline is one line of the README's first table.
type headline struct {
	suite, task, metric string
	says                string
}

// headlines are the figures that the README shows; all others stand in gates/results.
var headlines = []headline{
	{"locomo", "session", "hit@1", "long conversations: the session of the answer"},
	{"locomo", "session", "hit@5", ""},
	{"locomo", "session", "mrr", ""},
	{"locomo", "turn", "recall@5", "long conversations: the turns of the answer"},
	{"sessions", "session", "recall@5", "real coding sessions"},
	{"sessions", "session", "recall@10", ""},
	{"anthropic-code", "all", "recall@5", "code chunks"},
	{"cosqa", "all", "mrr", "web query to Python function"},
	{"scifact", "all", "ndcg@10", "scientific claims"},
	{"cranfield", "all", "ndcg@10", "aerodynamics, graded"},
	{"quality", "observation", "recall@10", "240 observations, many answers each"},
	{"life", "session", "hit@1", "15 short sessions"},
	{"engine", "queries, 54 memories, 120 tokens", "pack_recall", "54 memories, within 120 tokens"},
	{"engine", "paraphrases, 54 memories, 120 tokens", "pack_recall", "the same, paraphrased"},
	{"amh", "dual route", "right", "what must and must not be injected"},
	{"amh", "production replay", "right", "the same, replayed from production"},
	{"zh", "DRCD (traditional)", "recall@5", "Chinese, traditional"},
	{"zh", "CMRC (simplified)", "recall@5", "Chinese, simplified"},
	{"zh", "XQuAD zh", "recall@5", "Chinese"},
	{"zh", "XQuAD en, its twin", "recall@5", "the same in English"},
	{"cross", "zh -> en", "recall@5", "Chinese question, English text"},
	{"cross", "en -> zh", "recall@5", "English question, Chinese text"},
	{"abstain", "off topic", "injected", "prompts that no memory answers"},
	{"abstain", "foreign question", "injected", "questions about something else"},
	{"abstain", "answer removed", "injected", "questions whose answer is missing"},
	{"abstain", "answer removed", "injected_sets", "the same, each set with the same say"},
	{"abstain", "answerable", "kept", "right first hits that are injected"},
	{"abstain", "answerable", "kept_sets", "the same, each set with the same say"},
}

// readmeControls stand beside ours.
var readmeControls = []string{"plain BM25", "vectors alone", "grep, any word"}

// Figures writes the README's tables from a directory of results. Figures that were not measured are left out.
func Figures(results string) (string, error) {
	suites := map[string]SuiteReport{}
	var b strings.Builder
	fmt.Fprintf(&b, "| | split | questions | measure | memory | %s |\n|---|---|---:|---|---:%s|\n", strings.Join(readmeControls, " | "), strings.Repeat("|---:", len(readmeControls)))
	suite := func(name string) (SuiteReport, error) {
		s, ok := suites[name]
		if !ok {
			err := readJSON(filepath.Join(results, name+".json"), &s)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return s, err
			}
			suites[name] = s
		}
		return s, nil
	}
	for _, h := range headlines {
		s, err := suite(h.suite)
		if err != nil {
			return "", err
		}
		b.WriteString(h.line(s))
	}
	trust, err := trustFigures(suite)
	return b.String() + trust, err
}

func (h headline) line(s SuiteReport) string {
	for _, block := range s.Blocks {
		if block.Task != h.task || block.Category != "" || len(block.Lines) == 0 {
			continue
		}
		v, ok := block.Lines[0].Figures[h.metric]
		if !ok {
			return ""
		}
		cells := []string{h.says, string(s.Split), fmt.Sprint(v.N), h.metric, "**" + v.String(h.metric) + "**"}
		for _, name := range readmeControls {
			cell := ""
			for _, l := range block.Lines {
				if c, ok := l.Figures[h.metric]; ok && l.System == name {
					cell = fmt.Sprintf("%.3f", c.Value)
				}
			}
			cells = append(cells, cell)
		}
		return "| " + strings.Join(cells, " | ") + " |\n"
	}
	return ""
}

// The tables stand between these lines.
const (
	readmeBegin = "<!-- gate:begin -->\n"
	readmeEnd   = "<!-- gate:end -->\n"
)

// WithFigures returns the README's text with the table in its place.
func WithFigures(readme, table string) (string, error) {
	before, rest, ok := strings.Cut(readme, readmeBegin)
	_, after, ok2 := strings.Cut(rest, readmeEnd)
	if !ok || !ok2 {
		return "", fmt.Errorf("README.md has no lines %q and %q", strings.TrimSpace(readmeBegin), strings.TrimSpace(readmeEnd))
	}
	return before + readmeBegin + table + readmeEnd + after, nil
}
