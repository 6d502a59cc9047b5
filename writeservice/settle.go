package writeservice

import (
	"slices"

	"github.com/factline/memory/items"
)

// settlement is what the neighbours say to a new item: it is there already (same), a tombstone stands against it (stone), or
// neither.
type settlement struct {
	same  items.Head
	stone items.Head
	// bySpan says that the stone was found by its spans alone: it holds against all but people.
	bySpan bool
}

// settle compares a new item with its neighbours. The exact text counts for everyone. A harvested item is also the same when a
// live item makes the same claim, or cites all of its spans already (a person may have put it in better words since).
func settle(h items.Head, harvested bool, ix Index) settlement {
	inProject := func(n items.Head) bool { return n.ID != h.ID && isLive(n) && n.Project == h.Project }
	if same, ok := firstLive(ix.ByText(h.TextKey), func(n items.Head) bool { return inProject(n) && n.Type == h.Type }); ok {
		return settlement{same: same}
	}
	if harvested {
		if same, ok := firstLive(ix.ByClaim(h.ClaimKey), inProject); ok {
			return settlement{same: same}
		}
		if same, ok := citesAll(h, ix, inProject); ok {
			return settlement{same: same}
		}
	}
	if stone, ok := Tombstone(h, ix); ok {
		return settlement{stone: stone}
	}
	if stone, ok := rejectedSpans(h, ix); ok {
		return settlement{stone: stone, bySpan: true}
	}
	return settlement{}
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

func citesAll(h items.Head, ix Index, accept func(items.Head) bool) (items.Head, bool) {
	if len(h.Spans) == 0 {
		return items.Head{}, false
	}
	return firstLive(ix.BySpan(h.Spans[0]), func(n items.Head) bool {
		return accept(n) && !slices.ContainsFunc(h.Spans, func(s string) bool { return !slices.Contains(n.Spans, s) })
	})
}
