package hub

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Show makes a pack of the items that a caller names, in their order: the way of an agent to read what it found. It judges and records
// them as any other pack, but that the older side of an open case is shown too, with a mark: who names it wants to see what is disputed. Relevance is not asked for. An id that names nothing is said in Degraded, unless none names anything.
func (h *Hub) Show(ctx context.Context, refs []string, r PackRequest) (Packed, error) {
	var ids []items.ID
	var missing []string
	for _, ref := range refs {
		id, err := h.Resolve(ctx, ref)
		switch {
		case ctx.Err() != nil:
			return Packed{}, ctx.Err()
		case err != nil && len(refs) == 1:
			return Packed{}, err
		case err != nil:
			missing = append(missing, err.Error())
		case !slices.Contains(ids, id):
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 && len(missing) > 0 {
		return Packed{}, errors.New(strings.Join(missing, "; "))
	}
	found := recall.Result{}
	for n, id := range ids {
		found.Hits = append(found.Hits, recall.Hit{ID: id, Score: float64(len(ids) - n), Relevance: 1})
	}
	if r.Query.Now.IsZero() {
		r.Query.Now = h.Now()
	}
	r.Floor, r.MaxItems = -1, max(1, len(ids))
	r.Query.Text = "read " + strings.Join(refs, " ")
	read := newReader(h).asOf(r.Query.AsOf)
	asked := h.packRequest(r, read)
	asked.Dispute = bothSides(asked.Dispute)
	pack, err := contextpack.Build(ctx, asked, found, read, h.tombstoned(ctx, r))
	if err != nil {
		return Packed{}, err
	}
	packed := Packed{Pack: pack}
	packed.Degraded = append(packed.Degraded, missing...)
	h.record(ctx, r, &packed)
	return packed, nil
}

// bothSides lets the older side of an open case be read.
func bothSides(side func(context.Context, items.Item) firewall.Dispute) func(context.Context, items.Item) firewall.Dispute {
	return func(ctx context.Context, it items.Item) firewall.Dispute {
		if got := side(ctx, it); got != firewall.OlderSide {
			return got
		}
		return firewall.OlderRead
	}
}
