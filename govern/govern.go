// Package govern looks at a whole store and says what a person should decide: which items contradict each other, as cases. It is pure,
// proposes and never writes: a decision goes through writeservice.
package govern

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/factline/memory/items"
)

// Kind is what the members of a case have with each other.
type Kind string

const (
	Contradiction Kind = "contradiction"
	Duplicate     Kind = "duplicate" // they say the same
	Circle        Kind = "circle"    // they supersede each other, and none is in force
)

// Link is two items that a person must decide on.
type Link struct {
	A, B items.ID
	Kind Kind
}

// Case is a connected set of items that contradict each other, or that say the same, the newest first.
type Case struct {
	ID      string
	Kind    Kind
	Members []items.Head
	Links   []Link    // sorted
	Until   time.Time // of a deferred case: when it comes back; zero = when a member is edited
}

// Cases puts items in force together that name each other in contradicts, or that found links, directly or over others. heads may hold
// others too; a link to one that is not in force, or that holds elsewhere, makes no case. Contradictions before duplicates, by id.
func Cases(heads []items.Head, found []Link) []Case {
	byID := map[items.ID]items.Head{}
	for _, h := range heads {
		if h.Status == items.Active && !h.Candidate {
			byID[h.ID] = h
		}
	}
	links := map[Kind]map[items.ID][]Link{Contradiction: {}, Duplicate: {}}
	add := func(l Link) {
		a, b := byID[l.A], byID[l.B]
		if near := links[l.Kind]; a.ID != "" && b.ID != "" && Opposed(a, b) && !slices.Contains(near[l.A], l) {
			near[l.A], near[l.B] = append(near[l.A], l), append(near[l.B], l)
		}
	}
	for _, h := range byID {
		for _, other := range h.Contradicts {
			add(NewLink(h.ID, other, Contradiction))
		}
	}
	for _, l := range found {
		add(NewLink(l.A, l.B, l.Kind))
	}
	var cases []Case
	for _, kind := range []Kind{Contradiction, Duplicate} {
		seen := map[items.ID]bool{}
		var some []Case
		for id := range links[kind] {
			if !seen[id] {
				some = append(some, newCase(kind, links[kind], reach(id, links[kind], seen), byID))
			}
		}
		sortCases(some)
		cases = append(cases, some...)
	}
	return cases
}

func sortCases(cases []Case) {
	slices.SortFunc(cases, func(a, b Case) int { return cmp.Compare(a.ID, b.ID) })
}

// NewLink is the link of two items, in whichever order.
func NewLink(a, b items.ID, kind Kind) Link { return Link{min(a, b), max(a, b), kind} }

// Opposed reports that two items in force that contradict each other hold at one place: in one project, which what has none is in too, and no
// scope that keeps them apart.
func Opposed(a, b items.Head) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && x != y }
	ended := func(x, y items.Valid) bool { return !x.Until.IsZero() && !y.From.IsZero() && x.Until.Before(y.From) }
	return a.ID != b.ID && a.Status == items.Active && b.Status == items.Active && (a.Project == b.Project || a.Project == "" || b.Project == "") &&
		!differ(a.Valid.Branch, b.Valid.Branch) && !differ(a.Valid.Repo, b.Valid.Repo) && !differ(a.Valid.OS, b.Valid.OS) &&
		!ended(a.Valid, b.Valid) && !ended(b.Valid, a.Valid)
}

func reach(from items.ID, near map[items.ID][]Link, seen map[items.ID]bool) (found []items.ID) {
	open := []items.ID{from}
	seen[from] = true
	for len(open) > 0 {
		id := open[0]
		open, found = open[1:], append(found, id)
		for _, l := range near[id] {
			for _, next := range []items.ID{l.A, l.B} {
				if !seen[next] {
					seen[next] = true
					open = append(open, next)
				}
			}
		}
	}
	return found
}

// newCase names a case after its oldest member, so that it keeps its name when others join or leave.
func newCase(kind Kind, near map[items.ID][]Link, ids []items.ID, byID map[items.ID]items.Head) Case {
	c := Case{Kind: kind}
	for _, id := range ids {
		c.Members, c.Links = append(c.Members, byID[id]), append(c.Links, near[id]...)
	}
	slices.SortFunc(c.Links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	c.Links = slices.Compact(c.Links)
	level := levels(c.Members)
	slices.SortFunc(c.Members, func(a, b items.Head) int {
		return cmp.Or(cmp.Compare(began(b), began(a)), cmp.Compare(level[b.ID], level[a.ID]), cmp.Compare(b.ID, a.ID))
	})
	sum := sha256.Sum256([]byte(c.Members[len(c.Members)-1].ID))
	c.ID = map[Kind]string{Contradiction: "case-", Duplicate: "same-", Circle: "circle-"}[kind] + hex.EncodeToString(sum[:4])
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
