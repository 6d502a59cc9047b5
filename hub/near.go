package hub

import (
	"context"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// near finds the items and candidates of a head's project that are nearest to it, whatever their status: what a write is compared with.
func (h *Hub) near(ctx context.Context, head items.Head, k int) ([]items.Head, error) {
	view, done, err := h.viewToMeet(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if view.Len() == 0 {
		return nil, nil
	}
	found, err := recall.Find(ctx, view, recall.Query{
		Text: head.Title + " " + head.Summary, Project: head.Project, K: k, Now: h.Now(), HitsOnly: true,
		Statuses: []items.Status{items.Active, items.Proposed, items.Retired, items.Superseded},
	})
	if err != nil {
		return nil, err
	}
	var near []items.Head
	for _, hit := range found.Hits {
		it, f, err := h.Items.Get(ctx, hit.ID)
		if err != nil {
			continue // gone, or no item any more
		}
		now := it.Head()
		now.Candidate = f.Candidate
		if now.Project == head.Project {
			near = append(near, now)
		}
	}
	return near, nil
}

// viewToMeet is the view in which a draft looks for what it meets. Where no file came or went it is what the projections hold, so that a
// write does not look at every file of the store; what is found is read from its file.
func (h *Hub) viewToMeet(ctx context.Context) (view *projections.View, done func(), err error) {
	if h.view == nil {
		if kept, err := h.Projections.OpenKept(ctx); err == nil {
			return kept, func() { kept.Close() }, nil
		}
	}
	view, err = h.View(ctx)
	return view, func() {}, err
}
