package recall

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// What is said without a head is what the head says, for every filter.
func TestFacetsDecideAsHeadsDo(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	var notes []note
	for n, project := range []string{"", "shop", "bank"} {
		for m, status := range []items.Status{"", items.Active, items.Proposed, items.Superseded, items.Retired} {
			for _, s := range []items.Sensitivity{"", items.Public, items.Private, items.Secret} {
				notes = append(notes, note{Head: items.Head{
					ID: items.ID(string(rune('a'+len(notes)%26)) + string(rune('a'+len(notes)/26))), Project: project, Status: status, Sensitivity: s, Type: items.Types()[n],
					Candidate: m == 2, Tags: []string{"x", "y"}[:n%2+m%2], Created: day(1 + m), Updated: day(5 + n + m),
				}})
			}
		}
	}
	ix := newIndex(notes...)
	for name, q := range map[string]Query{
		"none": {}, "project": {Project: "shop"}, "another project": {Project: "none"}, "types": {Types: items.Types()[:1]}, "tags": {Tags: []string{"X"}},
		"since": {Since: day(7)}, "statuses": {Statuses: []items.Status{items.Proposed, items.Retired}}, "sensitivity": {Sensitivity: items.Public},
		"as of": {AsOf: day(6)}, "all": {Project: "shop", Types: items.Types()[:2], Tags: []string{"x"}, Since: day(6), Sensitivity: items.Internal},
	} {
		keep := newFilter(q, func(items.ID) []items.Head { return nil })
		read := newHeads(ix, keep)
		for doc := range ix.Len() {
			if got, want := read.drop(doc), keep.reason(ix.Head(doc)); got != want {
				t.Errorf("%s: %+v drops for %q without its head, %q with it", name, ix.Head(doc), got, want)
			}
		}
	}
}

// Whoever does not ask what was dropped gets the same hits with the same parts.
func TestHitsAloneAreTheHits(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		ix := randomIndex(r)
		for n := range ix.heads {
			ix.heads[n].Project = []string{"", "api", "web"}[r.IntN(3)]
		}
		w := Defaults()
		if seed%5 == 0 {
			w.RRFK = 10
		}
		q := Query{Text: randomWords(r, 1+r.IntN(5)), K: 1 + r.IntN(12), Now: now, Project: []string{"", "api"}[r.IntN(2)]}
		if r.IntN(3) == 0 {
			q.Types = []items.Type{items.Fact, items.Signal}
		}
		all, err := find(t.Context(), ix, q, w)
		if err != nil {
			t.Fatal(err)
		}
		q.HitsOnly = true
		alone, err := find(t.Context(), ix, q, w)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(alone.Hits, all.Hits) {
			t.Fatalf("seed %d: %v\nwant %v", seed, alone.Hits, all.Hits)
		}
		if len(alone.Dropped) > 0 {
			t.Fatalf("seed %d: dropped: %v", seed, alone.Dropped)
		}
	}
}

func TestAMootQuestionIsGivenUp(t *testing.T) {
	moot := make(chan struct{})
	q := Query{Text: "redis cache", Now: now, Moot: moot}
	ix := randomIndex(rand.New(rand.NewPCG(1, 3)))
	if _, err := find(t.Context(), ix, q, Defaults()); err != nil {
		t.Error(err)
	}
	close(moot)
	if _, err := find(t.Context(), ix, q, Defaults()); !errors.Is(err, ErrMoot) {
		t.Errorf("%v, want %v", err, ErrMoot)
	}
}
