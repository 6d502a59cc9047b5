package writeservice

import (
	"cmp"
	"slices"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// Tombstone returns the retired, superseded or rejected item that holds the claim or the text of h in its project, if one stands
// against it, in the same words, with other articles or another order of clauses, or under the id of words that were purged. It is the one place that says so, for every way in and every
// way out. A tombstone does not stand against an item
// that supersedes it, nor against what such an item says in other words of the same claim. A tombstone without a project holds
// in all.
func Tombstone(h items.Head, ix Index) (items.Head, bool) {
	if t, ok := buried(h, marked(h, ix.ByText(h.TextKey))); ok {
		return t, true
	}
	if t, ok := buried(h, marked(h, ix.ByClaim(h.ClaimKey))); ok {
		return t, true
	}
	if t, ok := buried(h, marked(h, ix.ByClaim(h.FormKey()))); ok {
		return t, true
	}
	return PurgedAs(h, ix)
}

// PurgedAs returns what is left of an item of the same id whose words were purged: another branch may have changed them, and a merge brings those back
// under their old name. No key of words finds that.
func PurgedAs(h items.Head, ix Index) (items.Head, bool) {
	if h.ID == "" {
		return items.Head{}, false
	}
	key := items.IDKey(h.ID)
	for _, t := range byID(ix.ByClaim(key)) {
		if t.PurgedID == key && t.ID != h.ID && isStone(t) && !slices.Contains(h.Supersedes, t.ID) {
			return t, true
		}
	}
	return items.Head{}, false
}

// buried finds the first tombstone among heads that share a key with h and that nothing alive among them supersedes.
func buried(h items.Head, same []items.Head) (items.Head, bool) {
	for _, t := range byID(same) {
		if t.ID == h.ID || !isStone(t) || !covers(t, h) || slices.Contains(h.Supersedes, t.ID) || otherValue(t, h) {
			continue
		}
		outlived := slices.ContainsFunc(same, func(l items.Head) bool {
			return isLive(l) && !l.Candidate && l.ID != h.ID && slices.Contains(l.Supersedes, t.ID)
		})
		if !outlived {
			return t, true
		}
	}
	return items.Head{}, false
}

// marked drops the heads that share a key with h and differ from it in marks that may be the fact: 1:2 is not 1.2. Of a purged one no marks are left.
func marked(h items.Head, same []items.Head) []items.Head {
	return slices.DeleteFunc(slices.Clone(same), func(t items.Head) bool { return t.Title != items.PurgedTitle && !sameMarks(t, h) })
}

// sameMarks compares what two items with a common key say: each its claim, or the one its title what is the claim of the other.
func sameMarks(a, b items.Head) bool {
	said := func(h items.Head) []string { return []string{h.Title, h.Summary} }
	for _, x := range said(a) {
		for _, y := range said(b) {
			if x != "" && (items.Key(x) == items.Key(y) || items.FormKey(x) == items.FormKey(y)) && !items.SameMarks(x, y) {
				return false
			}
		}
	}
	return true
}

// buriedSpans returns a tombstone, if all spans that h cites stand in tombstones of its project: nothing new supports it.
func buriedSpans(h items.Head, ix Index) (items.Head, bool) {
	var found items.Head
	for _, span := range h.Spans {
		stone, ok := buried(h, ix.BySpan(span))
		if !ok {
			return items.Head{}, false
		}
		if found.ID == "" {
			found = stone
		}
	}
	return found, found.ID != ""
}

// otherValue reports that two items share a title that is but a subject, and give it different values below: "Deploy day", on Tuesdays and on
// Fridays. What was retired is the one value.
func otherValue(a, b items.Head) bool {
	if a.Lead == "" || b.Lead == "" || items.Fold(a.Lead) == items.Fold(b.Lead) {
		return false
	}
	r := compare.Facts(factOf(a), factOf(b)).Relation
	return r == compare.Update || r == compare.Contradiction
}

// ToldApart reports that two items with like titles are two facts: what they claim below gives other values, or each has a claim of its own
// and the title is no more than their common subject.
func ToldApart(a, b items.Head) bool {
	x, y := factOf(a), factOf(b)
	if !sameMarks(a, b) || compare.Exchanged(x, y) {
		return true
	}
	if r := compare.Facts(x, y).Relation; r == compare.Update || r == compare.Contradiction {
		return true
	}
	return x.BySubject() && y.BySubject() && items.Fold(x.Says()) != items.Fold(y.Says()) &&
		compare.Facts(compare.Fact{Title: x.Says()}, compare.Fact{Title: y.Says()}).Relation != compare.Same
}

func isStone(h items.Head) bool { return h.Status == items.Retired || h.Status == items.Superseded }

func isLive(h items.Head) bool { return h.Status == items.Active || h.Status == items.Proposed }

func covers(t, h items.Head) bool { return t.Project == "" || t.Project == h.Project }

func byID(heads []items.Head) []items.Head {
	return slices.SortedFunc(slices.Values(heads), func(a, b items.Head) int { return cmp.Compare(a.ID, b.ID) })
}
