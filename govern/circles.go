package govern

import (
	"slices"

	"github.com/factline/memory/items"
)

// Circles are cases of another kind: items that supersede each other, directly or over others, so that none of them is in force and no
// command made it so. Two clones each chose another side of one contradiction, and a merge has joined both choices. What another item
// supersedes besides is out of force for good, and no case.
func Circles(heads []items.Head) (cases []Case) {
	byID, successors := map[items.ID]items.Head{}, map[items.ID][]items.ID{}
	for _, h := range heads {
		if h.Candidate {
			continue
		}
		byID[h.ID] = h
		for _, old := range h.Supersedes {
			successors[old] = append(successors[old], h.ID)
		}
	}
	done := map[items.ID]bool{}
	for _, h := range heads {
		if h.Status != items.Superseded || h.Candidate || done[h.ID] {
			continue
		}
		ring := above(h.ID, successors)
		if !slices.Contains(ring, h.ID) || slices.ContainsFunc(ring, func(id items.ID) bool {
			return byID[id].Status != items.Superseded || !slices.Contains(above(id, successors), h.ID)
		}) {
			continue
		}
		near := map[items.ID][]Link{}
		for _, id := range ring {
			done[id] = true
			for _, by := range successors[id] {
				near[id] = append(near[id], NewLink(id, by, Circle))
			}
		}
		cases = append(cases, newCase(Circle, near, ring, byID))
	}
	sortCases(cases)
	return cases
}

// above lists what supersedes an item, directly or over others, each once; the item itself where it stands in a circle.
func above(id items.ID, successors map[items.ID][]items.ID) (found []items.ID) {
	open := slices.Clone(successors[id])
	for len(open) > 0 {
		next := open[0]
		open = open[1:]
		if !slices.Contains(found, next) {
			found, open = append(found, next), append(open, successors[next]...)
		}
	}
	return found
}
