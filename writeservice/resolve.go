package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
		if err := t.standsIn(others...); err != nil {
			return err
		}
		if it.Status == items.Superseded { // by one of the others, in a circle: that one lets it go
			if err := errors.Join(t.move(it), t.letGo(id, others)); err != nil {
				return err
			}
		}
		link := *it
		link.Supersedes = others
		t.who.AcrossProjects = t.who.AcrossProjects || it.Project == "" // it holds where the others did
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
		if s.foreign(ctx, t.old.Item, t.old.file) { // a choice between titles is no look at the whole text
			t.reasons = append(t.reasons, fmt.Sprintf("its file came from elsewhere and nobody here approved it, so it is not injected yet: memory review approve %s", id))
		}
		return t.supersede(link)
	})
}

// Dismiss decides that members of a case do not contradict each other: the links among them go, and it stands in each that they were
// dismissed, so that they do not meet again with these words. Only a person may.
func (s *Service) Dismiss(ctx context.Context, members []items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, members[0], OpResolve, who, items.Dismissed, func(t *tx, it *items.Item) error {
		if err := onlyDeciders(t); err != nil {
			return err
		}
		return t.reconcile(it, members)
	})
}

// Defer leaves a case undecided until a time, or until a member is edited (the zero time): it is listed apart, and nothing else changes.
// Only a person may.
func (s *Service) Defer(ctx context.Context, members []items.ID, until time.Time, who Actor) (Receipt, error) {
	return s.edit(ctx, members[0], OpResolve, who, items.Deferred, func(t *tx, it *items.Item) error {
		if err := onlyDeciders(t); err != nil {
			return err
		}
		if now := s.now(); !until.IsZero() && !until.After(now) {
			return refusalf("%s is over: give a day to come, or none to wait for an edit", until.Format(time.DateOnly))
		}
		return t.among(it, members, func(it *items.Item, others []items.Item) {
			speak(it, others, items.Settled{How: items.Deferred, Until: until})
		})
	})
}

// speak puts a person's word about an item and others into it, in place of an earlier one.
func speak(it *items.Item, others []items.Item, word items.Settled) {
	for _, other := range others {
		word.With, word.Words = other.ID, items.Words(it.Head(), other.Head())
		it.Settled = append(slices.DeleteFunc(it.Settled, func(s items.Settled) bool { return s.With == other.ID }), word)
	}
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

// reconcile takes the contradictions among members away, of it and of the others, and says in each that they may stand together.
func (t *tx) reconcile(it *items.Item, members []items.ID) error {
	return t.among(it, members, func(it *items.Item, others []items.Item) {
		it.Contradicts = slices.DeleteFunc(it.Contradicts, func(id items.ID) bool { return slices.Contains(members, id) })
		speak(it, others, items.Settled{How: items.Dismissed})
	})
}

// among changes each member of a case, knowing the others: it, and after it those that differ.
func (t *tx) among(it *items.Item, members []items.ID, change func(it *items.Item, others []items.Item)) error {
	if it.Status == items.Superseded {
		return refusalf("%s and the others supersede each other, and none is in force: --choose says which one holds", it.ID)
	}
	was := []items.Item{*it}
	var rest []stored
	for _, id := range without(members, it.ID) {
		o, err := t.s.load(t.ctx, id)
		if err != nil {
			return err
		}
		rest, was = append(rest, o), append(was, o.Item)
	}
	change(it, was[1:])
	for n, o := range rest {
		next := own(o.Item)
		change(&next, slices.Delete(slices.Clone(was), n+1, n+2))
		if !next.Equal(o.Item) {
			o.Item, o.Updated = next, t.s.now()
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
