package recall

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/factline/memory/items"
)

// arrange puts the candidates in their final order and cuts at K. What a filter or the cut took out is listed apart, best first.
func arrange(kept, dropped []candidate, q Query) Result {
	k := q.K
	sinkSuperseded(kept, q)
	slices.SortFunc(kept, byScore)
	for n := k; n < len(kept); n++ {
		kept[n].drop = DropRank
		dropped = append(dropped, kept[n])
	}
	slices.SortFunc(dropped, byScore)
	return Result{Hits: hits(kept[:min(k, len(kept))]), Dropped: hits(dropped[:min(MaxDropped, len(dropped))])}
}

func byScore(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.head.ID, b.head.ID))
}

func hits(cs []candidate) (out []Hit) {
	for _, c := range cs {
		out = append(out, c.hit())
	}
	return out
}

func (c *candidate) hit() Hit {
	return Hit{ID: c.head.ID, Head: c.head, Score: c.score, Relevance: c.relevance, Parts: c.parts, Dropped: c.drop, Nearest: c.nearest}
}

// sinkSuperseded lowers each superseded candidate below the one that supersedes it, if both are in the set: the newer one never
// gains a rank that it did not earn, and the older one never stands above its correction. A correction that is not true yet lowers nothing, and
// neither does one that nobody vouches for.
func sinkSuperseded(kept []candidate, q Query) {
	at := map[items.ID]int{}
	for n := range kept {
		at[kept[n].head.ID] = n
	}
	newer := map[items.ID][]items.ID{} // id -> what supersedes it
	var ids []items.ID
	for n := range kept {
		id := kept[n].head.ID
		if !q.Now.IsZero() && kept[n].head.Valid.From.After(q.Now) {
			continue
		}
		for _, old := range kept[n].head.Supersedes {
			if _, ok := at[old]; ok && old != id && (q.Unvouched == nil || !q.Unvouched(id)) {
				newer[old] = append(newer[old], id)
				ids = append(ids, old)
			}
		}
	}
	settled := map[items.ID]bool{}
	var settle func(id items.ID)
	settle = func(id items.ID) { // newest first along the chain; a cycle ends where it began
		if settled[id] {
			return
		}
		settled[id] = true
		c := &kept[at[id]]
		slices.Sort(newer[id])
		for _, by := range newer[id] {
			settle(by)
			if limit := kept[at[by]].score; c.score >= limit {
				// Just below, whatever rounding does.
				step := math.Abs(limit)*1e-9 + 1e-12
				c.add("superseded", limit-c.score-step, fmt.Sprintf("superseded by %s", by))
			}
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		settle(id)
	}
}

// explainWanted adds the one item that a query wants explained, if it is in neither list.
func explainWanted(ix index, res *Result, want items.ID, f *fusion, read *heads) {
	is := func(h Hit) bool { return h.ID == want }
	if want == "" || slices.ContainsFunc(res.Hits, is) || slices.ContainsFunc(res.Dropped, is) {
		return
	}
	doc, ok := ix.Lookup(want)
	if !ok {
		return
	}
	for n := range f.docs {
		if f.docs[n].doc == doc {
			c := f.candidate(&f.docs[n], read)
			c.drop = cmp.Or(c.drop, DropRank)
			res.Dropped = append(res.Dropped, c.hit())
			return
		}
	}
	j := read.get(doc)
	res.Dropped = append(res.Dropped, Hit{ID: want, Head: j.head, Dropped: cmp.Or(j.drop, DropNoMatch)})
}
