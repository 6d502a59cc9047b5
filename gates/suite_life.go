package gates

import (
	"path/filepath"
	"time"

	"github.com/factline/memory/items"
)

// lifeSuite is so small that every engine finds all of it: a smoke test.
func lifeSuite() Suite {
	files := []string{"life/sessions.json", "life/queries.json"}
	return Suite{
		Name: "life", About: "15 short coding sessions, 15 questions (coding-agent-life-v1)", Files: files,
		Load: func(dir string) ([]Task, error) {
			var sessions []struct {
				ID      string    `json:"id"`
				Time    time.Time `json:"timestamp"`
				Content string    `json:"content"`
			}
			var queries []struct {
				ID       string   `json:"id"`
				Type     string   `json:"type"`
				Question string   `json:"question"`
				Gold     []string `json:"goldSessionIds"`
			}
			if err := readJSON(filepath.Join(dir, files[0]), &sessions); err != nil {
				return nil, err
			}
			if err := readJSON(filepath.Join(dir, files[1]), &queries); err != nil {
				return nil, err
			}
			c := &Corpus{Name: "sessions"}
			for _, s := range sessions {
				it := newItem(items.Episode, "Session of "+s.Time.Format("2 January 2006"), s.Content, s.Time)
				c.Docs = append(c.Docs, Doc{ID: s.ID, Item: it})
			}
			part := Part{Corpus: c}
			for _, q := range queries {
				part.Questions = append(part.Questions, Question{ID: q.ID, Text: q.Question, Category: q.Type, Relevant: allOf(q.Gold)})
			}
			return []Task{{
				Name: "session", Packs: true, Metrics: []string{"hit@1", "recall@5", "mrr", "precision@5", "pack_recall", "tokens"}, Parts: []Part{part},
			}}, nil
		},
	}
}

// allOf gives each id the gain 1.
func allOf(ids []string) map[string]float64 {
	gains := map[string]float64{}
	for _, id := range ids {
		gains[id] = 1
	}
	return gains
}
