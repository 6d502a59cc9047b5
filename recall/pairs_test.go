package recall

import (
	"fmt"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// Two notes hold the same words as often; the question's stand side by side in one.
func TestWordsSideBySideComeBeforeTheSameWordsApart(t *testing.T) {
	files := map[string][]byte{}
	body := []string{
		"The hook of the editor starts late. It asks for the session, and the guard of the store answers after the timeout.",
		"The editor starts late. It asks the store after the timeout: the session hook answers for the guard.",
	}
	for n := range 12 {
		text := fmt.Sprintf("Note %d about sessions, or a hook, told apart.", n)
		if n < len(body) {
			text = body[n]
		}
		id := items.ID(fmt.Sprintf("mem-20261129-note-%08d", n))
		it := items.Item{
			ID: id, Schema: 1, Type: items.Fact, Title: fmt.Sprintf("Observation %d", n), Body: text, Status: items.Active, Created: now, Updated: now,
			Sensitivity: items.Internal, Trust: items.Human,
		}
		data, err := it.Encode()
		if err != nil {
			t.Fatal(err)
		}
		files["items/2026/"+string(id)+items.Ext] = data
	}
	v := openView(t, files)
	res, err := Find(t.Context(), v, Query{Text: "session hook timeout", Now: now.Add(time.Hour)})
	if err != nil || len(res.Hits) == 0 {
		t.Fatal(res, err)
	}
	if got := res.Hits[0].ID; got != "mem-20261129-note-00000001" {
		t.Errorf("first is %s: %+v", got, res.Hits[0].Parts)
	}
	if got := part(res.Hits[0], "pairs"); got <= 0 || got > Defaults().Pairs {
		t.Errorf("pairs give %.3f, want more than 0 and at most %.2f", got, Defaults().Pairs)
	}
	for _, h := range res.Hits {
		if h.ID == "mem-20261129-note-00000000" && part(h, "pairs") != 0 {
			t.Errorf("words apart give %.3f for pairs", part(h, "pairs"))
		}
	}
}

// A pasted text asks for no more pairs than a question does.
func TestPairsOfALongTextAreBounded(t *testing.T) {
	text := ""
	for n := range 200 {
		text += fmt.Sprintf("word%d other%d ", n, n)
	}
	if q := parse(newIndex(note{Head: items.Head{ID: "a", Title: "word1"}}), text, now, Defaults()); len(q.pairs) != Defaults().MaxPairs {
		t.Errorf("%d pairs", len(q.pairs))
	}
}

func part(h Hit, name string) (sum float64) {
	for _, p := range h.Parts {
		if p.Name == name {
			sum += p.Value
		}
	}
	return sum
}
