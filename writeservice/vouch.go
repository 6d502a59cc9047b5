package writeservice

import (
	"context"
	"fmt"

	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// Every file that this service writes is sealed, so that it can be told from one that a pull or another program brought (decision 10).
// A change of an existing file hands on the seal that it had: what nobody here ever vouched for is not vouched for by a new tag. Only
// a person who decides on the whole text, by approving or editing it, seals it anew.

// seen seals the text of an item that this service made, or that a person approved as a whole.
func (s *Service) seen(it items.Item) error { return s.seal(trust.Seen, it) }

func (s *Service) seal(kind trust.Seal, it items.Item) error {
	if !s.Seals.Usable() || kind == trust.None {
		return nil
	}
	file, err := it.Encode()
	if err != nil {
		return err
	}
	if err := s.Seals.Add(kind, file); err != nil {
		return fmt.Errorf("remember that this machine wrote it: %w", err)
	}
	return nil
}

// sealOf is the seal of an item's file as it is now.
func (s *Service) sealOf(ctx context.Context, id items.ID) trust.Seal {
	if !s.Seals.Usable() {
		return trust.None
	}
	it, _, err := s.Items.Get(ctx, id)
	if err != nil {
		return trust.None
	}
	return s.Seals.Of([]byte(it.Source()))
}

// foreign reports an item whose file nobody on this machine vouched for. Without seals no file is foreign.
func (s *Service) foreign(it items.Item) bool {
	return s.Seals.Usable() && s.Seals.Of([]byte(it.Source())) == trust.None
}
