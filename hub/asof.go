package hub

import (
	"context"
	"fmt"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// AsOf reads the moment that a question about the past names. A date means the last second of its day.
func AsOf(text string) (time.Time, error) {
	if t, err := time.Parse(time.DateOnly, text); err == nil && t.Year() > 0 {
		return t.Add(24*time.Hour - time.Second), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil && t.UTC().Year() > 0 {
		return t.UTC(), nil
	}
	return time.Time{}, fmt.Errorf("%.40q: want a date (2026-11-29) or an instant (2026-11-29T10:00:00Z)", text)
}

// past is a store as it stood at a time, for those who ask about an item's neighbours. recall says what that means.
type past struct {
	view      *projections.View
	at        time.Time
	unvouched func(items.ID) bool // see recall.Query
}

func (p past) ByText(key string) []items.Head  { return p.heads(p.view.ByText(key)) }
func (p past) ByClaim(key string) []items.Head { return p.heads(p.view.ByClaim(key)) }
func (p past) BySpan(key string) []items.Head  { return p.heads(p.view.BySpan(key)) }

// heads are what was in force then, as active, and what had been put out of force by then. What came later is not there yet.
func (p past) heads(now []items.Head) (then []items.Head) {
	for _, h := range now {
		switch left, out := recall.Left(h, recall.Successors(p.view, h.ID, p.unvouched)); {
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
	return recall.StoodAt(h, recall.Successors(p.view, h.ID, p.unvouched), p.at)
}

// then is an item as it stood at a time; unchanged if it was not in force. Its words are today's: a file keeps no older ones.
func (h *Hub) then(ctx context.Context, it items.Item, f items.File, at time.Time) items.Item {
	view, err := h.View(ctx)
	if err != nil {
		return it
	}
	head := it.Head()
	head.Candidate = f.Candidate
	if !(past{view, at, h.mistrust(ctx)}).stood(head) {
		return it
	}
	it.Status = items.Active
	if (it.State.Name == "resolved" || it.State.Name == "obsolete") && at.Before(it.Updated) {
		it.State = items.State{Name: "open"}
	}
	return it
}
