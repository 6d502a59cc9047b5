package items

import (
	"testing"
	"time"
)

func TestWhatWasSettledHoldsForTheWordsThatTwoItemsHad(t *testing.T) {
	a, b := Item{ID: "mem-a", Title: "A", Summary: "one"}, Item{ID: "mem-b", Title: "B", Summary: "two"}
	words := Words(a.Head(), b.Head())
	if words != Words(b.Head(), a.Head()) {
		t.Error("the order counts")
	}
	if percent, plain := (Item{ID: "mem-a", Title: "The discount is 10%"}), (Item{ID: "mem-a", Title: "The discount is 10"}); Words(percent.Head(), b.Head()) == Words(plain.Head(), b.Head()) {
		t.Error("a sign that goes changes nothing")
	}
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		about string
		said  Settled
		want  bool
	}{
		{"dismissed", Settled{With: b.ID, How: Dismissed, Words: words}, true},
		{"with another", Settled{With: "mem-c", How: Dismissed, Words: words}, false},
		{"of other words", Settled{With: b.ID, How: Dismissed, Words: "0123456789abcdef"}, false},
		{"deferred until an edit", Settled{With: b.ID, How: Deferred, Words: words}, true},
		{"deferred to a day to come", Settled{With: b.ID, How: Deferred, Until: now.Add(time.Second), Words: words}, true},
		{"deferred to this moment", Settled{With: b.ID, How: Deferred, Until: now, Words: words}, false},
	} {
		a.Settled = []Settled{c.said}
		if _, ok := a.SettledWith(b.Head(), now); ok != c.want {
			t.Errorf("%s: %v", c.about, ok)
		}
	}
}

func TestWhoDecidedHasMoreToSayThanWhoDeferred(t *testing.T) {
	a, b := Item{ID: "mem-a", Title: "A", Summary: "one"}, Item{ID: "mem-b", Title: "B", Summary: "two"}
	words := Words(a.Head(), b.Head())
	a.Settled = []Settled{{With: b.ID, How: Deferred, Words: words}, {With: b.ID, How: Dismissed, Words: words}, {With: b.ID, How: Deferred, Words: words}}
	if said, ok := a.SettledWith(b.Head(), time.Time{}); !ok || said.How != Dismissed {
		t.Errorf("%+v %v", said, ok)
	}
}

func TestSettledEntriesAreStrict(t *testing.T) {
	for _, wrong := range []string{"settled: x", "settled: [x]", "settled: [{how: dismissed}]", "settled: [{with: mem-b}]", "settled: [{with: mem-b, how: maybe}]",
		"settled: [{with: a/b, how: dismissed}]", "settled: [{with: mem-b, how: dismissed, words: some text}]", "settled: [{with: mem-b, how: deferred, until: soon}]"} {
		if _, err := Parse([]byte(front(wrong))); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}
