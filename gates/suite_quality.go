package gates

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/items"
)

// qualitySuite asks for many observations at once: up to 35 are relevant for one question.
func qualitySuite() Suite {
	const file = "quality/quality-240.json"
	return Suite{
		Name: "quality", About: "240 observations of coding sessions, 20 questions (agentmemory)", Files: []string{file},
		Load: func(dir string) ([]Task, error) {
			var set struct {
				Observations []qualityObservation `json:"observations"`
				Queries      []struct {
					Query    string   `json:"query"`
					Category string   `json:"category"`
					Relevant []string `json:"relevantObsIds"`
				} `json:"queries"`
			}
			if err := readJSON(filepath.Join(dir, file), &set); err != nil {
				return nil, err
			}
			c := &Corpus{Name: "observations"}
			for _, o := range set.Observations {
				c.Docs = append(c.Docs, Doc{ID: o.ID, Item: o.item()})
				if o.Time.After(c.Now) {
					c.Now = o.Time.Add(time.Hour)
				}
			}
			part := Part{Corpus: c}
			for i, q := range set.Queries {
				part.Questions = append(part.Questions, Question{ID: fmt.Sprintf("quality/q%d", i), Text: q.Query, Category: q.Category, Relevant: allOf(q.Relevant)})
			}
			return []Task{{
				Name: "observation", Note: "recall@10 published: BM25 0.559, grep 0.558, embeddings 0.641", ByCategory: true, Packs: true,
				Metrics: []string{"recall@10", "precision@5", "precision@10", "hit@1", "mrr", "ndcg@10", "pack_recall", "tokens"}, Parts: []Part{part},
			}}, nil
		},
	}
}

type qualityObservation struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"timestamp"`
	Title     string    `json:"title"`
	Subtitle  string    `json:"subtitle"`
	Facts     []string  `json:"facts"`
	Narrative string    `json:"narrative"`
	Concepts  []string  `json:"concepts"`
	Files     []string  `json:"files"`
}

// item keeps each field where an item has it.
func (o qualityObservation) item() items.Item {
	var body strings.Builder
	body.WriteString(o.Subtitle + "\n\n")
	for _, f := range o.Facts {
		body.WriteString("- " + f + "\n")
	}
	it := newItem(items.Episode, o.Title, body.String(), o.Time)
	it.Summary, it.Tags, it.Refs.Files = oneLine(o.Narrative), o.Concepts, o.Files
	return it
}
