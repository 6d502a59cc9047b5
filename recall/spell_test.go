package recall

import (
	"slices"
	"strings"
	"testing"
)

func TestAWordOneSlipAwayIsFound(t *testing.T) {
	ix := newIndex(note{Head: head("a-lock", "Deadlock in checkout")}, note{Head: head("b-other", "Lists page by cursor")})
	for _, text := range []string{"deadlok checkout", "daedlock checkout", "deaddlock checkout", "deadlick checkout"} {
		res := mustFind(t, ix, Query{Text: text})
		if got := ids(res.Hits); !slices.Equal(got, []string{"a-lock"}) || res.Hits[0].Relevance < DefaultFloor {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, text := range []string{"leadlock", "dedlok", "list"} { // another first letter, two slips, a short word
		if res := mustFind(t, ix, Query{Text: text}); slices.Contains(ids(res.Hits), "a-lock") {
			t.Errorf("%s finds %v", text, ids(res.Hits))
		}
	}
}

func TestAKnownWordIsNotCorrected(t *testing.T) {
	ix := newIndex(note{Head: head("a", "Packing lists")}, note{Head: head("b", "Parking lists")})
	if got := ids(mustFind(t, ix, Query{Text: "parking"}).Hits); !slices.Equal(got, []string{"b"}) {
		t.Errorf("found %v", got)
	}
}

func TestSlipsAreEachOnceAndNeverTheWord(t *testing.T) {
	out := slips("checkout")
	if len(out) != len(slices.Compact(slices.Clone(out))) || slices.Contains(out, "checkout") || !slices.Contains(out, "chekcout") {
		t.Errorf("%d slips", len(out))
	}
	for _, s := range out {
		if !strings.HasPrefix(s, "c") || len(s) < 7 || len(s) > 9 {
			t.Errorf("slip %q", s)
		}
	}
}
