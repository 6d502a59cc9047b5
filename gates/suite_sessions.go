package gates

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/items"
)

// sessionProjects are the projects of the set; each has a store of its own, as it has on its developer's disk.
var sessionProjects = []string{"agentv", "cipher-box", "cli"}

// passageSize is about how many bytes of a session one item holds: a few exchanges, what a person would call one step of work.
const passageSize = 1500

// duplicateFrom is the likeness from which two sessions of the set count as one: recordings of the same session.
const duplicateFrom = 0.9

// sessionsSuite asks which real coding session something was done in: subjects of commits, sentences of stored summaries. A
// session is passages; it is found by its best one. What the agent passed to git commit is left out: it holds the answer.
func sessionsSuite() Suite {
	const folder = "coding-sessions/"
	files := []string{folder + "queries.jsonl", folder + "qrels.tsv", folder + "near-duplicate-sessions.json"}
	for _, p := range sessionProjects {
		files = append(files, folder+"sessions-"+p+".jsonl.gz")
	}
	return Suite{
		Name: "sessions", Cold: tooLarge, About: "real coding sessions of 3 projects, asked by commit subjects and summaries", Files: files,
		Load: func(dir string) ([]Task, error) {
			same, err := readDuplicates(filepath.Join(dir, files[2]))
			if err != nil {
				return nil, err
			}
			qrels, err := readQrels(filepath.Join(dir, files[1]))
			if err != nil {
				return nil, err
			}
			var queries []beirQuery
			if err := readJSONL(filepath.Join(dir, files[0]), &queries); err != nil {
				return nil, err
			}
			t := Task{
				Name: "session", Note: "a session by its best passage, inside its project; plain BM25 over four projects: recall@5 0.697, recall@10 0.760",
				ByGroup: true, ByCategory: true, Metrics: []string{"hit@1", "hit@5", "recall@5", "recall@10", "mrr", "ndcg@10"},
			}
			for i, project := range sessionProjects {
				c, err := readSessions(filepath.Join(dir, files[3+i]), project, same)
				if err != nil {
					return nil, err
				}
				t.Parts = append(t.Parts, Part{c, sessionQuestions(queries, qrels, project, same)})
			}
			return []Task{t}, nil
		},
	}
}

// readDuplicates maps each session that is recorded twice to one name for both.
func readDuplicates(path string) (map[string]string, error) {
	var pairs map[string][][2]any
	if err := readJSON(path, &pairs); err != nil {
		return nil, err
	}
	same := map[string]string{}
	for a, others := range pairs {
		for _, o := range others {
			b, isName := o[0].(string)
			if like, isNumber := o[1].(float64); isName && isNumber && like >= duplicateFrom {
				same[max(a, b)] = min(a, b)
			}
		}
	}
	return same, nil
}

func canonical(same map[string]string, session string) string {
	if first, ok := same[session]; ok {
		return first
	}
	return session
}

func sessionQuestions(queries []beirQuery, qrels map[string]map[string]float64, project string, same map[string]string) (out []Question) {
	for _, q := range queries {
		if q.Project != project || len(qrels[q.ID]) == 0 {
			continue
		}
		relevant := map[string]float64{}
		for id := range qrels[q.ID] {
			relevant[canonical(same, id)] = 1
		}
		category, _, _ := strings.Cut(q.Category, "-")
		out = append(out, Question{ID: q.ID, Text: q.Text, Category: category, Relevant: relevant})
	}
	return out
}

type codingSession struct {
	ID       string    `json:"session"`
	Created  time.Time `json:"created_at"`
	Messages []struct {
		Role   string `json:"role"`
		Kind   string `json:"kind"`
		Meta   bool   `json:"meta"`
		Commit bool   `json:"gitcommit"`
		Text   string `json:"text"`
	} `json:"messages"`
}

func readSessions(path, project string, same map[string]string) (*Corpus, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	c := &Corpus{Name: project}
	for dec := json.NewDecoder(zr); ; {
		var s codingSession
		if err := dec.Decode(&s); errors.Is(err, io.EOF) {
			return c, nil
		} else if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		group := canonical(same, s.ID)
		for n, text := range s.passages() {
			it := newItem(items.Episode, "Session of "+s.Created.Format("2 January 2006"), text, s.Created.Truncate(time.Second))
			c.Docs = append(c.Docs, Doc{ID: fmt.Sprintf("%s#%d", s.ID, n), Group: group, Item: it})
		}
	}
}

// passages joins what was said and which tools were called; what tools printed is left out.
func (s codingSession) passages() (out []string) {
	var b strings.Builder
	for _, m := range s.Messages {
		if m.Meta || m.Commit || m.Kind != "text" && m.Kind != "tool_use" {
			continue
		}
		text := m.Text
		if m.Kind == "tool_use" {
			text = strings.ToValidUTF8(text[:min(len(text), 300)], "")
		}
		if b.Len() > 0 && b.Len()+len(text) > passageSize {
			out = append(out, b.String())
			b.Reset()
		}
		b.WriteString(m.Role + ": " + strings.TrimSpace(text) + "\n\n")
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}
