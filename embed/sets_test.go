package embed_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type document struct{ id, text string }

type question struct {
	text     string
	relevant map[string]bool
}

// group is a set of documents with the questions asked of it: one conversation, or one collection.
type group struct {
	docs      []document
	questions []question
}

// isDev says that a question may be looked at while weights are chosen; all others are for reports.
func isDev(id string) bool {
	sum := sha256.Sum256([]byte(id))
	return sum[0] < 77
}

// readSets reads the public sets, questions of the dev split only.
func readSets(t *testing.T) map[string][]group {
	t.Helper()
	dir := os.Getenv("MEMORY_GATE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "beir")); err != nil {
		t.Skip("the public sets are not there: set MEMORY_GATE_DATA")
	}
	cross := func(asked, told string) []group {
		return []group{readBEIR(t, filepath.Join(dir, "beir", asked), filepath.Join(dir, "beir", told))}
	}
	return map[string][]group{
		"locomo":   readLocomo(t, filepath.Join(dir, "locomo", "locomo6.json")),
		"xquad-en": cross("xquad-en", "xquad-en"), "xquad-zh": cross("xquad-zh", "xquad-zh"), "zh-drcd": cross("zh-drcd", "zh-drcd"),
		"zh-en": cross("xquad-zh", "xquad-en"), "en-zh": cross("xquad-en", "xquad-zh"),
		"de-en": cross("xquad-de", "xquad-en"), "ru-en": cross("xquad-ru", "xquad-en"),
	}
}

// readBEIR takes the questions of one folder and the documents of another; their ids are shared.
func readBEIR(t *testing.T, asked, told string) group {
	var g group
	type row struct {
		ID    string `json:"_id"`
		Title string
		Text  string
	}
	for _, d := range readLines[row](t, filepath.Join(told, "corpus.jsonl")) {
		g.docs = append(g.docs, document{d.ID, strings.TrimSpace(d.Title + "\n" + d.Text)})
	}
	relevant := map[string]map[string]bool{}
	data, err := os.ReadFile(filepath.Join(told, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) == 3 && f[2] != "0" && f[2] != "score" {
			if relevant[f[0]] == nil {
				relevant[f[0]] = map[string]bool{}
			}
			relevant[f[0]][f[1]] = true
		}
	}
	for _, q := range readLines[row](t, filepath.Join(asked, "queries.jsonl")) {
		if isDev(q.ID) && relevant[q.ID] != nil {
			g.questions = append(g.questions, question{q.Text, relevant[q.ID]})
		}
	}
	return g
}

func readLines[T any](t *testing.T, path string) []T {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// readLocomo takes every turn of a conversation as a document, and the questions with an answer in it.
func readLocomo(t *testing.T, path string) []group {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		SampleID string `json:"sample_id"`
		QA       []struct {
			Question string
			Evidence []string
			Category int
		}
		Conversation map[string]json.RawMessage
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	var groups []group
	for _, c := range all {
		g := group{docs: turns(t, c.Conversation)}
		known := map[string]bool{}
		for _, d := range g.docs {
			known[d.id] = true
		}
		for i, q := range c.QA {
			relevant := map[string]bool{}
			for _, id := range q.Evidence {
				if known[id] {
					relevant[id] = true
				}
			}
			if q.Category != 5 && len(relevant) > 0 && isDev(fmt.Sprintf("%s-%d", c.SampleID, i)) {
				g.questions = append(g.questions, question{q.Question, relevant})
			}
		}
		groups = append(groups, g)
	}
	return groups
}

func turns(t *testing.T, conversation map[string]json.RawMessage) []document {
	var docs []document
	for n := 1; ; n++ {
		session, ok := conversation[fmt.Sprintf("session_%d", n)]
		if !ok {
			return docs
		}
		var said []struct {
			Speaker, Text string
			ID            string `json:"dia_id"`
			Caption       string `json:"blip_caption"`
		}
		if err := json.Unmarshal(session, &said); err != nil {
			t.Fatal(err)
		}
		for _, s := range said {
			text := s.Speaker + ": " + s.Text
			if s.Caption != "" {
				text += " [" + s.Caption + "]"
			}
			docs = append(docs, document{s.ID, text})
		}
	}
}
