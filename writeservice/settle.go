package writeservice

import (
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// settlement is what the neighbours say to a new item: it is there already (same), a tombstone stands against it (stone), or
// neither.
type settlement struct {
	same  items.Head
	stone items.Head
	how   string // what the stone has in common with the item, in words
}

// nothing reports that the neighbours say neither.
func (s settlement) nothing() bool { return s.same.ID == "" && s.stone.ID == "" }

// settle compares a new item with its neighbours. The exact text counts for everyone. A harvested item is also the same when a
// live item makes the same claim, or cites all of its spans already (a person may have put it in better words since). Against all but
// people a tombstone also stands by its evidence, where that is all there is, and where its claim is the title. Of the live items only those
// count for which stands is true.
func settle(h items.Head, harvested, byPerson bool, ix Index, stands func(items.Head) bool) settlement {
	inProject := func(n items.Head) bool { return n.ID != h.ID && isLive(n) && n.Project == h.Project }
	if same, ok := firstLive(ix.ByText(h.TextKey), func(n items.Head) bool { return inProject(n) && n.Type == h.Type && items.SameText(n, h) && stands(n) }); ok {
		return settlement{same: same}
	}
	if harvested {
		// A handoff of the session holds for days, and what it repeats or cites it does not state.
		settled := func(n items.Head) bool { return inProject(n) && (n.Type != items.Handoff || h.Type == items.Handoff) }
		for _, key := range []string{h.ClaimKey, h.FormKey()} {
			if same, ok := firstLive(claiming(ix.ByClaim(key), key), func(n items.Head) bool { return settled(n) && !ToldApart(n, h) && stands(n) }); ok {
				return settlement{same: same}
			}
		}
		if same, ok := citesAll(h, ix, settled, stands); ok {
			return settlement{same: same}
		}
	}
	ix = standing{ix, stands}
	if stone, ok := TombstoneAnywhere(h, ix); ok {
		if stone.LeftOf(h) {
			return settlement{stone: stone, how: "is what is left of the item of this id"}
		}
		return settlement{stone: stone, how: "holds the same claim" + inProjects(projectsOf(h, ix))}
	}
	if byPerson {
		return settlement{}
	}
	if stone, ok := buriedSpans(h, ix); ok {
		return settlement{stone: stone, how: "rests on the same evidence"}
	}
	if stone, ok := byTitle(h, ix); ok {
		return settlement{stone: stone, how: "claims what its title says"}
	}
	if stone, ok := bySentence(h, ix); ok {
		return settlement{stone: stone, how: "says the same in one of its sentences"}
	}
	return settlement{}
}

// standing is an index without the live items that do not count, where they share a key with a tombstone: what nobody vouches for outlives none.
type standing struct {
	all    Index
	stands func(items.Head) bool
}

func (v standing) ByText(key string) []items.Head  { return v.heads(v.all.ByText(key)) }
func (v standing) ByClaim(key string) []items.Head { return v.heads(v.all.ByClaim(key)) }
func (v standing) BySpan(key string) []items.Head  { return v.heads(v.all.BySpan(key)) }

func (v standing) heads(all []items.Head) []items.Head {
	if !slices.ContainsFunc(all, isStone) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(h items.Head) bool { return isLive(h) && !v.stands(h) })
}

// inProjects says in which projects a claim was retired that an item of every project makes.
func inProjects(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " in project " + names[0]
	}
	return " in projects " + strings.Join(names, ", ")
}

// firstLive returns the item before the candidate, then the lowest id.
func firstLive(heads []items.Head, accept func(items.Head) bool) (items.Head, bool) {
	sorted := byID(heads)
	for _, status := range []items.Status{items.Active, items.Proposed} {
		if i := slices.IndexFunc(sorted, func(n items.Head) bool { return n.Status == status && accept(n) }); i >= 0 {
			return sorted[i], true
		}
	}
	return items.Head{}, false
}

func citesAll(h items.Head, ix Index, accept, stands func(items.Head) bool) (items.Head, bool) {
	if len(h.Spans) == 0 {
		return items.Head{}, false
	}
	return firstLive(ix.BySpan(h.Spans[0]), func(n items.Head) bool {
		return accept(n) && !slices.ContainsFunc(h.Spans, func(s string) bool { return !slices.Contains(n.Spans, s) }) && stands(n)
	})
}
