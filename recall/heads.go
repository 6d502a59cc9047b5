package recall

import (
	"sync"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// heads reads heads on demand, each once: a view may have to fetch them from disk, and a query matches far more documents than it
// ranks closely. A filter is asked for a document before that document takes a rank, and the walk over the ranking goes on until
// enough have passed: the result is that of filtering first, and no cut stands before a filter.
type heads struct {
	ix   index
	keep filter
	mu   sync.Mutex // words and vectors ask at the same time
	seen map[int]judged

	classes *projections.Classes
	said    []string // of each class, what the filter says of facets alone
}

type judged struct {
	head items.Head
	drop string // the filter it fails, "" = none
}

func newHeads(ix index, keep filter) *heads {
	h := &heads{ix: ix, keep: keep, seen: map[int]judged{}, classes: ix.Classes()}
	h.said = make([]string, len(h.classes.List))
	for n, facets := range h.classes.List {
		h.said[n] = keep.reasonOf(facets)
	}
	return h
}

func (h *heads) get(doc int) judged {
	h.mu.Lock()
	defer h.mu.Unlock()
	j, ok := h.seen[doc]
	if !ok {
		j.head = h.ix.Head(doc)
		j.drop = h.keep.reason(j.head)
		h.seen[doc] = j
	}
	return j
}

// drop names the filter that a document fails, "" = none. The head is read only where its facets do not decide.
func (h *heads) drop(doc int) string {
	if reason := h.dropByFacets(doc); reason != "" || !h.keep.asksHeads() {
		return reason
	}
	return h.get(doc).drop
}

func (h *heads) dropByFacets(doc int) string { return h.said[h.classes.Of[doc]] }

// may reports whether a document's facets let it pass.
func (h *heads) may(doc int) bool { return h.dropByFacets(doc) == "" }

// wanted says which documents words are counted for, and how many they are; nil = all, so that what a filter drops can be told, or takes a rank.
func (h *heads) wanted(q Query, w Weights) (wanted func(doc int) bool, passing int) {
	if !q.HitsOnly || q.Want != "" || w.RRFK > 0 {
		return nil, len(h.classes.Of)
	}
	for _, class := range h.classes.Of {
		if h.said[class] == "" {
			passing++
		}
	}
	return h.may, passing
}
