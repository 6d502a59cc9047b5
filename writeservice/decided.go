package writeservice

import (
	"context"

	"github.com/factline/memory/items"
)

// Decided says what was decided in this store about an item that lies in none, as a harvest would be told: inForce is the item that says the
// same, stone the tombstone that stands against it. What waits for review here is not decided.
func (s *Service) Decided(ctx context.Context, it items.Item) (inForce, stone items.Head, err error) {
	n, err := s.neighbours(ctx)
	if err != nil {
		return inForce, stone, err
	}
	h := it.Head()
	h.ID = ""
	found := settle(h, true, false, n, s.stands(ctx))
	if found.nothing() {
		var r Receipt
		near, err := s.near(ctx, h, &r)
		if err != nil {
			return inForce, stone, err
		}
		if found, _, err = s.inOther(ctx, n, h, near); err != nil {
			return inForce, stone, err
		}
	}
	if found.same.Status == items.Active && !found.same.Candidate {
		inForce = found.same
	}
	return inForce, found.stone, nil
}
