package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/govern"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Conflicts lists the open cases of the store: items in force that contradict each other.
func (h *Hub) Conflicts(ctx context.Context) ([]govern.Case, error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	var heads []items.Head
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Status == items.Active && (len(head.Contradicts) > 0 || len(view.Edges(head.ID)) > 0) {
			heads = append(heads, head)
		}
	}
	return govern.Cases(heads), ctx.Err()
}

// Conflict finds an open case by its id, by the start of it, or by a member.
func (h *Hub) Conflict(ctx context.Context, ref string) (govern.Case, error) {
	cases, err := h.Conflicts(ctx)
	if err != nil {
		return govern.Case{}, err
	}
	member, _ := h.Items.Resolve(ctx, ref)
	var found []govern.Case
	for _, c := range cases {
		holds := slices.ContainsFunc(c.Members, func(m items.Head) bool { return m.ID == member })
		if c.ID == ref || holds || len(ref) > len("case-") && strings.HasPrefix(c.ID, ref) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return govern.Case{}, fmt.Errorf("%d open cases are meant by %.60q; memory conflicts lists them: %w", len(found), ref, items.ErrNotFound)
	}
	return found[0], nil
}

// disputed says which side of an open case an item stands on; as of a time, on which it stood then.
func (h *Hub) disputed(at time.Time) func(context.Context, items.Item) firewall.Dispute {
	return func(ctx context.Context, it items.Item) firewall.Dispute {
		side := firewall.NoDispute
		for _, store := range []*Hub{h, h.user} {
			if store == nil {
				continue
			}
			switch store.sideIn(ctx, it, at) {
			case firewall.OlderSide:
				return firewall.OlderSide
			case firewall.NewerSide:
				side = firewall.NewerSide
			}
		}
		return side
	}
}

// Disputed names the hits that stand on a side of an open case.
func (h *Hub) Disputed(ctx context.Context, hits []recall.Hit, at time.Time) map[items.ID]bool {
	side, found := h.disputed(at), map[items.ID]bool{}
	for _, hit := range hits {
		if it, _, err := newReader(h).Get(ctx, hit.ID); err == nil && side(ctx, it) != firewall.NoDispute {
			found[hit.ID] = true
		}
	}
	return found
}

// sideIn asks the contradictions that this store holds.
func (h *Hub) sideIn(ctx context.Context, it items.Item, at time.Time) firewall.Dispute {
	view, err := h.View(ctx)
	if err != nil {
		return firewall.NoDispute // what cannot be read is not shown either
	}
	side := firewall.NoDispute
	for _, e := range view.Edges(it.ID) {
		if e.Kind != "contradicts" {
			continue
		}
		other := e.To
		if other == it.ID {
			other = e.From
		}
		doc, ok := view.Lookup(other)
		if !ok {
			continue
		}
		head := view.Head(doc)
		if !at.IsZero() {
			if !(past{view, at}).stood(head) {
				continue
			}
			head.Status = items.Active
		}
		switch {
		case !h.speaks(ctx, other, at): // what may not be shown silences nobody
		case head.Candidate || !govern.Opposed(it.Head(), head):
		case govern.Newer(it.Head(), head) < 0:
			return firewall.OlderSide
		default:
			side = firewall.NewerSide
		}
	}
	return side
}

// speaks reports that an item could reach a prompt itself. An item that a pull request or a web page brought cannot put another one in
// doubt.
func (h *Hub) speaks(ctx context.Context, id items.ID, at time.Time) bool {
	it, f, err := h.Items.Get(ctx, id)
	if err != nil {
		return false
	}
	if !at.IsZero() {
		it = h.then(ctx, it, f, at)
	}
	subject := firewall.Subject{Item: it, Relevance: 1, Standing: h.standing(ctx, it, f)}
	return firewall.Judge(h.firewallRequest(PackRequest{Query: recall.Query{AsOf: at}}), subject).Decision != firewall.Deny
}
