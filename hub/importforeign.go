package hub

import (
	"context"

	"github.com/factline/memory/foreign"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// ImportForeign brings in what another memory system keeps, as Import does rows of our own: ids and times are kept, one bad row is
// counted, and without a person's word for it everything waits in review. Drafts without a project are of the caller's. Rows that share an id and are not
// one are two items, see ownIDs.
func (h *Hub) ImportForeign(ctx context.Context, kind foreign.Kind, path string, mode writeservice.ImportMode, who writeservice.Actor) (Imported, error) {
	var rows []foreignRow
	readErr := foreign.Read(kind, path, func(name string, it items.Item, err error) error {
		h.NewProject(&it)
		rows = append(rows, foreignRow{name, it, err})
		return ctx.Err()
	})
	h.ownIDs(ctx, rows, mode)
	return h.importRows(ctx, mode, who, func(row rowFunc) error {
		for _, r := range rows {
			if err := row(r.name, r.it, r.err); err != nil {
				return err
			}
		}
		return readErr
	})
}
