package gates

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/factline/memory/items"
)

// longmemevalTime reads both forms in which the set writes dates. Questions made later have none: they are asked at the store's now.
func longmemevalTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse("2006-01-02T15:04:05", text); err == nil {
		return at, nil
	}
	return time.Parse("2006/01/02 (Mon) 15:04", text)
}

// longmemevalSuite checks the loader and the protocol: too few questions for a claim.
func longmemevalSuite() Suite {
	const full = "longmemeval/longmemeval_s_mini.json"
	return Suite{
		Name: "longmemeval", Cold: tooLarge, About: "31 questions over 8 haystacks of about 45 sessions (LongMemEval-S)",
		Files: append(beirFiles("beir/longmemeval-mini"), full),
		Load: func(dir string) ([]Task, error) {
			mini, err := readBEIR(dir, "beir/longmemeval-mini")
			if err != nil {
				return nil, err
			}
			var haystacks []longmemevalHaystack
			if err := readJSON(filepath.Join(dir, full), &haystacks); err != nil {
				return nil, err
			}
			whole, err := longmemevalMini(mini)
			if err != nil {
				return nil, err
			}
			turns := Task{Name: "session by its best turn", Note: "the 8 original questions", ByGroup: true, Metrics: whole.Metrics}
			for _, h := range haystacks {
				part, err := h.part()
				if err != nil {
					return nil, fmt.Errorf("haystack %s: %w", h.ID, err)
				}
				turns.Parts = append(turns.Parts, part)
			}
			return []Task{whole, turns}, nil
		},
	}
}

// longmemevalMini makes one item of each session and one store of each haystack.
func longmemevalMini(set beir) (Task, error) {
	t := Task{Name: "session as one item", Metrics: []string{"hit@1", "hit@5", "recall@5", "recall_all@5", "mrr", "ndcg@10"}}
	at := map[string]int{}
	for _, d := range set.Docs {
		n, ok := at[d.Conversation]
		if !ok {
			n = len(t.Parts)
			at[d.Conversation] = n
			t.Parts = append(t.Parts, Part{Corpus: &Corpus{Name: d.Conversation}})
		}
		held, err := longmemevalTime(d.Date)
		if err != nil {
			return t, err
		}
		c := t.Parts[n].Corpus
		c.Docs = append(c.Docs, Doc{ID: d.ID, Item: newItem(items.Episode, "Session of "+held.Format("2 January 2006"), d.Text, held)})
	}
	for _, q := range set.Queries {
		asked, err := longmemevalTime(q.Date)
		if err != nil {
			return t, err
		}
		p := &t.Parts[at[q.Conversation]]
		p.Questions = append(p.Questions, Question{ID: q.ID, Text: q.Text, Category: q.Category, Now: asked, Relevant: q.Relevant})
	}
	return t, nil
}

type longmemevalHaystack struct {
	ID       string   `json:"question_id"`
	Type     string   `json:"question_type"`
	Question string   `json:"question"`
	Date     string   `json:"question_date"`
	Answers  []string `json:"answer_session_ids"`
	Dates    []string `json:"haystack_dates"`
	IDs      []string `json:"haystack_session_ids"`
	Sessions [][]struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"haystack_sessions"`
}

// part makes an item of every turn.
func (h longmemevalHaystack) part() (Part, error) {
	c := &Corpus{Name: h.ID + ", turns"}
	for i, turns := range h.Sessions {
		held, err := longmemevalTime(h.Dates[i])
		if err != nil {
			return Part{}, err
		}
		for n, turn := range turns {
			it := newItem(items.Episode, turn.Role+", "+held.Format("2 January 2006"), turn.Role+": "+turn.Content, held)
			c.Docs = append(c.Docs, Doc{ID: fmt.Sprintf("%s#%d", h.IDs[i], n), Group: h.IDs[i], Item: it})
		}
	}
	asked, err := longmemevalTime(h.Date)
	if err != nil {
		return Part{}, err
	}
	q := Question{ID: h.ID, Text: h.Question, Category: h.Type, Now: asked, Relevant: map[string]float64{}}
	for _, id := range h.Answers {
		q.Relevant[id] = 1
	}
	return Part{c, []Question{q}}, nil
}
