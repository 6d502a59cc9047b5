package hub

import (
	"context"
	"slices"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// silenced reports whether a pack holds nothing because of open cases: the older sides were left out for a newer one that the task does not call for.
func silenced(p contextpack.Pack) bool {
	return len(p.Entries) == 0 && slices.ContainsFunc(p.Omitted, func(o contextpack.Omission) bool { return slices.Contains(o.Reasons, firewall.Contradicted) })
}

// oneSide lets the best of the older sides through, as disputed as the newer one would be: advice that somebody doubts is worth more before a task
// than none, where it is said that it is doubted. Hits are asked about in the order of their rank.
func oneSide(side func(context.Context, items.Item) firewall.Dispute) func(context.Context, items.Item) firewall.Dispute {
	var shown items.ID
	return func(ctx context.Context, it items.Item) firewall.Dispute {
		got := side(ctx, it)
		if got == firewall.OlderSide && (shown == "" || shown == it.ID) {
			shown = it.ID
			return firewall.NewerSide
		}
		return got
	}
}
