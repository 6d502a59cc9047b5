package gates

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/items"
)

var amhFiles = []string{
	"amh/dual_route_recall_cases.json", "amh/recall_quality_production_replay_v1.json", "amh/query_gate/fewshot_cases.json",
	"amh/query_gate/real_prompt_cases.json", "amh/query_gate/query_signal_adversarial_cases.json",
}

// amhSuite asks what must and what must not reach a prompt, in English, Chinese and mixed.
func amhSuite() Suite {
	return Suite{
		Name: "amh", About: "recall cases with hard negatives and silence, English and Chinese (Agent-Memory-Hub)", Files: amhFiles,
		Load: func(dir string) ([]Task, error) {
			dual, c, err := amhDual(filepath.Join(dir, amhFiles[0]))
			if err != nil {
				return nil, err
			}
			replay, err := amhReplay(filepath.Join(dir, amhFiles[1]))
			if err != nil {
				return nil, err
			}
			prompts, err := amhPrompts(dir, c)
			return []Task{dual, replay, prompts}, err
		},
	}
}

type amhItem struct {
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Project string   `json:"project"`
	Title   string   `json:"title"`
	Summary string   `json:"summary"`
	Body    string   `json:"body"`
	Tags    []string `json:"tags"`
	Refs    struct {
		URLs []string `json:"urls"`
	} `json:"refs"`
	Sensitivity  string    `json:"sensitivity"`
	SupersededBy string    `json:"superseded_by"`
	Created      time.Time `json:"created_at"`
}

type amhCase struct {
	ID         string   `json:"id"`
	Category   string   `json:"category"`
	Query      string   `json:"query"`
	Expected   []string `json:"expected_item_ids"`
	Prohibited []string `json:"prohibited_item_ids"`
	Inject     *bool    `json:"expect_injection"`   // dual route
	Injected   *bool    `json:"expected_injection"` // replay
	Scope      *struct {
		Value string `json:"value"`
	} `json:"project_scope"`
	Fault     string    `json:"gateway_exception_test"` // needs a fault that a store cannot hold
	Brain     *amhItem  `json:"brain_item"`
	Brains    []amhItem `json:"brain_items"`
	Negatives []amhItem `json:"hard_negative_items"`
	Memory    []amhItem `json:"memory_items"`
}

func (c amhCase) question() Question {
	inject := c.Inject
	if inject == nil {
		inject = c.Injected
	}
	q := Question{ID: c.ID, Text: c.Query, Category: c.Category, Relevant: allOf(c.Expected), Forbidden: c.Prohibited, Silent: inject != nil && !*inject}
	if c.Scope != nil {
		q.Project = c.Scope.Value
	}
	return q
}

// add puts an item into the collection once.
func (m amhItem) add(c *Corpus) error {
	if slices.ContainsFunc(c.Docs, func(d Doc) bool { return d.ID == m.ID }) {
		return nil
	}
	kind, err := items.ParseType(m.Type)
	if err != nil {
		return fmt.Errorf("item %s: %w", m.ID, err)
	}
	it := newItem(kind, m.Title, m.Body, m.Created)
	it.Project, it.Summary, it.Tags, it.Refs.URLs = m.Project, m.Summary, m.Tags, m.Refs.URLs
	if m.Sensitivity != "" {
		it.Sensitivity = items.Sensitivity(m.Sensitivity)
	}
	if m.SupersededBy != "" {
		it.Status = items.Superseded
	}
	c.Docs = append(c.Docs, Doc{ID: m.ID, Item: it})
	return nil
}

// throughTheGate is how a prompt reaches a store.
const throughTheGate = "prompts go through the gate of the hook, as they do in use"

// amhMetrics: right is what the set calls a passed case.
var amhMetrics = []string{"right", "pack_recall", "hit@1", "mrr", "injected", "forbidden", "tokens"}

// amhDual puts the items of all cases into one store: each is a near miss of the others.
func amhDual(path string) (Task, *Corpus, error) {
	t := Task{Name: "dual route", Note: "the items of all cases in one store; " + throughTheGate, ByCategory: true, Packs: true, Prompts: true, Metrics: amhMetrics}
	var cases []amhCase
	if err := readJSON(path, &cases); err != nil {
		return t, nil, err
	}
	part := Part{Corpus: &Corpus{Name: "dual route"}}
	for _, c := range cases {
		if c.Fault != "" {
			continue
		}
		all := slices.Concat(c.Brains, c.Negatives)
		if c.Brain != nil {
			all = append(all, *c.Brain)
		}
		for _, m := range all {
			if err := m.add(part.Corpus); err != nil {
				return t, nil, err
			}
		}
		part.Questions = append(part.Questions, c.question())
	}
	t.Parts = []Part{part}
	return t, part.Corpus, nil
}

func amhReplay(path string) (Task, error) {
	t := Task{Name: "production replay", Note: "the items of all cases in one store; " + throughTheGate, Packs: true, Prompts: true, Metrics: amhMetrics}
	var file struct {
		Cases []amhCase `json:"cases"`
	}
	if err := readJSON(path, &file); err != nil {
		return t, err
	}
	part := Part{Corpus: &Corpus{Name: "production replay"}}
	for _, c := range file.Cases {
		for _, m := range c.Memory {
			if err := m.add(part.Corpus); err != nil {
				return t, err
			}
		}
		part.Questions = append(part.Questions, c.question())
	}
	t.Parts = []Part{part}
	return t, nil
}

// amhPrompts asks the prompts of the query gate: those to block stay silent, over their own items or, where they have none, over
// the items of the dual route; those to let through find one of their items. Prompts to let through without items have no key.
func amhPrompts(dir string, dual *Corpus) (Task, error) {
	t := Task{Name: "query gate", Note: "prompts to block and to let through; " + throughTheGate, Packs: true, Prompts: true, Metrics: []string{"right", "hit@1", "mrr", "injected", "tokens"}}
	weak := Part{Corpus: dual}
	for n, file := range amhFiles[2:] {
		var prompts []struct {
			ID       string    `json:"id"`
			Prompt   string    `json:"prompt"`
			Seeds    []amhItem `json:"seed_items"`
			Decision string    `json:"expected_decision"`
			Inject   *bool     `json:"expected_injectable"`
		}
		if err := readJSON(filepath.Join(dir, file), &prompts); err != nil {
			return t, err
		}
		for i, p := range prompts {
			q := Question{ID: fmt.Sprintf("gate%d/%d", n, i), Text: p.Prompt, Silent: p.Decision == "block" || p.Inject != nil && !*p.Inject}
			if len(p.Seeds) == 0 {
				if q.Silent {
					weak.Questions = append(weak.Questions, q)
				}
				continue
			}
			c := &Corpus{Name: q.ID}
			var wanted []string
			for _, m := range p.Seeds {
				if err := m.add(c); err != nil {
					return t, err
				}
				if !q.Silent {
					wanted = append(wanted, m.ID)
				}
			}
			q.Relevant = allOf(wanted)
			t.Parts = append(t.Parts, Part{c, []Question{q}})
		}
	}
	t.Parts = append(t.Parts, weak)
	return t, nil
}
