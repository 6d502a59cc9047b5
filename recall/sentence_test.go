package recall

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

func partsOf(h Hit) map[string]float64 {
	parts := map[string]float64{}
	for _, p := range h.Parts {
		parts[p.Name] = p.Value
	}
	return parts
}

// An item with a sentence vector counts by that, one without by the word table, and both stand in one order.
func TestASentenceVectorStandsInThePlaceOfTheWordTables(t *testing.T) {
	ix := newIndex(note{Head: head("a", "queue worker")}, note{Head: head("b", "queue job")}, note{Head: head("c", "queue pool")})
	ix.near = map[items.ID]float64{"a": 0.8, "b": 0.4, "c": 0.8}
	ix.sentences = map[items.ID]float32{"a": 0.2, "b": 0.6}
	res := mustFind(t, ix, Query{Text: "queue"})
	if got := ids(res.Hits); !slices.Equal(got, []string{"b", "c", "a"}) {
		t.Errorf("order %v", got)
	}
	w := Defaults()
	for _, h := range res.Hits {
		parts := partsOf(h)
		_, table := parts["vector"]
		_, second := parts["sentence"]
		if table == second || table != (h.ID == "c") {
			t.Errorf("%s has the parts %v", h.ID, parts)
		}
		if h.ID == "b" && parts["sentence"] != w.Sentence || h.ID == "c" && parts["vector"] != w.Vector {
			t.Errorf("%s: %v", h.ID, parts)
		}
	}
}

func TestRelevanceDoesNotReadSentenceVectors(t *testing.T) {
	ix := newIndex(note{Head: head("a", "queue worker")}, note{Head: head("b", "pool of workers")})
	ix.near = map[items.ID]float64{"a": 0.5, "b": 0.4}
	without := mustFind(t, ix, Query{Text: "queue worker"})
	ix.sentences = map[items.ID]float32{"a": 0.9, "b": 0.1}
	with := mustFind(t, ix, Query{Text: "queue worker"})
	for _, h := range with.Hits {
		at := slices.IndexFunc(without.Hits, func(o Hit) bool { return o.ID == h.ID })
		if at < 0 || without.Hits[at].Relevance != h.Relevance {
			t.Errorf("%s has relevance %v", h.ID, h.Relevance)
		}
	}
}

// What shares no word with the question is listed where it is clearly nearest, and is no nearer to a prompt for that.
func TestAParaphraseIsFoundWhereItIsClearlyNearest(t *testing.T) {
	ix := newIndex(note{Head: head("a", "alpha")}, note{Head: head("b", "beta")})
	ix.near = map[items.ID]float64{}
	for _, c := range []struct {
		a, b float32
		want []string
	}{
		{0.45, 0.2, []string{"a"}},
		{0.45, 0.44, nil},                             // not clearly
		{0.1, 0.01, nil},                              // not near
		{0.45, projections.NoSentence, []string{"a"}}, // the other one has none yet
	} {
		ix.sentences = map[items.ID]float32{"a": c.a, "b": c.b}
		res := mustFind(t, ix, Query{Text: "gamma"})
		if got := ids(res.Hits); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
		for _, h := range res.Hits {
			if !h.Nearest || h.Relevance >= DefaultFloor {
				t.Errorf("%+v", h)
			}
		}
	}
}

func TestAnItemThatAFilterDropsIsNotTheNearest(t *testing.T) {
	other := head("a", "queue worker")
	other.Project = "elsewhere"
	ix := newIndex(note{Head: other}, note{Head: head("b", "queue job")})
	ix.sentences = map[items.ID]float32{"a": 0.9, "b": 0.3}
	res := mustFind(t, ix, Query{Text: "queue", Project: "here"})
	if len(res.Hits) != 1 || partsOf(res.Hits[0])["sentence"] != Defaults().Sentence {
		t.Errorf("%+v", res.Hits)
	}
}
