package recall

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/factline/memory/items"
)

// arrange puts the candidates in their final order and cuts. What a filter or the cut took out is listed apart, best first.
func arrange(ix index, all []candidate, query Query) Result {
	sinkSuperseded(all)
	slices.SortFunc(all, byScore)
	var res Result
	wanted := false
	for n := range all {
		c := &all[n]
		if c.drop == "" && len(res.Hits) == query.K {
			c.drop = DropRank
		}
		isWanted := c.id == query.Want && query.Want != ""
		wanted = wanted || isWanted
		switch {
		case c.drop == "":
			res.Hits = append(res.Hits, c.hit(ix))
		case len(res.Dropped) < MaxDropped || isWanted:
			res.Dropped = append(res.Dropped, c.hit(ix))
		}
	}
	if query.Want != "" && !wanted {
		res.Dropped = append(res.Dropped, unmatched(ix, query)...)
	}
	return res
}

func byScore(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
}

func (c *candidate) hit(ix index) Hit {
	return Hit{ID: c.id, Head: ix.Head(c.doc), Score: c.score, Relevance: c.relevance, Parts: c.parts, Dropped: c.drop}
}

// sinkSuperseded lowers each superseded candidate below the one that supersedes it, if both are in the set: the newer one never
// gains a rank that it did not earn, and the older one never stands above its correction.
func sinkSuperseded(all []candidate) {
	at := map[items.ID]int{}
	newer := map[items.ID][]items.ID{} // id -> what supersedes it
	for n := range all {
		if all[n].drop == "" {
			at[all[n].id] = n
		}
	}
	for n := range all {
		if all[n].drop != "" {
			continue
		}
		for _, old := range all[n].supersedes {
			if _, ok := at[old]; ok && old != all[n].id {
				newer[old] = append(newer[old], all[n].id)
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
		c := &all[at[id]]
		slices.Sort(newer[id])
		for _, by := range newer[id] {
			settle(by)
			if limit := all[at[by]].score; c.score >= limit {
				c.sink(limit, fmt.Sprintf("superseded by %s", by))
			}
		}
	}
	ids := make([]items.ID, 0, len(newer))
	for id := range newer {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		settle(id)
	}
}

// sink adds a negative part that is just large enough to bring the score below limit, whatever rounding does.
func (c *candidate) sink(limit float64, note string) {
	step := math.Abs(limit)*1e-9 + 1e-12
	c.add("superseded", limit-c.score-step, note)
}

// unmatched explains a wanted document that shares nothing with the query.
func unmatched(ix index, query Query) []Hit {
	for doc := range ix.Len() {
		h := ix.Head(doc)
		if h.ID != query.Want {
			continue
		}
		reason := newFilter(query).reason(h)
		if reason == "" {
			reason = DropNoMatch
		}
		return []Hit{{ID: h.ID, Head: h, Dropped: reason}}
	}
	return nil
}
