package gates

import (
	"fmt"
	"strings"
)

// trustHeadline is one line of the README's second table: what is kept out, and that facts change as they should. Each has a control of
// its own.
type trustHeadline struct {
	suite, task, category, metric, control string
	says                                   string
}

var trustHeadlines = []trustHeadline{
	{"secrets", "union", "", "recall", scannerNames, "credentials of four public scanners' sets"},
	{"secrets", "union", "", "precision", scannerNames, ""},
	{"secrets", "own set", "the 24 most common providers", "recall", scannerNames, "keys of the 24 most common providers"},
	{"secrets", "own set", "private key", "recall", scannerNames, "private keys"},
	{"secrets", "union", "password in a URL", "recall", scannerNames, "passwords in URLs of those four sets"},
	{"secrets", "own set", "address or connection", "recall", scannerNames, "passwords in addresses and connection strings"},
	{"secrets", "own set", "broken over lines", "recall", scannerNames, "keys that lines, joined strings or mail break"},
	{"poison", "attacks", "", "attack_success", withoutFirewall, "published attacks by six ways in"},
	{"poison", "hidden attacks", "", "attack_success", withoutFirewall, "hidden ones, 18 carriers"},
	{"poison", "hidden orders", "", "recall", wordFilter, "orders in those carriers, seen by the audit"},
	{"poison", "hidden characters", "", "recall", wordFilter, "hidden characters in the wild"},
	{"poison", "ordinary notes", "", "false_alarm", "", "ordinary notes"},
	{"pairs", "all", "", "accuracy", "word overlap 0.7 replaces", "two facts: same, update, contradiction, unrelated"},
	{"pairs", "all", "", "wrong", "word overlap 0.7 replaces", "wrong replacements by itself"},
	{"pairs", "items", "", "accuracy", "word overlap 0.7 replaces", "the same with titles and summaries"},
	{"pairs", "items", "", "wrong", "word overlap 0.7 replaces", "wrong replacements by itself"},
	{"pairs", "blind", "", "accuracy", "word overlap 0.7 replaces", "two facts of a set that no rule was made on"},
	{"pairs", "blind", "", "wrong", "word overlap 0.7 replaces", "wrong replacements by itself"},
	{"correction", "uptake", "", "accuracy", "contract off", "a corrected value is served"},
	{"correction", "non-resurrection", "", "accuracy", "contract off", "the old one stays away"},
	{"correction", "scope precision", "", "accuracy", "contract off", "other projects keep theirs"},
	{"correction", "false application", "", "wrong", "contract off", "similar facts that were hit"},
}

// trustFigures writes that table. Figures that were not measured are left out.
func trustFigures(suite func(name string) (SuiteReport, error)) (string, error) {
	var b strings.Builder
	b.WriteString("\n| | split | cases | measure | memory | control | what the control is |\n|---|---|---:|---|---:|---:|---|\n")
	for _, h := range trustHeadlines {
		s, err := suite(h.suite)
		if err != nil {
			return "", err
		}
		b.WriteString(h.line(s))
	}
	return b.String(), nil
}

func (h trustHeadline) line(s SuiteReport) string {
	for _, block := range s.Blocks {
		if block.Task != h.task || block.Category != h.category || len(block.Lines) == 0 {
			continue
		}
		v, ok := block.Lines[0].Figures[h.metric]
		if !ok {
			return ""
		}
		control, name := "", ""
		for _, l := range block.Lines {
			if c, ok := l.Figures[h.metric]; ok && l.System == h.control {
				control, name = fmt.Sprintf("%.3f", c.Value), h.control
			}
		}
		return "| " + strings.Join([]string{h.says, string(s.Split), fmt.Sprint(v.N), h.metric, "**" + v.String(h.metric) + "**", control, name}, " | ") + " |\n"
	}
	return ""
}
