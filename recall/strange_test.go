package recall

import (
	"fmt"
	"testing"

	"github.com/factline/memory/items"
)

func TestAQuestionInAnUnknownScriptIsShownOnlyWhereAFactIsClearlyNear(t *testing.T) {
	ask := func(cosine float64, others int) float64 {
		notes := []note{{Head: head("installer", "runtime installer location")}}
		for n := range others {
			notes = append(notes, note{Head: head(fmt.Sprintf("z-%04d", n), "another matter")})
		}
		ix := newIndex(notes...)
		ix.near = map[items.ID]float64{"installer": cosine}
		res := mustFind(t, ix, Query{Text: "установка скрипта"})
		if len(res.Hits) != 1 {
			t.Fatalf("%+v", res.Hits)
		}
		return res.Hits[0].Relevance
	}
	if got := ask(0.31, 20); got < DefaultFloor {
		t.Errorf("near, small store: %.2f", got)
	}
	if got := ask(0.2, 20); got >= DefaultFloor {
		t.Errorf("far: %.2f", got)
	}
	if got := ask(0.31, 2000); got >= DefaultFloor {
		t.Errorf("the best of two thousand is as near by chance: %.2f", got)
	}
}

func TestVectorsCountByWhatTheyKnowOfTheQuestion(t *testing.T) {
	ix := newIndex(note{Head: head("a", "redis cache")}, note{Head: head("b", "queue depth")})
	ix.near = map[items.ID]float64{"b": 0.9}
	part := func(known float64) float64 {
		ix.known = known
		for _, h := range mustFind(t, ix, Query{Text: "redis"}).Hits {
			for _, p := range h.Parts {
				if h.ID == "b" && p.Name == "vector" {
					return p.Value
				}
			}
		}
		return 0
	}
	all, half, none := part(1), part(0.35), part(0.05)
	if all != Defaults().Vector || half >= all || half <= 0 || none >= half/2 {
		t.Errorf("%.3f %.3f %.3f", all, half, none)
	}
}
