package writeservice

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// Every file that this service writes is sealed, so that it can be told from one that a pull or another program brought (decision 10).
// A change of an existing file hands on the seal that it had: what nobody here ever vouched for is not vouched for by a new tag. Only
// a person who decides on the whole text, by approving or editing it, seals it anew.

// seen seals the text of an item that this service made, or that a person approved as a whole.
func (s *Service) seen(it items.Item) error { return s.seal(trust.Seen, it) }

func (s *Service) seal(kind trust.Seal, it items.Item) error {
	if !s.Seals.Usable() {
		return nil
	}
	file, err := it.Encode()
	if err != nil {
		return err
	}
	return s.sealFile(kind, file)
}

// sealFile is seal for the bytes of an item.
func (s *Service) sealFile(kind trust.Seal, file []byte) error {
	if !s.Seals.Usable() {
		return nil
	}
	if kind == trust.None {
		kind = trust.Foreign // else our own change would pass for an edit by a person's hand
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
	it, f, err := s.Items.Get(ctx, id)
	if err != nil {
		return trust.None
	}
	return s.origin(ctx, it, f)
}

// origin is what is known of a file: its seal, or what the repository around the store says of one without.
func (s *Service) origin(ctx context.Context, it items.Item, f items.File) trust.Seal {
	kind := s.Seals.Of([]byte(it.Source()))
	if kind == trust.None && s.Origin != nil {
		return s.Origin(ctx, it, f)
	}
	return kind
}

// claimed is foreign for an item by its id.
func (s *Service) claimed(ctx context.Context, id items.ID) bool {
	it, f, err := s.Items.Get(ctx, id)
	return err != nil || s.foreign(ctx, it, f)
}

// dropped reports an item in force that is foreign. It swallows nothing that is written after it, or whoever can write a file would keep a fact
// out of every prompt by saying it first.
func (s *Service) dropped(ctx context.Context, h items.Head) bool {
	return s.Seals.Usable() && h.Status == items.Active && !h.Candidate && s.claimed(ctx, h.ID)
}

// stoodFor is an index for what a person says: of the tombstones it has those that somebody stands for. A file that a program dropped makes him
// give no reason for his own words.
type stoodFor struct {
	ctx context.Context
	s   *Service
	all Index
}

// forWho is the index that somebody's words are held against.
func (s *Service) forWho(ctx context.Context, byPerson bool, ix Index) Index {
	if byPerson && s.Seals.Usable() {
		return stoodFor{ctx, s, ix}
	}
	return ix
}

func (f stoodFor) ByText(key string) []items.Head  { return f.heads(f.all.ByText(key)) }
func (f stoodFor) ByClaim(key string) []items.Head { return f.heads(f.all.ByClaim(key)) }
func (f stoodFor) BySpan(key string) []items.Head  { return f.heads(f.all.BySpan(key)) }

func (f stoodFor) heads(all []items.Head) []items.Head {
	if !slices.ContainsFunc(all, isStone) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(h items.Head) bool { return isStone(h) && f.s.claimed(f.ctx, h.ID) })
}

// standsIn refuses to let the item take the place of others where nobody here stands for it: one that counts would leave the prompts, and this one
// is in none. Among what nobody stands for, as a merge under way leaves it, nothing gets lost.
func (t *tx) standsIn(others ...items.ID) error {
	if t.old.Status != items.Active || !t.s.foreign(t.ctx, t.old.Item, t.old.file) ||
		!slices.ContainsFunc(others, func(id items.ID) bool { return !t.s.claimed(t.ctx, id) }) {
		return nil
	}
	return refusalf("%s is in no prompt, as its file changed outside of memory and nobody here stands for it: memory review approve %s first, or neither would be injected", t.old.ID, t.old.ID)
}

// stands is true of items that dropped is not true of.
func (s *Service) stands(ctx context.Context) func(items.Head) bool {
	return func(h items.Head) bool { return !s.dropped(ctx, h) }
}

// foreign reports an item whose file nobody on this machine vouched for. Without seals no file is foreign.
func (s *Service) foreign(ctx context.Context, it items.Item, f items.File) bool {
	if !s.Seals.Usable() {
		return false
	}
	kind := s.origin(ctx, it, f)
	return kind == trust.None || kind == trust.Foreign
}

// approvedHere reports an item whose text this machine saw being written or approved: another approval adds nothing. What came with a merge
// or a store says of itself that it is approved. Without seals the file is all there is to go by.
func (s *Service) approvedHere(ctx context.Context, it items.Item, f items.File) bool {
	return !s.Seals.Usable() || s.origin(ctx, it, f) == trust.Seen
}
