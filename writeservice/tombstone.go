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
// in all; one of a project does not stand against an item of every project, but keeps it out of that one's prompts: see InProject.
func Tombstone(h items.Head, ix Index) (items.Head, bool) { return tombstone(h, ix, covers) }

// TombstoneAnywhere is Tombstone for who brings an item in or looks over a store: an item of every project is held against the tombstones of each.
func TombstoneAnywhere(h items.Head, ix Index) (items.Head, bool) { return tombstone(h, ix, reaches) }

// InProject is the head of an item as a prompt of a project takes it: one of every project is one of this.
func InProject(h items.Head, project string) items.Head {
	if h.Project == "" {
		h.Project = project
	}
	return h
}

func tombstone(h items.Head, ix Index, reach reach) (items.Head, bool) {
	if t, ok := buriedIn(h, withSigns(h, ix.ByText(h.TextKey)), "", reach); ok {
		return t, true
	}
	if t, ok := buriedIn(h, ix.ByClaim(h.ClaimKey), h.ClaimKey, reach); ok {
		return t, true
	}
	form := h.FormKey()
	same := ix.ByClaim(form)
	if t, ok := buriedIn(h, same, form, reach); ok {
		return t, true
	}
	if claimsBySentence(h) {
		if t, ok := buriedIn(h, same, "", reach); ok { // those too whose title above a summary said it
			return t, true
		}
	}
	return PurgedAs(h, ix)
}

// buriedIn is buried among those of the heads with a common key that have the marks of h, and whose one sentence has the key claim where that is not "". It asks nothing of their words
// where there is no tombstone, as nearly everywhere.
func buriedIn(h items.Head, same []items.Head, claim string, reach reach) (items.Head, bool) {
	if !slices.ContainsFunc(same, func(t items.Head) bool { return t.ID != h.ID && isStone(t) }) {
		return items.Head{}, false
	}
	if claim != "" {
		same = claiming(same, claim)
	}
	return buried(h, marked(h, same), reach)
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

// withSigns drops those of the heads with the text of h that have other signs somewhere in it. Of a purged one no signs are left.
func withSigns(h items.Head, same []items.Head) []items.Head {
	if !slices.ContainsFunc(same, isStone) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(same), func(t items.Head) bool { return t.Title != items.PurgedTitle && !items.SameText(t, h) })
}

// claiming are those of the heads whose one sentence has a key.
func claiming(heads []items.Head, key string) []items.Head {
	return slices.DeleteFunc(slices.Clone(heads), func(h items.Head) bool { return h.ClaimKey != key && h.FormKey() != key })
}

// claimsBySentence reports that what the item claims stands in its summary, or in a title with nothing below it, or in one that is a statement. A title
// that only names a subject is shared by many facts, and the words below it make each.
func claimsBySentence(h items.Head) bool {
	return items.Fold(h.Summary) != "" || h.TextKey == items.Key(h.Title, "", "") || h.TextKey == items.Key(h.Title, "", h.Title) || compare.States(h.Title)
}

// projectsOf names the projects of the tombstones that stand against an item of every project; none for an item of one.
func projectsOf(h items.Head, ix Index) (in []string) {
	if h.Project != "" {
		return nil
	}
	for {
		t, ok := TombstoneAnywhere(h, ix)
		if !ok || t.Project == "" || len(in) == mostProjects {
			break
		}
		if !slices.Contains(in, t.Project) {
			in = append(in, t.Project)
		}
		h.Supersedes = append(slices.Clip(h.Supersedes), t.ID)
	}
	slices.Sort(in)
	return in
}

// mostProjects bounds how many projects a receipt names.
const mostProjects = 20

// buried finds the first tombstone among heads that share a key with h and that nothing alive among them supersedes.
func buried(h items.Head, same []items.Head, reach reach) (items.Head, bool) {
	for _, t := range byID(same) {
		if t.ID == h.ID || !isStone(t) || !reach(t, h) || slices.Contains(h.Supersedes, t.ID) || otherValue(t, h) {
			continue
		}
		outlived := slices.ContainsFunc(same, func(l items.Head) bool {
			return isLive(l) && !l.Candidate && l.ID != h.ID && succeeds(l, t.ID, same)
		})
		if !outlived && !succeeds(h, t.ID, same) {
			return t, true
		}
	}
	return items.Head{}, false
}

// marked drops the heads that share a key with h and are another fact all the same: 1:2 is not 1.2, and "It runs on port 80." says of each title another thing.
func marked(h items.Head, same []items.Head) []items.Head {
	return slices.DeleteFunc(slices.Clone(same), func(t items.Head) bool { return !items.SameFact(t, h) })
}

// succeeds reports that an item supersedes another, directly or over others of those that share its key.
func succeeds(h items.Head, id items.ID, same []items.Head) bool {
	open, seen := slices.Clone(h.Supersedes), map[items.ID]bool{}
	for len(open) > 0 {
		next := open[0]
		open = open[1:]
		if next == id {
			return true
		}
		if seen[next] {
			continue
		}
		seen[next] = true
		for _, s := range same {
			if s.ID == next {
				open = append(open, s.Supersedes...)
			}
		}
	}
	return false
}

// buriedSpans returns a tombstone, if all spans that h cites stand in tombstones of its project: nothing new supports it.
func buriedSpans(h items.Head, ix Index) (items.Head, bool) {
	var found items.Head
	for _, span := range h.Spans {
		stone, ok := buried(h, ix.BySpan(span), reaches)
		if !ok { // a purge leaves another hash of it, an older version's purge left the same
			stone, ok = buried(h, ix.BySpan(items.PurgedSpan(span)), reaches)
		}
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
	x, y := a.Lead, b.Lead
	if items.Fold(a.Title) == items.Fold(b.Title) {
		x, y = cmp.Or(a.Summary, x), cmp.Or(b.Summary, y)
	}
	if x == "" || y == "" || items.Fold(x) == items.Fold(y) {
		return false
	}
	r := compare.Facts(factOf(a), factOf(b)).Relation
	return r == compare.Update || r == compare.Contradiction
}

// ToldApart reports that two items with like titles are two facts: what they claim below gives other values, or each has a claim of its own
// and the title is no more than their common subject.
func ToldApart(a, b items.Head) bool {
	x, y := factOf(a), factOf(b)
	if !items.SameFact(a, b) || compare.Exchanged(x, y) || compare.Apart(compare.Fact{Title: x.Says()}, compare.Fact{Title: y.Says()}) {
		return true
	}
	if r := compare.Facts(x, y).Relation; r == compare.Update || r == compare.Contradiction {
		return true
	}
	return x.BySubject() && y.BySubject() && items.Fold(x.Says()) != items.Fold(y.Says()) &&
		compare.Facts(compare.Fact{Title: x.Says()}, compare.Fact{Title: y.Says()}).Relation != compare.Same
}

// Narrowed reports that one of two items in like words speaks of a narrower thing, or perhaps does.
func Narrowed(a, b items.Head) bool {
	return compare.Narrowed(factOf(a), factOf(b)) != compare.NotNarrower
}

func isStone(h items.Head) bool { return h.Status == items.Retired || h.Status == items.Superseded }

func isLive(h items.Head) bool { return h.Status == items.Active || h.Status == items.Proposed }

// reach says whether a tombstone counts for an item, by their projects.
type reach func(t, h items.Head) bool

func covers(t, h items.Head) bool { return t.Project == "" || t.Project == h.Project }

// reaches is covers for an item on its way in, which comes into the tombstone's project too where it is one of every project.
func reaches(t, h items.Head) bool { return covers(t, h) || h.Project == "" }

func byID(heads []items.Head) []items.Head {
	return slices.SortedFunc(slices.Values(heads), func(a, b items.Head) int { return cmp.Compare(a.ID, b.ID) })
}
