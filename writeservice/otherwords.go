package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// inOtherWords is how a tombstone stands against what says the same, and no key shows it.
const inOtherWords = "makes the same claim in other words"

// echo is a tombstone whose claim something makes again in other words: surely, on the whole, or perhaps.
type echo struct {
	stone items.Head
	rank  likeness
}

// likeness is how much two claims in other words are one.
type likeness int

const (
	noEcho likeness = iota
	similarEcho
	sameEcho
	sureEcho
)

// echoOf looks for the tombstone among the near that says what h says, whatever the words; of several the surest, then the lowest id. None
// stands where an item in force outlives it: see sinceThen. Of a tombstone whose words were purged only keys are left: Tombstone finds it
// by these.
func echoOf(ctx context.Context, meaning compare.Meaning, h items.Head, near []items.Head, stands func(items.Head) bool) (best echo) {
	if !Compared(h.Type) {
		return best
	}
	relation := meaning.To(ctx, factOf(h))
	rank := func(old items.Head) likeness {
		switch r := relation(factOf(old)); {
		case r.Relation == compare.Same && r.Sure:
			return sureEcho
		case r.Relation == compare.Same:
			return sameEcho
		case r.Relation == compare.Similar:
			return similarEcho
		}
		return noEcho
	}
	for _, old := range byID(near) {
		if !isStone(old) || old.Title == items.PurgedTitle || !reaches(old, h) || !canEcho(h, old) || otherValue(old, h) {
			continue
		}
		if r := rank(old); r > best.rank {
			best = echo{old, r}
		}
	}
	if best.rank == noEcho || !slices.ContainsFunc(near, func(old items.Head) bool {
		if old.Status != items.Active || old.Candidate || old.Project != h.Project || !canEcho(h, old) {
			return false
		}
		if !SetAgainst(old, best.stone) || old.FormKey() != best.stone.FormKey() && rank(old) < best.rank {
			return false
		}
		return stands(old)
	}) {
		return best
	}
	return echo{}
}

// SetAgainst reports that an item was set against a tombstone: it took its place or revived it, or a person wrote it afterwards, and was told. One
// that merely stood beside says the same by chance or by somebody's will, and keeps no tombstone off; nor does one that was written in the very second of the
// retirement, since nothing tells which came first: see after.
func SetAgainst(old, stone items.Head) bool {
	return slices.Contains(old.Supersedes, stone.ID) || isHuman(old.Trust) && old.Created.After(stone.Updated)
}

// canEcho reports that two items can say the same: of types with claims, in one scope, and not the one in place of the other.
func canEcho(h, old items.Head) bool {
	return old.ID != h.ID && Compared(old.Type) && !slices.Contains(h.Supersedes, old.ID) && !apart(old.Valid, h.Valid)
}

// inOther is echoOf for an item on its way in. found decides, where the tombstone says the same; alike is one that perhaps does and is only
// named. A candidate that was merged into an item does not stand against its own words: found.same is that item then.
func (s *Service) inOther(ctx context.Context, n *neighbours, h items.Head, near []items.Head) (found settlement, alike items.Head, err error) {
	e := echoOf(ctx, s.Meaning, h, n.freshStones(near, h), s.stands(ctx))
	if e.rank != noEcho {
		e = echoOf(ctx, s.Meaning, h, n.fresh(near, h), s.stands(ctx)) // perhaps it is in force again
	}
	if e.rank == noEcho {
		return found, alike, nil
	}
	into, err := s.mergedInto(ctx, e.stone)
	switch {
	case err != nil:
		return found, alike, err
	case into.ID != "" && e.rank > similarEcho:
		return settlement{same: into}, alike, nil
	case into.ID != "":
		return found, alike, nil
	case e.rank == similarEcho:
		return found, e.stone, nil
	}
	return settlement{stone: e.stone, how: inOtherWords}, alike, nil
}

// against looks at the tombstones that the caller found to say nearly the same. One of perhaps a wider thing is only named.
func (s *Service) against(ctx context.Context, c *newcomer, found *settlement) error {
	for _, id := range c.draft.Against {
		it, _, err := s.Items.Get(ctx, id)
		if errors.Is(err, items.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read tombstone: %w", err)
		}
		h := it.Head()
		if !isStone(h) || !reaches(h, c.head()) || otherValue(h, c.head()) {
			continue
		}
		switch compare.Narrowed(factOf(h), factOf(c.head())) {
		case compare.NotNarrower:
			*found = settlement{stone: h, how: inOtherWords}
			return nil
		case compare.PerhapsNarrower:
			c.alike = h
		}
	}
	return nil
}

// inOther looks among the nearest for a tombstone that says in other words what the item says now.
func (t *tx) inOther(h items.Head) (found settlement, alike items.Head, err error) {
	var r Receipt
	near, err := t.s.near(t.ctx, h, &r)
	t.degraded = append(t.degraded, r.Degraded...)
	if err != nil {
		return found, alike, err
	}
	found, alike, err = t.s.inOther(t.ctx, t.n, h, near)
	return found, alike, err
}

// saysAgain is the note on a tombstone whose claim a person puts in his own words, or somebody perhaps makes again: it stands, and he is told.
func (r *Receipt) saysAgain(again settlement, alike items.Head, outcome Outcome) {
	n, stone, says := Neighbour{ID: again.stone.ID, Relation: compare.Same, Done: doneAgain}, again.stone, "says in other words what was %s on %s (%s): it holds again by this"
	if stone.ID == "" {
		stone, says = alike, "looks like what was %s on %s (%s)"
		n.ID, n.Relation = alike.ID, compare.Similar
	}
	if stone.ID == "" {
		return
	}
	r.Near = append(r.Near, n)
	says = fmt.Sprintf(says, stone.Status, stone.Updated.UTC().Format(time.DateOnly), stone.ID)
	if outcome == Candidate {
		r.Reasons = append(r.Reasons, says+": a person decides whether it holds")
		return
	}
	r.Reasons = append(r.Reasons, says+"; if that is not meant, memory undo takes this back")
}

// after dates a newcomer later than a tombstone that a person was told of: items tell time in seconds, and what is written within one may be older.
func (c *newcomer) after(stone items.Head) {
	if stone.ID != "" && !c.item.Created.After(stone.Updated) {
		at := stone.Updated.UTC().Truncate(time.Second).Add(time.Second)
		c.item.Created, c.item.Updated = at, at
	}
}
