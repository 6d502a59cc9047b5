package hub

import (
	"context"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// near finds the items and candidates of a head's project that are nearest to it, whatever their status: what a write is compared with.
func (h *Hub) near(ctx context.Context, head items.Head, k int) ([]items.Head, error) {
	view, err := h.View(ctx)
	if err != nil || view.Len() == 0 {
		return nil, err
	}
	found, err := recall.Find(ctx, view, recall.Query{
		Text: head.Title + " " + head.Summary, Project: head.Project, K: k, Now: h.Now(),
		Statuses: []items.Status{items.Active, items.Proposed, items.Retired, items.Superseded},
	})
	if err != nil {
		return nil, err
	}
	var near []items.Head
	for _, hit := range found.Hits {
		if hit.Head.Project == head.Project {
			near = append(near, hit.Head)
		}
	}
	return near, nil
}
