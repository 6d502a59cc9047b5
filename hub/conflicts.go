package hub

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/govern"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// Cases are the cases of the store, and how many items were not compared with their neighbours yet.
type Cases struct {
	Open     []govern.Case
	Deferred []govern.Case // a person left them for later; prompts say all the same that they are disputed
	Left     int
	Degraded string // why what was compared will be compared again; "" mostly
}

// Conflicts lists the cases of the store: items in force that contradict each other, or say the same.
func (h *Hub) Conflicts(ctx context.Context) (Cases, error) {
	left, meetErr := h.Meet(ctx, meetAsked)
	found, err := h.cases(ctx)
	found.Left = left
	if meetErr != nil {
		found.Degraded = "not all items were compared for good: " + meetErr.Error()
	}
	return found, err
}

// cases lists what is known, without comparing anything.
func (h *Hub) cases(ctx context.Context) (Cases, error) {
	view, err := h.View(ctx)
	if err != nil {
		return Cases{}, err
	}
	pairs, err := h.metPairs(ctx)
	if err != nil {
		return Cases{}, err
	}
	var heads, bound []items.Head // bound: what supersedes something, or may be superseded
	var links []govern.Link
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Status == items.Superseded || len(head.Supersedes) > 0 {
			bound = append(bound, head)
		}
		if head.Status != items.Active || len(head.Contradicts)+len(pairs[head.ID]) == 0 && len(view.Edges(head.ID)) == 0 {
			continue
		}
		heads = append(heads, head)
		for _, m := range pairs[head.ID] {
			if m.A == head.ID && h.stillMeets(ctx, view, m) {
				links = append(links, govern.NewLink(m.A, m.B, m.Kind))
			}
		}
	}
	result := Cases{Open: govern.Circles(bound)}
	for _, c := range govern.Cases(heads, links) {
		if until, deferred := h.deferral(ctx, c); deferred {
			c.Until = until
			result.Deferred = append(result.Deferred, c)
		} else {
			result.Open = append(result.Open, c)
		}
	}
	return result, ctx.Err()
}

// stillMeets reports that a pair of the ledger has the words that it was found with, and that nobody dismissed it.
func (h *Hub) stillMeets(ctx context.Context, view *projections.View, m met) bool {
	a, okA := view.Lookup(m.A)
	b, okB := view.Lookup(m.B)
	if !okA || !okB || items.Words(view.Head(a), view.Head(b)) != m.Words {
		return false
	}
	said, ok := h.said(ctx, m.A, view.Head(b))
	return !ok || said.How != items.Dismissed
}

// said is what a person said of two items.
func (h *Hub) said(ctx context.Context, a items.ID, b items.Head) (items.Settled, bool) {
	it, _, err := h.Items.Get(ctx, a)
	if err != nil {
		return items.Settled{}, false
	}
	return it.SettledWith(b, h.Now())
}

// deferral reports that every link of a case is deferred, and when the first of them comes back; zero = with an edit.
func (h *Hub) deferral(ctx context.Context, c govern.Case) (until time.Time, deferred bool) {
	heads := map[items.ID]items.Head{}
	for _, m := range c.Members {
		heads[m.ID] = m
	}
	for _, l := range c.Links {
		said, ok := h.said(ctx, l.A, heads[l.B])
		if !ok || said.How != items.Deferred {
			return time.Time{}, false
		}
		if until.IsZero() || !said.Until.IsZero() && said.Until.Before(until) {
			until = said.Until
		}
	}
	return until, true
}

// Conflict finds a case, open or deferred, by its id, by the start of it, or by a member.
func (h *Hub) Conflict(ctx context.Context, ref string) (govern.Case, error) {
	all, err := h.Conflicts(ctx)
	if err != nil {
		return govern.Case{}, err
	}
	member, _ := h.Items.Resolve(ctx, ref)
	var found []govern.Case
	for _, c := range slices.Concat(all.Open, all.Deferred) {
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

// disputed says which side of an open case an item stands on in a project ("" = wherever it holds); as of a time, on which it stood then.
func (h *Hub) disputed(project string, at time.Time) func(context.Context, items.Item) firewall.Dispute {
	return func(ctx context.Context, it items.Item) firewall.Dispute {
		side := firewall.NoDispute
		for _, store := range []*Hub{h, h.user} {
			if store == nil {
				continue
			}
			switch store.sideIn(ctx, it, project, at) {
			case firewall.OlderSide:
				return firewall.OlderSide
			case firewall.NewerSide:
				side = firewall.NewerSide
			}
		}
		return side
	}
}

// Disputed names the hits of a search that stand on a side of an open case.
func (h *Hub) Disputed(ctx context.Context, hits []recall.Hit, q recall.Query) map[items.ID]bool {
	side, found := h.disputed(h.firewallRequest(PackRequest{Query: q}).Project, q.AsOf), map[items.ID]bool{}
	for _, hit := range hits {
		if !h.named(ctx, hit.ID) {
			continue // no other item says otherwise: its file need not be read
		}
		if it, _, err := newReader(h).Get(ctx, hit.ID); err == nil && side(ctx, it) != firewall.NoDispute {
			found[hit.ID] = true
		}
	}
	return found
}

// named reports that an item may stand in a contradiction of this store or the user's.
func (h *Hub) named(ctx context.Context, id items.ID) bool {
	for _, store := range []*Hub{h, h.user} {
		if store == nil {
			continue
		}
		view, err := store.View(ctx)
		if err != nil || len(store.against(ctx, view, items.Item{ID: id})) > 0 {
			return true
		}
	}
	return false
}

// sideIn asks the contradictions that this store holds.
func (h *Hub) sideIn(ctx context.Context, it items.Item, project string, at time.Time) firewall.Dispute {
	view, err := h.View(ctx)
	if err != nil {
		return firewall.NoDispute // what cannot be read is not shown either
	}
	side := firewall.NoDispute
	for _, other := range h.against(ctx, view, it) {
		doc, ok := view.Lookup(other)
		if !ok {
			continue
		}
		head := view.Head(doc)
		if !at.IsZero() {
			if !(past{view, at, h.mistrust(ctx)}).stood(head) {
				continue
			}
			head.Status = items.Active
		}
		switch {
		case it.Project != head.Project && (project == "" || it.Project != "" && it.Project != project || head.Project != "" && head.Project != project):
			// one of every project and one of a single one speak against each other only in that one
		case !h.speaks(ctx, other, project, at): // what may not be shown silences nobody
		case head.Candidate || !govern.Opposed(it.Head(), head):
		case govern.Newer(it.Head(), head) < 0:
			return firewall.OlderSide
		default:
			side = firewall.NewerSide
		}
	}
	return side
}

// against are the items that contradict one: those that it names, those that name it, and those that were found to.
func (h *Hub) against(ctx context.Context, view *projections.View, it items.Item) (others []items.ID) {
	for _, e := range view.Edges(it.ID) {
		switch {
		case e.Kind != "contradicts":
		case e.To == it.ID:
			others = append(others, e.From)
		default:
			others = append(others, e.To)
		}
	}
	pairs, err := h.metPairs(ctx)
	if err != nil {
		return others // a ledger that cannot be read keeps no prompt from what the files say
	}
	for _, m := range pairs[it.ID] {
		other := m.B
		if other == it.ID {
			other = m.A
		}
		if m.Kind == govern.Contradiction && !slices.Contains(others, other) && h.stillMeets(ctx, view, m) {
			others = append(others, other)
		}
	}
	return others
}

// speaks reports that an item could reach a prompt itself. An item that a pull request or a web page brought cannot put another one in
// doubt.
func (h *Hub) speaks(ctx context.Context, id items.ID, project string, at time.Time) bool {
	it, f, err := h.Items.Get(ctx, id)
	if err != nil {
		return false
	}
	if !at.IsZero() {
		it = h.then(ctx, it, f, at)
	}
	subject := firewall.Subject{Item: it, Relevance: 1, Standing: h.standing(ctx, it, f)}
	return firewall.Judge(h.firewallRequest(PackRequest{Query: recall.Query{AsOf: at, Project: cmp.Or(project, AllProjects)}}), subject).Decision != firewall.Deny
}
