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

func TestALongWordIsFoundTwoSlipsAway(t *testing.T) {
	ix := newIndex(note{Head: head("a-prom", "Prometheus keeps ninety days")}, note{Head: head("b-deadlock", "Deadlock in checkout")})
	for text, want := range map[string]string{"promtehus": "a-prom", "promtheuss": "a-prom", "dedlok": "", "deadloks": ""} {
		got := ids(mustFind(t, ix, Query{Text: text, Now: now}).Hits)
		if strings.Join(got, " ") != want {
			t.Errorf("%s finds %v, want %q", text, got, want)
		}
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		word, term string
		want       int // 3 = more than two
	}{
		{"checkout", "checkout", 0}, {"checkout", "chekcout", 1}, {"checkout", "checkot", 1}, {"checkout", "checkouts", 1}, {"checkout", "chockout", 1},
		{"checkout", "chekcuot", 2}, {"checkout", "ceckot", 2}, {"checkout", "checks", 3}, {"checkout", "check-out", 3}, {"checkout", "c", 3},
		{"websocket", "websokcet", 1}, {"abcdefgh", "abdcefhg", 2}, {"abcdefgh", "ahgfedcb", 3},
	} {
		if got := min(3, newSlipped(c.word, 2).from([]byte(c.term))); got != c.want {
			t.Errorf("%s, %s: %d slips, want %d", c.word, c.term, got, c.want)
		}
	}
}
