package hub

import (
	"context"
	"encoding/json"
	"time"

	"github.com/factline/memory/ledger"
)

// Observations are the signs of life of agents since a time, in this store and the user's. A damaged record counts as none.
func (h *Hub) Observations(ctx context.Context, since time.Time) (seen []ledger.Observation, err error) {
	for _, store := range []*Hub{h, h.user} {
		if store == nil {
			continue
		}
		for line, err := range store.Ledger.Read(ctx, ledger.Runtime) {
			if err != nil {
				return seen, err
			}
			var o ledger.Observation
			if json.Unmarshal(line, &o) == nil && !o.At.Before(since) {
				seen = append(seen, o)
			}
		}
	}
	return seen, nil
}
