package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
)

// half is a change of two items of which only the first was written: successor's link stands, and old is still in force.
type half struct{ successor, old items.ID }

// Unfinished lists what killed processes left half done, in words, without changing anything: for doctor.
func (s *Service) Unfinished(ctx context.Context) ([]string, error) {
	var found []string
	leftovers, err := s.Items.Leftovers(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range leftovers {
		found = append(found, fmt.Sprintf("%s is an item already: memory repair puts the review file away", f.Path))
	}
	halves, err := s.halves(ctx)
	for _, h := range halves {
		found = append(found, fmt.Sprintf("%s supersedes %s, which is still in force: memory repair finishes it", h.successor, h.old))
	}
	return found, err
}

// halves finds supersessions of which only the first half, the link, stands. A link from an item that is trusted less than the one it
// names is no such half: no command writes one, so somebody's file claims it.
func (s *Service) halves(ctx context.Context) ([]half, error) {
	status, trust, valid := map[items.ID]items.Status{}, map[items.ID]items.Trust{}, map[items.ID]items.Valid{}
	var links []half
	for it, err := range s.Items.All(ctx) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if errors.Is(err, items.ErrInvalid) {
				continue // doctor shows it apart
			}
			return nil, err
		}
		if it.Open("status") {
			continue // a merge left open whether it is in force, and a person decides that
		}
		status[it.ID], trust[it.ID], valid[it.ID] = it.Status, it.Trust, it.Valid
		if it.Status == items.Active {
			if len(it.Supersedes) > 0 && s.claimed(ctx, it.ID) {
				continue // its link is a claim as well
			}
			for _, old := range it.Supersedes {
				links = append(links, half{it.ID, old})
			}
		}
	}
	return slices.DeleteFunc(links, func(h half) bool {
		st, known := status[h.old]
		return !known || h.old == h.successor || st == items.Superseded || st == items.Retired ||
			st == items.Active && runsOut(valid[h.old], valid[h.successor]) || weakness(trust[h.successor]) > weakness(trust[h.old])
	}), nil
}

// Repair finishes half-done supersessions and merges, puts away review files left behind and temporary files, completes pending
// writes, and says what it did.
func (s *Service) Repair(ctx context.Context) ([]string, error) {
	done, err := s.repairFiles(ctx)
	if err != nil {
		return done, fmt.Errorf("repair: %w", err)
	}
	receipts, err := s.Replay(ctx)
	for _, r := range receipts {
		done = append(done, fmt.Sprintf("pending write %s: %s", r.ID, r.Status))
	}
	return done, err
}

func (s *Service) repairFiles(ctx context.Context) (done []string, err error) {
	halves, err := s.halves(ctx) // before the lock: it reads all files
	if err != nil {
		return nil, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if done, err = s.resume(ctx); err != nil {
		return done, err
	}
	tidied, err := s.writer().Tidy(ctx)
	for _, path := range tidied {
		done = append(done, "put away what an interrupted write left: "+path)
	}
	if err == nil {
		tidied, err = s.tidyPending()
		done = append(done, tidied...)
	}
	if err != nil {
		return done, err
	}
	for _, h := range halves {
		what, err := s.finish(ctx, h)
		if err != nil {
			return done, err
		}
		if what != "" {
			done = append(done, what)
		}
	}
	return done, nil
}

// finish writes the second half, if it is still missing. The caller holds the lock.
func (s *Service) finish(ctx context.Context, h half) (what string, err error) {
	successor, err := s.load(ctx, h.successor)
	if err != nil || successor.Status != items.Active || !slices.Contains(successor.Supersedes, h.old) {
		return "", ignoreMissing(err)
	}
	old, err := s.load(ctx, h.old)
	if err != nil || isStone(old.Head()) || old.Open("status") {
		return "", ignoreMissing(err)
	}
	was := old.sha
	if to, ok := transition(OpSupersede, old.Status, old.file.Candidate); ok {
		if !s.giveWay(&old.Item, successor.Item, to) {
			return "", nil
		}
		what = fmt.Sprintf("%s is superseded by %s", h.old, h.successor)
	} else { // a proposed candidate: it was being merged
		old.Item, what = retiredInto(old.Item, h.successor, Actor{}, s), fmt.Sprintf("%s is merged into %s", h.old, h.successor)
	}
	old.Updated = s.now()
	if _, err := s.replace(ctx, blind(), old.Item, was); err != nil {
		return "", err
	}
	r := Receipt{Op: OpRepair, Status: Written, ID: h.old}
	s.recorded(ctx, r, Event{Op: string(OpRepair), ID: h.old, Other: h.successor, Title: old.Title, Status: string(Written), Note: what})
	return what, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, items.ErrNotFound) {
		return nil
	}
	return err
}
