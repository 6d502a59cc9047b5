package hub

import (
	"cmp"
	"context"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// Heads lists what a filter lets through of the caller's project, newest change first, then by id. elsewhere counts what it would
// let through of other projects.
func (h *Hub) Heads(ctx context.Context, want func(items.Head) bool) (found []items.Head, elsewhere int, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer stopwatch.On(ctx, stopwatch.Pick)()
	for doc := range view.Len() {
		head := view.Head(doc)
		switch {
		case !want(head):
		case h.Project == "" || head.Project == "" || head.Project == h.Project:
			found = append(found, head)
		default:
			elsewhere++
		}
	}
	slices.SortFunc(found, func(a, b items.Head) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID))
	})
	return found, elsewhere, nil
}
