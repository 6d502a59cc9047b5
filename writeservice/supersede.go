package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/factline/memory/items"
)

// Supersede marks old as superseded by the existing item with. The new item's link is written first, then the old item's status:
// after a kill in between, Repair finds the one and does the other.
func (s *Service) Supersede(ctx context.Context, old, with items.ID, who Actor) (Receipt, error) {
	return s.SupersedeFrom(ctx, old, with, time.Time{}, who)
}

// SupersedeFrom is Supersede where since when the new item is true is known; zero leaves its valid.from as it is.
func (s *Service) SupersedeFrom(ctx context.Context, old, with items.ID, from time.Time, who Actor) (Receipt, error) {
	return s.edit(ctx, with, OpSupersede, who, "", func(t *tx, it *items.Item) error {
		if it.Status != items.Active {
			return refusalf("%s is %s: only an active item supersedes another", with, it.Status)
		}
		t.other = old
		if err := t.standsIn(old); err != nil {
			return err
		}
		if !from.IsZero() {
			it.Valid.From = from
			it.Settle("valid.from")
		}
		if !slices.Contains(it.Supersedes, old) {
			it.Supersedes = append(it.Supersedes, old)
		}
		link := *it
		link.Supersedes = []items.ID{old}
		return t.supersede(link)
	})
}

// supersede checks what it supersedes now, and puts these items out of force once the changed item is written.
func (t *tx) supersede(it items.Item) error {
	olds, why, err := t.s.predecessors(t.ctx, it, t.who, false)
	switch {
	case err != nil:
		return err
	case why != "":
		return refusal(why)
	case len(olds) > 0:
		t.last = append(t.last, olds...)
		t.reasons = append(t.reasons, untilThen(olds, it.Valid.From)...)
	}
	return nil
}

// predecessors loads the items that it supersedes and that are not out of force yet. why says what speaks against that. An item whose id was
// just made up is unnamed: no chain leads to it, however long its predecessors' is.
func (s *Service) predecessors(ctx context.Context, it items.Item, who Actor, unnamed bool) (olds []stored, why string, err error) {
	for _, id := range it.Supersedes {
		if id == it.ID {
			return nil, "an item cannot supersede itself", nil
		}
		old, err := s.load(ctx, id)
		if errors.Is(err, items.ErrNotFound) {
			return nil, fmt.Sprintf("superseded item %s does not exist", id), nil
		}
		if err != nil {
			return nil, "", err
		}
		open := old.Open("status") && isHuman(who.Channel)
		if isStone(old.Head()) && !open {
			continue // nothing to do: it was revived, or this is the second try
		}
		if open {
			old.Settle("status")
		}
		if isStone(old.Head()) {
			olds = append(olds, old)
			continue
		}
		to, ok := transition(OpSupersede, old.Status, old.file.Candidate)
		switch {
		case !ok:
			return nil, fmt.Sprintf("%s is %s and cannot be superseded: %s", id, old.Status, wayOut(OpSupersede, old.Status)), nil
		case old.Project == "" && it.Project != "" && !(isHuman(who.Channel) && who.AcrossProjects):
			return nil, fmt.Sprintf("%s belongs to every project, and only one would have what replaces it: change its project to where it holds (memory conflicts resolve --scope), or dismiss the case", id), nil
		case old.Project != it.Project && !(isHuman(who.Channel) && who.AcrossProjects):
			return nil, fmt.Sprintf("%s belongs to project %q: only a person can supersede across projects, and must say so", id, old.Project), nil
		case isHuman(old.Trust) && !isHuman(who.Channel):
			return nil, fmt.Sprintf("%s was written or approved by a person: propose the new text as a candidate with memory write", id), nil
		}
		if !unnamed {
			if circle, err := s.leadsTo(ctx, old.Item, it.ID); err != nil || circle {
				return nil, fmt.Sprintf("%s supersedes %s already: the two would supersede each other", id, it.ID), err
			}
		}
		if s.giveWay(&old.Item, it, to) {
			old.Updated = s.now()
			olds = append(olds, old)
		}
	}
	return olds, "", nil
}

// leadsTo says whether from supersedes target, directly or over others.
func (s *Service) leadsTo(ctx context.Context, from items.Item, target items.ID) (bool, error) {
	seen := map[items.ID]bool{}
	open := slices.Clone(from.Supersedes)
	for len(open) > 0 {
		id := open[0]
		open = open[1:]
		if id == target {
			return true, nil
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		it, _, err := s.Items.Get(ctx, id)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err == nil { // one that is gone or does not parse leads nowhere
			open = append(open, it.Supersedes...)
		}
	}
	return false, nil
}
