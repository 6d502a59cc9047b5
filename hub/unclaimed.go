package hub

import "github.com/factline/memory/trust"

// Unclaimed reports whether this is the user's own store, not trusted and without an item: who wrote settings into ~/.memory by hand made it, and
// what he writes there first must not pass for a stranger's.
func (h *Hub) Unclaimed() bool {
	return h.Chosen == "user" && h.stand.book != nil && h.stand.err == nil && h.stand.state == trust.Unknown && h.empty()
}
