package writeservice

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
)

// One session may have been harvested into two stores, a project's and the user's own: then one candidate waits in each, and a person is asked twice.

// sameCandidate reports that a candidate of another store says what the item says, as harvest would tell: the same words, the same claim, or all its
// citations and the same type, since a person may have put it in better words.
func sameCandidate(c, it items.Head) bool {
	if !c.Candidate || c.Status != items.Proposed || c.Project != it.Project {
		return false
	}
	if items.SameText(c, it) || (c.ClaimKey == it.ClaimKey || c.FormKey() == it.FormKey()) && !ToldApart(c, it) {
		return true
	}
	return c.Type == it.Type && len(c.Spans) > 0 && !slices.ContainsFunc(c.Spans, func(s string) bool { return !slices.Contains(it.Spans, s) })
}

// PutAwaySettled takes out of review what a person put in force in another store of his. Nothing is rejected: that would stand against the item. Each is
// one change that memory undo takes back.
func (s *Service) PutAwaySettled(ctx context.Context, it items.Item, who Actor) (done []Receipt, err error) {
	waiting, err := s.waitingLike(ctx, []items.Head{it.Head()})
	for _, f := range waiting {
		r, err := s.Delete(ctx, f.ID, who)
		if err != nil {
			return done, fmt.Errorf("put %s away, which waits for review in %s: %w", f.ID, s.Dir, err)
		}
		done = append(done, r)
	}
	return done, err
}

// waitingLike lists the candidates that say what one of the items says.
func (s *Service) waitingLike(ctx context.Context, of []items.Head) (found []items.File, err error) {
	files, _, err := s.Items.Files(ctx)
	if err != nil {
		return nil, fmt.Errorf("list candidates: %w", err)
	}
	for _, f := range files {
		if !f.Candidate {
			continue
		}
		it, _, err := s.Items.Read(ctx, f)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue // doctor names it
		}
		c := it.Head()
		c.Candidate = true
		if slices.ContainsFunc(of, func(h items.Head) bool { return sameCandidate(c, h) }) {
			found = append(found, f)
		}
	}
	return found, nil
}

// PurgeTwins lists what waits for review here and says what the item of the job said in any version of it: nobody decided to keep that, and with its
// words in it no purge is proven.
func (s *Service) PurgeTwins(ctx context.Context, job PurgeJob) ([]items.File, error) {
	var versions []items.Head
	for _, file := range job.Versions {
		if it, err := items.Parse([]byte(file)); err == nil {
			versions = append(versions, it.Head())
		}
	}
	return s.waitingLike(ctx, versions)
}
