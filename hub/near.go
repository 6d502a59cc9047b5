package hub

import (
	"context"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// near finds the items and candidates of a head's project, and of every project, that say nearly the same, whatever their status. Where no file came or went it asks
// the projections row by row and looks at no file but those found, so that it takes as long in a large store as in a small one; else it asks
// a view that was compared with every file.
func (h *Hub) near(ctx context.Context, head items.Head, k int) ([]items.Head, error) {
	if h.view == nil {
		if keys, err := h.Projections.OpenKeys(ctx); err == nil {
			found, err := recall.Near(keys, head, k)
			if closeErr := keys.Close(); err == nil && closeErr == nil {
				return found, nil
			}
		}
	}
	view, err := h.View(ctx) // which goes around what is damaged
	if err != nil {
		return nil, err
	}
	return recall.Near(view, head, k)
}

// nearWritten is near for a write that has just opened its Index: what came since is known to the write service.
func (h *Hub) nearWritten(ctx context.Context, head items.Head, k int) ([]items.Head, error) {
	if h.view == nil && h.keys != nil {
		if found, err := recall.Near(h.keys, head, k); err == nil {
			return found, nil
		}
	}
	return h.near(ctx, head, k)
}
