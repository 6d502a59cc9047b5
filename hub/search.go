package hub

import (
	"cmp"
	"context"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// Search ranks the items of the store, and of the user's store after it, for a query. A query without a project asks for the
// caller's.
func (h *Hub) Search(ctx context.Context, q recall.Query) (recall.Result, error) {
	if q.Now.IsZero() {
		q.Now = h.Now()
	}
	if q.K <= 0 {
		q.K = 10
	}
	switch q.Project {
	case "":
		q.Project = h.Project
	case AllProjects:
		q.Project = ""
	}
	if q.Said == nil {
		q.Said = h.readersSaid(ctx)
	}
	found, err := h.find(ctx, q)
	if why := h.Distrust(); why != "" && err == nil {
		found.Degraded = append(found.Degraded, why)
	}
	if err == nil && len(found.Hits) == 0 && q.Project != "" && q.Project == h.Project {
		if why := h.Misnamed(ctx); why != "" {
			found.Degraded = append(found.Degraded, why)
		}
	}
	if h.embedTrouble != "" && err == nil {
		found.Degraded = append(found.Degraded, h.embedTrouble)
	}
	if err != nil || h.user == nil {
		return found, err
	}
	if q.Project == "" {
		q.Project = AllProjects // the user's hub would read "" as its own
	}
	more, err := h.user.Search(ctx, q)
	if err != nil {
		found.Degraded = append(found.Degraded, withoutUser(err))
		return found, nil
	}
	return merge(h.withoutDisplacing(ctx, found, more), more, q.K), nil
}

// Remarks are what a reader of hits must know besides their text.
type Remarks struct {
	Disputed map[items.ID]bool // on a side of an open case
	Outside  map[items.ID]bool // see ChangedOutside
}

// SearchRemarked is Search, and tells show what was found and what is to be said of the hits, perhaps more than once: what show makes
// of it must not leave before this returns, and takes the place of what it made before.
func (h *Hub) SearchRemarked(ctx context.Context, q recall.Query, show func(found recall.Result, say Remarks) error) error {
	return h.ahead(ctx, func() error {
		found, err := h.Search(ctx, q)
		if err != nil {
			return err
		}
		done := stopwatch.On(ctx, stopwatch.Remarks)
		say := Remarks{h.Disputed(ctx, found.Hits, q), h.ChangedOutside(ctx, hitIDs(found.Hits))}
		done()
		return show(found, say)
	})
}

func hitIDs(hits []recall.Hit) []items.ID {
	ids := make([]items.ID, len(hits))
	for i, hit := range hits {
		ids[i] = hit.ID
	}
	return ids
}

// find ranks the store's items.
func (h *Hub) find(ctx context.Context, q recall.Query) (found recall.Result, err error) {
	err = h.ahead(ctx, func() (err error) {
		asked := q
		asked.Moot, asked.Unvouched = h.moot, h.mistrust(ctx)
		found, err = h.findIn(ctx, h.view, asked)
		return err
	})
	return found, err
}

func (h *Hub) findIn(ctx context.Context, view *projections.View, q recall.Query) (recall.Result, error) {
	found, err := recall.Find(ctx, view, q)
	if err == nil && q.HitsOnly && len(found.Hits) == 0 {
		q.HitsOnly = false // what was dropped then says why nothing was found
		found, err = recall.Find(ctx, view, q)
	}
	if why := badFiles(view); why != "" {
		found.Degraded = append(found.Degraded, why)
	}
	return found, err
}

// merge joins the results of two stores under one order. An id that both hold counts for the first store.
func merge(a, b recall.Result, k int) recall.Result {
	seen := map[items.ID]bool{}
	for _, hit := range slices.Concat(a.Hits, a.Dropped) {
		seen[hit.ID] = true
	}
	fresh := func(hit recall.Hit) bool { return !seen[hit.ID] }
	a.Hits = append(a.Hits, keep(b.Hits, fresh)...)
	a.Dropped = append(a.Dropped, keep(b.Dropped, fresh)...)
	byRank := func(x, y recall.Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.ID, y.ID))
	}
	slices.SortStableFunc(a.Hits, byRank)
	slices.SortStableFunc(a.Dropped, byRank)
	if len(a.Hits) > k {
		a.Hits = a.Hits[:k]
	}
	for _, said := range b.Degraded {
		if !slices.Contains(a.Degraded, said) { // what both stores have to say is said once
			a.Degraded = append(a.Degraded, said)
		}
	}
	return a
}

func keep(hits []recall.Hit, ok func(recall.Hit) bool) []recall.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h recall.Hit) bool { return !ok(h) })
}

// Get reads one item by exact id, from the user's store where this one has none that anybody vouches for (see oneid.go). A handoff comes without what was put out of force since.
func (h *Hub) Get(ctx context.Context, id items.ID) (items.Item, items.File, error) {
	defer stopwatch.On(ctx, stopwatch.Find)()
	it, f, _, err := h.get(ctx, id)
	if err != nil {
		return it, f, err
	}
	return h.current(ctx, it), f, nil
}

// get is Get with the store that the item is of.
func (h *Hub) get(ctx context.Context, id items.ID) (items.Item, items.File, *Hub, error) {
	it, f, err := h.Items.Get(ctx, id)
	if h.user != nil && (err != nil || h.foreign(ctx, it, f)) {
		own, ownFile, userErr := h.user.Items.Get(ctx, id)
		if userErr == nil && (err != nil || !h.user.foreign(ctx, own, ownFile)) {
			return own, ownFile, h.user, nil
		}
	}
	return it, f, h, err
}

// Resolve finds the one id that a person means by a prefix.
func (h *Hub) Resolve(ctx context.Context, prefix string) (items.ID, error) {
	defer stopwatch.On(ctx, stopwatch.Find)()
	id, err := h.Items.Resolve(ctx, prefix)
	if err != nil && h.user != nil {
		if id, userErr := h.user.Items.Resolve(ctx, prefix); userErr == nil {
			return id, nil
		}
	}
	return id, err
}
