package writeservice

import (
	"context"
	"slices"

	"github.com/factline/memory/items"
)

// Choose decides a case: of the items that contradict each other, id holds and supersedes the others. merge moves their evidence, tags
// and references over. Only a person may. It is one deed: whole or not done.
func (s *Service) Choose(ctx context.Context, id items.ID, members []items.ID, merge bool, who Actor) (Receipt, error) {
	return s.edit(ctx, id, OpResolve, who, "", func(t *tx, it *items.Item) error {
		if err := onlyDeciders(t); err != nil {
			return err
		}
		others := without(members, id)
		link := *it
		link.Supersedes = others
		for _, other := range others {
			o, err := s.load(ctx, other)
			if err != nil {
				return err
			}
			if merge {
				absorb(it, o.Item)
			}
			it.Contradicts = without(it.Contradicts, other)
			it.Supersedes = append(without(it.Supersedes, other), other)
			t.reasons = append(t.reasons, "supersedes "+string(other))
		}
		return t.supersede(link)
	})
}

// Dismiss decides that members of a case do not contradict each other: the links among them go. Only a person may.
func (s *Service) Dismiss(ctx context.Context, members []items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, members[0], OpResolve, who, "dismissed", func(t *tx, it *items.Item) error {
		if err := onlyDeciders(t); err != nil {
			return err
		}
		return t.reconcile(it, members)
	})
}

// Scope decides that members of a case are true in different places: id holds on a branch, or in a project. Only a person may.
func (s *Service) Scope(ctx context.Context, id items.ID, kind, name string, members []items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, id, OpResolve, who, kind+" "+name, func(t *tx, it *items.Item) error {
		if err := onlyDeciders(t); err != nil {
			return err
		}
		if kind == "branch" {
			it.Valid.Branch = name
		} else {
			it.Project = name
		}
		return t.reconcile(it, members)
	})
}

// reconcile takes the contradictions among members away, of it and of the others.
func (t *tx) reconcile(it *items.Item, members []items.ID) error {
	forget := func(it *items.Item) bool {
		n := len(it.Contradicts)
		it.Contradicts = slices.DeleteFunc(slices.Clone(it.Contradicts), func(id items.ID) bool { return slices.Contains(members, id) })
		return len(it.Contradicts) != n
	}
	forget(it)
	for _, other := range without(members, it.ID) {
		o, err := t.s.load(t.ctx, other)
		if err != nil {
			return err
		}
		o.Item = own(o.Item)
		if forget(&o.Item) {
			o.Updated = t.s.now()
			t.last = append(t.last, o)
		}
	}
	return nil
}

func onlyDeciders(t *tx) error {
	if !isHuman(t.who.Channel) {
		return refusal("only a person can decide a case: run it at the terminal, without --as and outside of an agent")
	}
	return nil
}
