package hub

import (
	"context"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// past is a store as it stood at a time, for those who ask about an item's neighbours. recall says what that means.
type past struct {
	view *projections.View
	at   time.Time
}

func (p past) ByText(key string) []items.Head  { return p.heads(p.view.ByText(key)) }
func (p past) ByClaim(key string) []items.Head { return p.heads(p.view.ByClaim(key)) }
func (p past) BySpan(key string) []items.Head  { return p.heads(p.view.BySpan(key)) }

// heads are what was in force then, as active, and what had been put out of force by then. What came later is not there yet.
func (p past) heads(now []items.Head) (then []items.Head) {
	for _, h := range now {
		switch left, out := recall.Left(h, recall.Successors(p.view, h.ID)); {
		case p.stood(h):
			h.Status = items.Active
			then = append(then, h)
		case out && !p.at.Before(left):
			then = append(then, h)
		}
	}
	return then
}

func (p past) stood(h items.Head) bool {
	return recall.StoodAt(h, recall.Successors(p.view, h.ID), p.at)
}

// then is an item as it stood at a time; unchanged if it was not in force. Its words are today's: a file keeps no older ones.
func (h *Hub) then(ctx context.Context, it items.Item, f items.File, at time.Time) items.Item {
	view, err := h.View(ctx)
	if err != nil {
		return it
	}
	head := it.Head()
	head.Candidate = f.Candidate
	if !(past{view, at}).stood(head) {
		return it
	}
	it.Status = items.Active
	if (it.State.Name == "resolved" || it.State.Name == "obsolete") && at.Before(it.Updated) {
		it.State = items.State{Name: "open"}
	}
	return it
}
