package gates

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/items"
)

// locomoSuite asks about long conversations between two people. A turn is an item, a session is found by its best turn, and every
// question is asked inside its conversation. About 6 % of the key is wrong.
func locomoSuite() Suite {
	return Suite{
		Name: "locomo", About: "questions about 6 long conversations (LoCoMo)", Files: []string{"locomo/locomo6.json"},
		Load: func(dir string) ([]Task, error) {
			var talks []locomoTalk
			if err := readJSON(filepath.Join(dir, "locomo/locomo6.json"), &talks); err != nil {
				return nil, err
			}
			return locomoTasks(talks)
		},
	}
}

type locomoTalk struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	QA           []struct {
		Question string   `json:"question"`
		Evidence []string `json:"evidence"`
		Category int      `json:"category"`
	} `json:"qa"`
}

type locomoTurn struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"`
}

// locomoCategories are the names that the paper gives to the numbers. Adversarial questions have no answer in the conversation;
// what they point at is where a wrong answer would come from.
var locomoCategories = map[int]string{1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}

func locomoTasks(talks []locomoTalk) ([]Task, error) {
	metrics := []string{"hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "recall_all@5", "mrr", "ndcg@10"}
	turn := Task{Name: "turn", Note: "categories 1 to 4; plain BM25 recall@5 0.540", ByCategory: true, Metrics: metrics}
	session := Task{
		Name: "session", Note: "categories 1 to 4, a session by its best turn; best public lexical engine hit@1 0.698, hit@5 0.857, MRR 0.768",
		ByGroup: true, ByCategory: true, Metrics: metrics,
	}
	wrongTurn, wrongSession := turn, session
	wrongTurn.Name, wrongTurn.Note, wrongTurn.ByCategory = "turn, adversarial", "category 5, apart: what a wrong answer would come from", false
	wrongSession.Name, wrongSession.Note, wrongSession.ByCategory = "session, adversarial", wrongTurn.Note, false
	for _, talk := range talks {
		corpus, err := talk.corpus()
		if err != nil {
			return nil, fmt.Errorf("conversation %s: %w", talk.ID, err)
		}
		turns, sessions := talk.questions(corpus)
		split := func(qs []Question, adversarial bool) Part {
			return Part{corpus, slices.DeleteFunc(slices.Clone(qs), func(q Question) bool {
				return (q.Category == locomoCategories[5]) != adversarial
			})}
		}
		turn.Parts, session.Parts = append(turn.Parts, split(turns, false)), append(session.Parts, split(sessions, false))
		wrongTurn.Parts, wrongSession.Parts = append(wrongTurn.Parts, split(turns, true)), append(wrongSession.Parts, split(sessions, true))
	}
	return []Task{session, turn, wrongSession, wrongTurn}, nil
}

// corpus makes an item of every turn: "Speaker: text [caption]", written when its session was held.
func (t locomoTalk) corpus() (*Corpus, error) {
	c := &Corpus{Name: t.ID}
	for n := 1; ; n++ {
		key := fmt.Sprint("session_", n)
		raw, ok := t.Conversation[key]
		if !ok {
			return c, nil
		}
		var turns []locomoTurn
		var date string
		if err := json.Unmarshal(raw, &turns); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if err := json.Unmarshal(t.Conversation[key+"_date_time"], &date); err != nil {
			return nil, fmt.Errorf("%s: date: %w", key, err)
		}
		at, err := time.Parse("3:04 pm on 2 January, 2006", date)
		if err != nil {
			return nil, err
		}
		for _, turn := range turns {
			text := turn.Speaker + ": " + turn.Text
			if turn.Caption != "" {
				text += " [" + turn.Caption + "]"
			}
			it := newItem(items.Episode, turn.Speaker+", "+at.Format("2 January 2006"), text, at)
			c.Docs = append(c.Docs, Doc{ID: turn.ID, Group: key, Item: it})
		}
		if at.After(c.Now) {
			c.Now = at.Add(24 * time.Hour)
		}
	}
}

// questions at both levels. Some evidence fields hold several ids in one string; ids that name no turn are left out.
func (t locomoTalk) questions(c *Corpus) (turns, sessions []Question) {
	session := map[string]string{}
	for _, d := range c.Docs {
		session[d.ID] = d.Group
	}
	for n, qa := range t.QA {
		byTurn, bySession := map[string]float64{}, map[string]float64{}
		for _, field := range qa.Evidence {
			for _, id := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune(" ;,()", r) }) {
				if session[id] != "" {
					byTurn[id], bySession[session[id]] = 1, 1
				}
			}
		}
		if len(byTurn) == 0 {
			continue
		}
		q := Question{ID: fmt.Sprintf("%s/q%d", t.ID, n), Text: qa.Question, Category: locomoCategories[qa.Category], Relevant: byTurn}
		turns = append(turns, q)
		q.Relevant = bySession
		sessions = append(sessions, q)
	}
	return turns, sessions
}
