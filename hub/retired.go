package hub

import (
	"context"

	"github.com/factline/memory/items"
)

// RetiredEvidence names, by evidence record, the tombstones that cite it, so that a door can label words whose claim no longer
// holds wherever it shows them.
func (h *Hub) RetiredEvidence(ctx context.Context) (map[string][]items.ID, error) {
	view, err := h.View(ctx)
	if err != nil {
		return nil, err
	}
	cited := map[string][]items.ID{}
	for doc := range view.Len() {
		head := view.Head(doc)
		if len(head.Spans) == 0 || head.Status != items.Retired && head.Status != items.Superseded {
			continue
		}
		it, _, err := h.Items.Get(ctx, head.ID)
		if err != nil {
			continue // gone since the view was opened
		}
		for _, c := range it.Evidence {
			cited[c.ID] = append(cited[c.ID], it.ID)
		}
	}
	return cited, nil
}
