package govern

import (
	"testing"

	"github.com/factline/memory/items"
)

func superseded(id items.ID, day int, supersedes ...items.ID) items.Head {
	h := head(id, day)
	h.Status, h.Supersedes = items.Superseded, supersedes
	return h
}

func TestItemsThatSupersedeEachOtherAreACase(t *testing.T) {
	chain := []items.Head{superseded("e", 1), superseded("f", 2, "e"), superseded("g", 3, "f")}
	cases := Circles(append(chain, superseded("a", 1, "b"), superseded("b", 2, "a"), superseded("x", 1, "z"), superseded("y", 2, "x"), superseded("z", 3, "y")))
	if len(cases) != 2 || len(cases[0].Members)+len(cases[1].Members) != 5 || cases[0].Kind != Circle {
		t.Fatalf("cases %+v", cases)
	}
	for _, c := range cases {
		if c.ID[:7] != "circle-" || len(c.Links) == 0 || len(c.Members) == 2 && c.Members[0].ID != "b" {
			t.Errorf("case %+v", c)
		}
	}
	over := head("z", 4)
	over.Supersedes = []items.ID{"a"}
	for name, heads := range map[string][]items.Head{
		"one is in force":              {superseded("a", 1, "b"), func() items.Head { h := head("b", 2); h.Supersedes = []items.ID{"a"}; return h }()},
		"another one took their place": {superseded("a", 1, "b"), superseded("b", 2, "a"), over},
		"a chain":                      chain,
	} {
		if got := Circles(heads); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
