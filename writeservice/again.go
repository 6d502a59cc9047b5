package writeservice

import (
	"cmp"
	"context"
	"slices"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// Again tells which tombstones a sentence says again in other words, by the comparison that holds them against a write. What is compared is bounded: of each
// sentence the tombstones that share most words with it, and in all no more than a listing may take.
type Again struct {
	meaning compare.Meaning
	stones  []items.Head
	since   map[items.ID][]items.Head // what took the place of a tombstone
	byWord  map[string][]int          // the stones by the words of what they claim
	sizes   []int                     // how many words those are
	left    int
}

const (
	mostCompared = 4   // tombstones of one sentence
	mostInAll    = 120 // comparisons of one listing: where the network is asked, each takes milliseconds
)

// NewAgain reads tombstones. since are items in force that say which of them they took the place of.
func NewAgain(meaning compare.Meaning, stones, since []items.Head) *Again {
	a := &Again{meaning: meaning, since: map[items.ID][]items.Head{}, byWord: map[string][]int{}, left: mostInAll}
	for _, h := range since {
		for _, id := range h.Supersedes {
			a.since[id] = append(a.since[id], h)
		}
	}
	for _, h := range stones {
		if h.Title == items.PurgedTitle || !Compared(h.Type) {
			continue
		}
		own := distinct(words(h.Title + "\n" + cmp.Or(h.Summary, h.Lead)))
		for _, w := range own {
			a.byWord[w] = append(a.byWord[w], len(a.stones))
		}
		a.stones, a.sizes = append(a.stones, h), append(a.sizes, len(own))
	}
	return a
}

// Of names the tombstones that a sentence says again.
func (a *Again) Of(ctx context.Context, sentence string) (ids []items.ID) {
	h := items.Item{Type: items.Fact, Title: sentence}.Head()
	for _, n := range a.nearest(sentence) {
		if a.left--; a.left < 0 {
			return ids
		}
		stone := a.stones[n]
		h.Project = stone.Project
		near := append([]items.Head{stone}, a.since[stone.ID]...)
		if echoOf(ctx, a.meaning, h, near, func(items.Head) bool { return true }).rank >= sameEcho {
			ids = append(ids, stone.ID)
		}
	}
	return ids
}

// nearest are the tombstones that have half of a sentence's words, or half of whose words it has, the nearest first.
func (a *Again) nearest(sentence string) (found []int) {
	own := distinct(words(sentence))
	shared := map[int]int{}
	for _, w := range own {
		for _, n := range a.byWord[w] {
			shared[n]++
		}
	}
	for n, both := range shared {
		if both > 1 && 2*both >= min(len(own), a.sizes[n]) {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(x, y int) int { return cmp.Or(shared[y]-shared[x], cmp.Compare(a.stones[x].ID, a.stones[y].ID)) })
	return found[:min(len(found), mostCompared)]
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
