package hub

import (
	"cmp"
	"slices"

	"github.com/factline/memory/items"
)

// handoffs are what there is to go on from, newest first. Where no branch is checked out (a detached HEAD), those that were left so come before those
// of branches, and one of a branch is never shown as if it were of this place.
type handoffs struct {
	ids      []items.ID
	ofBranch bool       // ids were left on branches, and none is checked out
	others   []items.ID // those of branches, beside ids that are of none
}

// heading is what stands over the handoff to go on from.
func (l handoffs) heading(words string) string {
	if l.ofBranch {
		return words + " (of a branch that is not checked out, see Git in it):"
	}
	return words + ":"
}

// handoffs are those of exactly this project: a handoff of another project, or of none, is no place to go on from. agent "" takes those of
// every agent.
func (s *scope) handoffs(agent string) handoffs {
	here := s.handoffsWhere(agent, func(branch string) bool { return branch == "" || s.hub.Branch != "" })
	if s.hub.Branch != "" {
		return handoffs{ids: here}
	}
	others := s.handoffsWhere(agent, func(branch string) bool { return branch != "" })
	if len(here) == 0 {
		return handoffs{ids: others, ofBranch: len(others) > 0}
	}
	return handoffs{ids: here, others: others}
}

func (s *scope) handoffsWhere(agent string, on func(branch string) bool) []items.ID {
	newest := func(a, b glimpse) int { return cmp.Or(b.created.Compare(a.created), s.byID(b, a)) }
	return s.firstWhere(mostHandoffs, newest, func(l glimpse) bool { return l.kind == items.Handoff && l.exact }, func(head items.Head) bool {
		return on(head.Valid.Branch) && (agent == "" || slices.Contains(head.Tags, agentTag(agent)))
	})
}
