package hub

import (
	"context"

	"github.com/factline/memory/check"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// checkSources follows the citations of a checked item as far as this machine can: evidence is private, so that a session which is not here
// proves nothing, and CI has none. Where the session is here, the record must be too, with the words that were cited. Where nothing can be looked
// up and no person stands for the item, that is said: whoever reviews it knows more.
func (h *Hub) checkSources(ctx context.Context, f check.File) (out []check.Finding) {
	known := f.Item.Trust == items.Human || f.Item.Review.Verdict == "approved"
	for i, s := range h.Sources(ctx, f.Item) {
		switch {
		case s.State == SourceChanged:
			out = append(out, check.Cites(f, i+1, "other words stand in "+s.Citation.ID+" than were cited: cite it anew"))
		case s.State == SourceMissing && h.Evidence.HasSession(evidence.ID(s.Citation.ID)):
			out = append(out, check.Cites(f, i+1, "its session is here, and holds no "+s.Citation.ID+" with this span: cite what is there"))
		case s.State == SourceMissing && !known:
			out = append(out, check.Unseen(f, i+1, f.Item.Trust == ""))
		}
	}
	return out
}
