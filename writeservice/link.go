package writeservice

import (
	"context"
	"slices"

	"github.com/factline/memory/items"
)

// LinkKind is how one item refers to another.
type LinkKind string

const (
	Refs        LinkKind = "refs"        // from points at to
	Supersedes  LinkKind = "supersedes"  // from replaces to, see Supersede
	Contradicts LinkKind = "contradicts" // the two cannot both be true
	Related     LinkKind = "related"     // refs in both directions
)

// Link makes from refer to to.
func (s *Service) Link(ctx context.Context, from, to items.ID, kind LinkKind, who Actor) (Receipt, error) {
	if kind == Supersedes {
		return s.Supersede(ctx, to, from, who)
	}
	return s.edit(ctx, from, OpLink, who, string(kind), func(t *tx, it *items.Item) error {
		t.other = to
		if from == to {
			return refusal("an item cannot be linked to itself")
		}
		if _, _, err := s.Items.Get(ctx, to); err != nil {
			return err
		}
		if list := kind.list(it); list == nil {
			return refusalf("unknown kind of link: %.20q is none of refs, supersedes, contradicts, related", string(kind))
		} else if !slices.Contains(*list, to) {
			*list = append(*list, to)
		}
		if kind == Related {
			return t.otherSide(to, func(o *items.Item) {
				if !slices.Contains(o.Refs.Items, from) {
					o.Refs.Items = append(o.Refs.Items, from)
				}
			})
		}
		return nil
	})
}

// Unlink takes the reference away. Of a supersedes link, to is active again if nothing else supersedes it.
func (s *Service) Unlink(ctx context.Context, from, to items.ID, kind LinkKind, who Actor) (Receipt, error) {
	var successors []items.ID
	if kind == Supersedes {
		var err error
		if successors, err = s.successors(ctx, to); err != nil {
			return Receipt{}, err
		}
	}
	return s.edit(ctx, from, OpUnlink, who, string(kind), func(t *tx, it *items.Item) error {
		t.other = to
		list := kind.list(it)
		if list == nil {
			return refusalf("unknown kind of link: %.20q is none of refs, supersedes, contradicts, related", string(kind))
		}
		linked := slices.Contains(*list, to)
		*list = without(*list, to)
		switch {
		case kind == Supersedes && linked && len(without(successors, from)) == 0:
			return t.unbury(to)
		case kind == Contradicts && isHuman(t.who.Channel):
			o, err := s.load(ctx, to)
			if err != nil || len(Meets(ctx, s.Meaning, *it, []items.Head{o.Head()}, s.now())) == 0 {
				return nil // gone, or nothing would find that they contradict each other
			}
			return t.among(it, []items.ID{from, to}, func(it *items.Item, others []items.Item) {
				speak(it, others, items.Settled{How: items.Dismissed})
			})
		case kind == Related:
			return t.otherSide(to, func(o *items.Item) { o.Refs.Items = without(o.Refs.Items, from) })
		}
		return nil
	})
}

// list is where the links of a kind stand in an item; nil for an unknown kind.
func (k LinkKind) list(it *items.Item) *[]items.ID {
	switch k {
	case Refs, Related:
		return &it.Refs.Items
	case Supersedes:
		return &it.Supersedes
	case Contradicts:
		return &it.Contradicts
	}
	return nil
}

// otherSide changes the other item of a link in both directions, after the first. An item that only a person may change, or that is
// gone, is passed over.
func (t *tx) otherSide(id items.ID, change func(*items.Item)) error {
	o, err := t.s.load(t.ctx, id)
	if err != nil {
		return nil
	}
	was := o.Item
	o.Item = own(o.Item)
	change(&o.Item)
	if o.Item.Equal(was) || isHuman(o.Trust) && !isHuman(t.who.Channel) {
		return nil
	}
	o.Updated = t.s.now()
	t.last = append(t.last, o)
	return nil
}

// unbury makes a superseded item active again, before the link to it goes: after a kill in between, Repair puts it out of force
// again.
func (t *tx) unbury(id items.ID) error {
	o, err := t.s.load(t.ctx, id)
	if err != nil {
		return nil // it is gone: only the link is left to remove
	}
	to, ok := transition(OpUnlink, o.Status, o.file.Candidate)
	switch {
	case !ok:
		return nil
	case !isHuman(t.who.Channel):
		return refusalf("%s is %s: only a person can bring it back", id, o.Status)
	}
	o.Status, o.Updated = to, t.s.now()
	t.first = append(t.first, o)
	return nil
}
