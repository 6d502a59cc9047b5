package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// Changes are the newest n things that happened to items of this store, newest first.
func (h *Hub) Changes(ctx context.Context, n int) ([]writeservice.Event, error) {
	var all []writeservice.Event
	for _, kind := range []ledger.Kind{ledger.Writes, ledger.Reviews} {
		lines, err := h.Ledger.Tail(ctx, kind, n)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			var e writeservice.Event
			if json.Unmarshal(line, &e) == nil && e.Op != "" {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b writeservice.Event) int { return cmp.Compare(b.At, a.At) })
	return all[:min(n, len(all))], nil
}
