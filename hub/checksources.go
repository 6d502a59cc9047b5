package hub

import (
	"context"

	"github.com/factline/memory/check"
	"github.com/factline/memory/evidence"
)

// checkSources follows the citations of a checked item as far as this machine can: evidence is private, so that a session which is not here
// says nothing, and CI has none. Where the session is here, the record must be too, with the words that were cited.
func (h *Hub) checkSources(ctx context.Context, f check.File) (out []check.Finding) {
	for i, s := range h.Sources(ctx, f.Item) {
		switch {
		case s.State == SourceChanged:
			out = append(out, check.Cites(f, i+1, "other words stand in "+s.Citation.ID+" than were cited: cite it anew"))
		case s.State == SourceMissing && h.Evidence.HasSession(evidence.ID(s.Citation.ID)):
			out = append(out, check.Cites(f, i+1, "its session is here, and holds no "+s.Citation.ID+" with this span: cite what is there"))
		}
	}
	return out
}
