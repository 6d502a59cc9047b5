package recall

import (
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// day is noon of a day in November 2026.
func day(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }

// date is a day as a valid.from or valid.until holds it.
func date(n int) time.Time { return day(n).Truncate(24 * time.Hour) }

func TestWhatStoodAtATime(t *testing.T) {
	next := func(created int, from time.Time) items.Head {
		return items.Head{ID: "next", Status: items.Active, Created: day(created), Valid: items.Valid{From: from}}
	}
	for _, c := range []struct {
		name       string
		h          items.Head
		successors []items.Head
		stood      []int // of the days 1, 5, 10, 15, 20, 25 at noon
	}{
		{"active since it was written", items.Head{Status: items.Active, Created: day(10)}, nil, []int{10, 15, 20, 25}},
		{"no status is active", items.Head{Created: day(10)}, nil, []int{10, 15, 20, 25}},
		{"written later about a time before", items.Head{Status: items.Active, Created: day(20), Valid: items.Valid{From: date(5)}}, nil, []int{5, 10, 15, 20, 25}},
		{"a last day counts whole", items.Head{Status: items.Active, Created: day(1), Valid: items.Valid{Until: date(10)}}, nil, []int{1, 5, 10}},
		{"an instant ends at once", items.Head{Status: items.Active, Created: day(1), Valid: items.Valid{Until: day(10)}}, nil, []int{1, 5}},
		{"written ahead", items.Head{Status: items.Active, Created: day(1), Valid: items.Valid{From: day(15)}}, nil, []int{15, 20, 25}},
		{"retired", items.Head{Status: items.Retired, Created: day(1), Updated: day(15)}, nil, []int{1, 5, 10}},
		{"archived", items.Head{Status: items.Archived, Created: day(1), Updated: day(15)}, nil, []int{1, 5, 10}},
		{"retired after its last day", items.Head{Status: items.Retired, Created: day(1), Updated: day(15), Valid: items.Valid{Until: date(5)}}, nil, []int{1, 5}},
		{"superseded by what was written then", items.Head{Status: items.Superseded, Created: day(1), Updated: day(20)}, []items.Head{next(10, time.Time{})}, []int{1, 5}},
		{"superseded by what holds since", items.Head{Status: items.Superseded, Created: day(1), Updated: day(20)}, []items.Head{next(15, date(10))}, []int{1, 5}},
		{"superseded by what was there before", items.Head{Status: items.Superseded, Created: day(10), Updated: day(20)}, []items.Head{next(1, time.Time{})}, []int{10, 15}},
		{"never true, says its successor", items.Head{Status: items.Superseded, Created: day(10), Updated: day(20)}, []items.Head{next(20, date(1))}, nil},
		{"the first of two successors", items.Head{Status: items.Superseded, Created: day(1), Updated: day(25)}, []items.Head{next(20, time.Time{}), next(10, time.Time{})}, []int{1, 5}},
		{"a waiting successor replaces nothing", items.Head{Status: items.Superseded, Created: day(1), Updated: day(20)}, []items.Head{{Candidate: true, Created: day(5)}}, []int{1, 5, 10, 15}},
		{"its successor is gone", items.Head{Status: items.Superseded, Created: day(1), Updated: day(20)}, nil, []int{1, 5, 10, 15}},
		{"waiting", items.Head{Status: items.Proposed, Candidate: true, Created: day(1)}, nil, nil},
		{"rejected", items.Head{Status: items.Retired, Candidate: true, Created: day(1), Updated: day(15)}, nil, nil},
	} {
		var stood []int
		for _, n := range []int{1, 5, 10, 15, 20, 25} {
			if StoodAt(c.h, c.successors, day(n)) {
				stood = append(stood, n)
			}
		}
		if !slices.Equal(stood, c.stood) {
			t.Errorf("%s: stood on %v, want %v", c.name, stood, c.stood)
		}
	}
}

func TestASearchOfThePastAnswersFromWhatStoodThen(t *testing.T) {
	old, corrected, gone := head("old", "service port 8080"), head("new", "service port 9090"), head("gone", "service port of staging")
	old.Status, old.Created, old.Updated = items.Superseded, day(1), day(10)
	corrected.Status, corrected.Created, corrected.Updated, corrected.Supersedes = items.Active, day(10), day(10), []items.ID{"old"}
	gone.Status, gone.Created, gone.Updated = items.Retired, day(1), day(5)
	ix := newIndex(note{Head: old}, note{Head: corrected}, note{Head: gone})
	for at, want := range map[int][]string{1: {"gone", "old"}, 7: {"old"}, 12: {"new"}} {
		res := mustFind(t, ix, Query{Text: "service port", AsOf: day(at)})
		got := ids(res.Hits)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("day %d: %v, want %v", at, got, want)
		}
		for _, h := range res.Dropped {
			if h.Dropped != DropAsOf {
				t.Errorf("day %d: %s was dropped by %s", at, h.ID, h.Dropped)
			}
		}
	}
}
