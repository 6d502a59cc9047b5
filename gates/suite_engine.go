package gates

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/factline/memory/items"
)

// engineBudgets are the token budgets of the published curve.
var engineBudgets = []int{40, 60, 80, 100, 120, 200, 300}

// engineSuite asks which memories reach a prompt under a token budget, with few memories and with distractors.
func engineSuite() Suite {
	return Suite{
		Name: "engine", About: "7 tasks over 14 and 54 memories under token budgets (agent-memory-engine)", Files: []string{"engine/engine-eval.json"},
		Load: func(dir string) ([]Task, error) {
			var set engineSet
			if err := readJSON(filepath.Join(dir, "engine/engine-eval.json"), &set); err != nil {
				return nil, err
			}
			return set.tasks()
		},
	}
}

type engineSet struct {
	Memories    []engineMemory `json:"memories"`
	Distractors []engineMemory `json:"distractors"`
	OffTopic    []string       `json:"off_topic_queries"`
	Tasks       []struct {
		ID         string   `json:"id"`
		Query      string   `json:"query"`
		Paraphrase string   `json:"paraphrase"`
		Relevant   []string `json:"relevant_ids"`
	} `json:"tasks"`
}

type engineMemory struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Text string `json:"text"`
}

func (s engineSet) corpus(memories ...engineMemory) (*Corpus, error) {
	c := &Corpus{Name: fmt.Sprintf("%d memories", len(memories))}
	for i, m := range memories {
		kind, err := items.ParseType(m.Type)
		if err != nil {
			return nil, err
		}
		if m.ID == "" {
			m.ID = fmt.Sprint("distractor-", i)
		}
		it := newItem(kind, "", m.Text, time.Time{})
		it.Summary, it.Body = oneLine(m.Text), ""
		c.Docs = append(c.Docs, Doc{ID: m.ID, Item: it})
	}
	return c, nil
}

func (s engineSet) tasks() ([]Task, error) {
	small, err := s.corpus(s.Memories...)
	if err != nil {
		return nil, err
	}
	large, err := s.corpus(append(s.Memories[:len(s.Memories):len(s.Memories)], s.Distractors...)...)
	if err != nil {
		return nil, err
	}
	var queries, paraphrases, offTopic []Question
	for _, t := range s.Tasks {
		relevant := map[string]float64{}
		for _, id := range t.Relevant {
			relevant[id] = 1
		}
		queries = append(queries, Question{ID: t.ID, Text: t.Query, Relevant: relevant})
		paraphrases = append(paraphrases, Question{ID: t.ID, Text: t.Paraphrase, Relevant: relevant})
	}
	for i, text := range s.OffTopic {
		offTopic = append(offTopic, Question{ID: fmt.Sprint("off-topic-", i), Text: text, Silent: true})
	}
	metrics := []string{"pack_recall", "recall@3", "mrr", "tokens"}
	at := func(name string, c *Corpus, qs []Question, budget int, note string) Task {
		return Task{Name: name, Note: note, Packs: true, Budget: budget, Metrics: metrics, Parts: []Part{{c, qs}}}
	}
	tasks := []Task{
		at("queries, 14 memories, 120 tokens", small, queries, 120, "published: 1.00"),
		at("queries, 54 memories, 120 tokens", large, queries, 120, "published: 1.00"),
		at("paraphrases, 14 memories, 120 tokens", small, paraphrases, 120, "published: 0.43"),
		at("paraphrases, 54 memories, 120 tokens", large, paraphrases, 120, "published: 0.21"),
		{Name: "off topic, 54 memories", Packs: true, Metrics: []string{"injected", "tokens"}, Parts: []Part{{large, offTopic}}},
	}
	// What an agent gets that searches on purpose, and what that costs where there is nothing to find.
	for _, t := range []Task{tasks[2], tasks[3], tasks[4]} {
		t.Name, t.Note, t.Sought = t.Name+", searched for", "", true
		tasks = append(tasks, t)
	}
	for _, b := range engineBudgets {
		if b != 120 { // stands above
			tasks = append(tasks, at(fmt.Sprintf("queries, 14 memories, %d tokens", b), small, queries, b, enginePublished[b]))
		}
	}
	return tasks, nil
}

// enginePublished is the recall that the set's own engine reaches, at a budget counted as round(1.3 x words and punctuation). Ours
// is counted with the model's tokenizer over the whole prompt text, the fence included.
var enginePublished = map[int]string{40: "published: 0.643", 60: "published: 0.786", 80: "published: 0.857", 100: "published: 0.929"}
