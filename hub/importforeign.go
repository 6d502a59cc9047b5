package hub

import (
	"context"

	"github.com/factline/memory/foreign"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// ImportForeign brings in what another memory system keeps, as Import does rows of our own: ids and times are kept, one bad row is
// counted, and without a person's word for it everything waits in review. Drafts without a project are of the caller's.
func (h *Hub) ImportForeign(ctx context.Context, kind foreign.Kind, path string, mode writeservice.ImportMode, who writeservice.Actor) (Imported, error) {
	return h.importRows(ctx, mode, who, func(row rowFunc) error {
		return foreign.Read(kind, path, func(name string, it items.Item, err error) error {
			h.NewProject(&it)
			return row(name, it, err)
		})
	})
}
