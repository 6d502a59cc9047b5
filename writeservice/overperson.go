package writeservice

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// An agent puts nothing out of force that a person wrote or approved, but what a person told it must not be lost either. Where the person's own words
// bear the new item out, it is written beside the old one: the two are an open case, in which packs show the newer one as disputed until somebody
// decides. Without such words the new item waits for review with what it would replace.

// overPerson takes out of supersedes what only a person may put out of force, and says what becomes of the newcomer for it.
func (s *Service) overPerson(ctx context.Context, c *newcomer) (aside []items.ID) {
	if isHuman(c.draft.Channel) || c.outcome != Written {
		return nil
	}
	for _, id := range c.item.Supersedes {
		if old, err := s.load(ctx, id); err == nil && isHuman(old.Trust) && isLive(old.Head()) && old.Project == c.item.Project {
			aside = append(aside, id)
		}
	}
	if len(aside) == 0 {
		return nil
	}
	if !c.said {
		c.outcome, c.item.Status = Candidate, items.Proposed
		c.reasons = append(c.reasons, fmt.Sprintf("%s was written or approved by a person, and no person said the new text in the words that it cites: a person must approve it", aside[0]))
		return nil
	}
	c.item.Supersedes = slices.DeleteFunc(slices.Clone(c.item.Supersedes), func(id items.ID) bool { return slices.Contains(aside, id) })
	return aside
}

// besideThem opens a case with each of what was taken out of supersedes that comparing did not find by itself.
func (c *newcomer) besideThem(aside []items.ID, r *Receipt) {
	for _, id := range aside {
		if !slices.Contains(c.item.Contradicts, id) && !slices.Contains(c.item.Supersedes, id) {
			c.item.Contradicts = append(c.item.Contradicts, id)
			r.say(Neighbour{ID: id, Relation: compare.Update, Done: doneDisputed})
		}
	}
}

// spokenFor lets what a person said stand beside what a person approved, where an agent's own words would wait for review.
func (m *met) spokenFor(c *newcomer) {
	if c.said && c.outcome == Written {
		m.dispute, m.propose = append(m.dispute, m.propose...), nil
	}
}
