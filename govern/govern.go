// Package govern looks at a whole store and says what a person should decide: which items contradict each other, as cases. It is pure,
// proposes and never writes: a decision goes through writeservice.
package govern

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/factline/memory/items"
)

// Case is a connected set of items that contradict each other, the newest first.
type Case struct {
	ID      string
	Members []items.Head
}

// Cases puts items in force together that name each other in contradicts, directly or over others. heads may hold others too; a link to
// one that is not in force, or that holds elsewhere, makes no case. Sorted by id.
func Cases(heads []items.Head) []Case {
	byID := map[items.ID]items.Head{}
	for _, h := range heads {
		if h.Status == items.Active && !h.Candidate {
			byID[h.ID] = h
		}
	}
	near := map[items.ID][]items.ID{}
	for id, h := range byID {
		for _, other := range h.Contradicts {
			if o, ok := byID[other]; ok && Opposed(h, o) {
				near[id], near[other] = append(near[id], other), append(near[other], id)
			}
		}
	}
	seen := map[items.ID]bool{}
	var cases []Case
	for id := range near {
		if !seen[id] {
			cases = append(cases, newCase(reach(id, near, seen), byID))
		}
	}
	slices.SortFunc(cases, func(a, b Case) int { return cmp.Compare(a.ID, b.ID) })
	return cases
}

// Opposed reports that two items in force that contradict each other hold at one place: the same project, and no scope that keeps them
// apart.
func Opposed(a, b items.Head) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && x != y }
	ended := func(x, y items.Valid) bool { return !x.Until.IsZero() && !y.From.IsZero() && x.Until.Before(y.From) }
	return a.ID != b.ID && a.Status == items.Active && b.Status == items.Active && a.Project == b.Project &&
		!differ(a.Valid.Branch, b.Valid.Branch) && !differ(a.Valid.Repo, b.Valid.Repo) && !differ(a.Valid.OS, b.Valid.OS) &&
		!ended(a.Valid, b.Valid) && !ended(b.Valid, a.Valid)
}

func reach(from items.ID, near map[items.ID][]items.ID, seen map[items.ID]bool) (found []items.ID) {
	open := []items.ID{from}
	seen[from] = true
	for len(open) > 0 {
		id := open[0]
		open, found = open[1:], append(found, id)
		for _, next := range near[id] {
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return found
}

// newCase names a case after its oldest member, so that it keeps its name when others join or leave.
func newCase(ids []items.ID, byID map[items.ID]items.Head) Case {
	var c Case
	for _, id := range ids {
		c.Members = append(c.Members, byID[id])
	}
	level := levels(c.Members)
	slices.SortFunc(c.Members, func(a, b items.Head) int {
		return cmp.Or(cmp.Compare(began(b), began(a)), cmp.Compare(level[b.ID], level[a.ID]), cmp.Compare(b.ID, a.ID))
	})
	sum := sha256.Sum256([]byte(c.Members[len(c.Members)-1].ID))
	c.ID = "case-" + hex.EncodeToString(sum[:4])
	return c
}

// Newer orders two items by when what they say began to hold: valid.from, or else when it was written. Times are kept in seconds: within
// one, what names the other in contradicts was written later, since it was compared with what stood there; then by id.
func Newer(a, b items.Head) int {
	return cmp.Or(cmp.Compare(began(a), began(b)), cmp.Compare(names(a, b), names(b, a)), cmp.Compare(a.ID, b.ID))
}

// began is when what an item says began to hold, in seconds.
func began(h items.Head) int64 {
	if !h.Valid.From.IsZero() {
		return h.Valid.From.Unix()
	}
	return h.Created.Unix()
}

// names is 1 if a has b in contradicts, else 0.
func names(a, b items.Head) int {
	if slices.Contains(a.Contradicts, b.ID) {
		return 1
	}
	return 0
}

// levels says how many others of the same second stand below each member, one naming the next: the same order as Newer over more than two.
// Two that name each other say nothing.
func levels(members []items.Head) map[items.ID]int {
	level := map[items.ID]int{}
	for range members { // a chain is no longer than all of them, and a circle ends here
		for _, a := range members {
			for _, b := range members {
				if began(a) == began(b) && names(a, b) > names(b, a) && level[a.ID] <= level[b.ID] && level[b.ID] < len(members) {
					level[a.ID] = level[b.ID] + 1
				}
			}
		}
	}
	return level
}
