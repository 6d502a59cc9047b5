package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// Verdicts of a review, as they stand in the file.
const (
	approved = "approved"
	rejected = "rejected"
)

// mergedReason starts the reason of a candidate whose words live on in an item. It is rejected as a file and not as a claim: what
// says the same again goes to that item.
const mergedReason = "merged into "

func onlyPersons(t *tx) error {
	if !isHuman(t.who.Channel) {
		return refusal("only a person can review: run it at the terminal, without --as and outside of an agent")
	}
	return nil
}

// Approve makes a candidate an item, or confirms an active item that no person stood for yet, or that an item is out of force whose file
// changed outside of this service. Only a person may; it is the one way
// in which trust rises.
func (s *Service) Approve(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, id, OpApprove, who, "", func(t *tx, it *items.Item) error {
		if err := onlyPersons(t); err != nil {
			return err
		}
		if it.Status == items.Active && isHuman(it.Trust) && s.approvedHere(ctx, t.old.Item, t.old.file) && !it.Open("review") && !it.Open("trust") &&
			(it.Review.Verdict == approved || len(firewall.Stuffed(*it)) == 0) {
			return nil
		}
		if isStone(it.Head()) && !t.old.file.Candidate && s.foreign(ctx, t.old.Item, t.old.file) {
			t.review = true // the file is sealed as it is
			t.reasons = append(t.reasons, fmt.Sprintf("it stays %s, and that counts from now on", it.Status))
			return nil
		}
		if err := t.move(it); err != nil {
			return err
		}
		t.content, t.review = true, true
		it.Trust = items.Human
		it.Review = items.Review{Verdict: approved, By: who.By, At: s.now()}
		it.Settle("review") // a merge may have left two verdicts, and two trusts: this is the one
		it.Settle("trust")
		return t.supersede(*it)
	})
}

// Reject keeps the candidate as a tombstone, and retires an item in force that waits for a person too: its file changed outside of this service,
// or a merge set its approval aside. Only a person may.
func (s *Service) Reject(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	return s.edit(ctx, id, OpReject, who, reason, func(t *tx, it *items.Item) error {
		if err := onlyPersons(t); err != nil {
			return err
		}
		if t.old.file.Candidate && it.Status == items.Retired {
			return nil
		}
		if it.Status == items.Active && !t.old.file.Candidate && (it.Open("review") || s.foreign(ctx, t.old.Item, t.old.file)) {
			it.Status, it.Ended = items.Retired, safe(reason) // no candidate: what a person says against it is the word of a retirement
			it.Settle("review")
			it.Settle("status")
			return nil
		}
		if err := t.move(it); err != nil {
			return err
		}
		it.Review = items.Review{Verdict: rejected, By: who.By, At: s.now(), Reason: safe(reason)}
		return nil
	})
}

// Merge moves a candidate's evidence, files and tags into an item; the candidate is retired and points to it. Only a person may.
func (s *Service) Merge(ctx context.Context, candidate, into items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, into, OpMerge, who, "", func(t *tx, it *items.Item) error {
		if err := onlyPersons(t); err != nil {
			return err
		}
		t.other = candidate
		if err := t.standsIn(candidate); err != nil {
			return err
		}
		c, err := s.load(ctx, candidate)
		if err != nil {
			return err
		}
		switch to, ok := transition(OpMerge, c.Status, c.file.Candidate); {
		case candidate == into:
			return refusal("a candidate cannot be merged into itself")
		case !ok:
			return refusalf("%s is %s: %s", candidate, c.Status, wayOut(OpMerge, c.Status))
		case it.Status != items.Active:
			return refusalf("%s is %s: merge into an active item", into, it.Status)
		case c.Project != it.Project && !who.AcrossProjects:
			return refusalf("%s belongs to project %q, %s to %q", candidate, c.Project, into, it.Project)
		default:
			c.Status = to
		}
		absorb(it, c.Item)
		it.Supersedes = append(without(it.Supersedes, candidate), candidate) // so that the candidate's claim is not held against it
		c.Item = retiredInto(c.Item, into, who, s)
		c.Updated = s.now()
		t.last = append(t.last, c)
		return nil
	})
}

// absorb takes over what supports the same claim. The item keeps its words.
func absorb(it *items.Item, from items.Item) (added int) {
	added = addCitations(it, from.Evidence)
	union := func(to *[]string, add []string) {
		for _, a := range add {
			if !slices.Contains(*to, a) {
				*to = append(*to, a)
			}
		}
	}
	union(&it.Tags, from.Tags)
	union(&it.Refs.Files, from.Refs.Files)
	union(&it.Refs.URLs, from.Refs.URLs)
	union(&it.Refs.Commits, from.Refs.Commits)
	union(&it.Refs.Resources, from.Refs.Resources)
	return added
}

func retiredInto(c items.Item, into items.ID, who Actor, s *Service) items.Item {
	c.Status = items.Retired
	c.Review = items.Review{Verdict: rejected, By: who.By, At: s.now(), Reason: mergedReason + string(into)}
	c.Refs.Items = append(without(c.Refs.Items, into), into)
	return c
}

// Merged reports whether a candidate was merged into an item rather than rejected.
func Merged(it items.Item) bool {
	return it.Review.Verdict == rejected && strings.HasPrefix(it.Review.Reason, mergedReason)
}

// mergedInto returns the living item that a tombstone was merged into, if it was.
func (s *Service) mergedInto(ctx context.Context, stone items.Head) (items.Head, error) {
	for range 8 { // an item merged into one that was itself replaced
		it, _, err := s.Items.Get(ctx, stone.ID)
		if errors.Is(err, items.ErrNotFound) {
			return items.Head{}, nil
		}
		if err != nil {
			return items.Head{}, fmt.Errorf("read tombstone: %w", err)
		}
		into, ok := strings.CutPrefix(it.Review.Reason, mergedReason)
		if !ok {
			return items.Head{}, nil
		}
		target, _, err := s.Items.Get(ctx, items.ID(into))
		if errors.Is(err, items.ErrNotFound) {
			return items.Head{}, nil
		}
		if err != nil {
			return items.Head{}, fmt.Errorf("read merged item: %w", err)
		}
		if isLive(target.Head()) {
			return target.Head(), nil
		}
		stone = target.Head()
	}
	return items.Head{}, nil
}

// Strengthen adds citations to an existing item or candidate, as harvest does for what it sees again: status duplicate, Added how
// many were new; confidence grows with them.
func (s *Service) Strengthen(ctx context.Context, id items.ID, add []items.Citation) (Receipt, error) {
	r := Receipt{Op: OpAdd, ID: id}
	add = slices.Clone(add)
	_, wrong, err := s.cite(ctx, add)
	if err != nil {
		return Receipt{}, err
	}
	if len(wrong) > 0 {
		return r.refuse(wrong...), nil
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("strengthen %s: %w; nothing was changed, try again", id, err)
	}
	it, _, err := s.Items.Get(ctx, id)
	switch {
	case err != nil:
	case !isLive(it.Head()):
		r = r.refuse(fmt.Sprintf("%s is %s: evidence does not bring it back", id, it.Status))
	default:
		r, err = s.strengthen(ctx, blind(), id, sighting{add: add, again: true}, r)
	}
	unlock()
	if err != nil {
		return Receipt{}, fmt.Errorf("strengthen %s: %w", id, err)
	}
	return s.told(ctx, r, it, Actor{}), nil
}
