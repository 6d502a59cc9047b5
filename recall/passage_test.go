package recall

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestTheBestPassageHoldsMostOfTheQuestionBeyondWhatIsSaid(t *testing.T) {
	passages := []Passage{
		{"", "This page is read by everybody."},
		{"Releases", "They go out on Tuesday."},
		{"Releases", "Each needs a canary."},
		{"Recovery", "The drill is held every quarter."},
		{"Recovery", "The objective is four hours."},
	}
	var notes []note
	for n, p := range passages {
		notes = append(notes, note{Head: items.Head{ID: items.ID(rune('a' + n)), Title: p.Heading}, body: p.Text})
	}
	ix := newIndex(notes...)
	for _, c := range []struct {
		query, said string
		want        int
	}{
		{"when do releases go out?", "Handbook", 1},
		{"which canary do releases need?", "Handbook", 2},
		{"what is the recovery objective?", "Handbook", 4},
		{"what is the recovery objective?", "The recovery objective is four hours.", -1}, // it is shown anyway
		{"who mows the lawn?", "Handbook", -1},
	} {
		a := &Asked{parse(ix, c.query, now, Defaults()), ix}
		if got := a.Best(c.said, passages); got != c.want {
			t.Errorf("%s: passage %d, want %d", c.query, got, c.want)
		}
	}
	if (*Asked)(nil).Best("", passages) != -1 {
		t.Error("no question, no passage")
	}
}
