package recall

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// candidate is a document on its way to a hit.
type candidate struct {
	doc        int
	id         items.ID
	supersedes []items.ID
	drop       string
	parts      []Part
	base       float64 // sum of the parts before boosts
	score      float64 // sum of all parts
	coverage   float64 // of the question's mass, 0..1
	cosine     float64 // 0 = not among the nearest
	lexical    float64 // BM25F
	relevance  float64
}

// add is the only way to change a score: it records the part that it adds.
func (c *candidate) add(name string, value float64, note string) {
	if value == 0 && note == "" {
		return
	}
	c.parts = append(c.parts, Part{name, value, note})
	c.score += value
}

// fuse joins both kinds of evidence to a base score. By score: BM25F against the best allowed one (1), plus Coverage times the
// covered share of the question, plus Vector times the cosine between least and best of the near ones. Where even the best one
// is less than a document that holds each word of the question once, BM25F is measured against that: so the best of a store that
// knows little of the matter does not score like an answer, and scores of two stores can be merged. By rank (RRFK > 0):
// (k+1)/(k+rank) in place of BM25F and cosine.
func fuse(ix index, q question, lex lexical, near []projections.VectorHit, w Weights) []candidate {
	all := make([]candidate, 0, len(lex.docs)+len(near))
	at := make(map[int]int, len(near))
	for _, v := range near {
		at[v.Doc] = -1
	}
	for n := range lex.docs {
		d := &lex.docs[n]
		c := candidate{doc: d.doc, id: d.id, supersedes: d.supersedes, drop: d.drop, coverage: q.coverage(lex.covered(n))}
		for _, v := range d.field {
			c.lexical += v
		}
		if _, ok := at[d.doc]; ok {
			at[d.doc] = len(all)
		}
		all = append(all, c)
	}
	for _, v := range near {
		if at[v.Doc] < 0 {
			h := ix.Head(v.Doc)
			at[v.Doc] = len(all)
			all = append(all, candidate{doc: v.Doc, id: h.ID, supersedes: h.Supersedes})
		}
		all[at[v.Doc]].cosine = v.Cosine
	}
	for n := range all {
		if c := &all[n]; c.drop == "" && c.coverage == 0 && c.cosine < w.VectorMin {
			c.drop = DropWeak
		}
	}
	if w.RRFK > 0 {
		fuseRanks(all, near, at, w)
	} else {
		fuseScores(all, q, lex, near, at, w)
	}
	for n := range all {
		c := &all[n]
		c.add("coverage", w.Coverage*c.coverage, "")
		c.base = c.score
		c.relevance = relevance(c.coverage, c.cosine, w)
	}
	return all
}

func fuseScores(all []candidate, q question, lex lexical, near []projections.VectorHit, at map[int]int, w Weights) {
	best := max(q.full, 1e-9)
	for _, c := range all {
		if c.drop == "" {
			best = max(best, c.lexical)
		}
	}
	for n, d := range lex.docs {
		for f, v := range d.field {
			if v > 0 {
				all[n].add("bm25."+fieldNames[f], v/best, "")
			}
		}
	}
	if len(near) == 0 {
		return
	}
	// A cosine at or below zero is no evidence, however little the others have.
	top, low := near[0].Cosine, max(0, near[len(near)-1].Cosine)
	for _, v := range near {
		share := 0.0
		if v.Cosine > 0 {
			share = 1 // all equally near
		}
		if top > low {
			share = max(0, (v.Cosine-low)/(top-low))
		}
		all[at[v.Doc]].add("vector", w.Vector*share, fmt.Sprintf("cosine %.3f", v.Cosine))
	}
}

func fuseRanks(all []candidate, near []projections.VectorHit, at map[int]int, w Weights) {
	var order []int
	for n, c := range all {
		if c.lexical > 0 {
			order = append(order, n)
		}
	}
	slices.SortFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(all[y].lexical, all[x].lexical), cmp.Compare(all[x].id, all[y].id))
	})
	for rank, n := range order {
		all[n].add("rrf.bm25", (w.RRFK+1)/(w.RRFK+float64(rank+1)), fmt.Sprintf("rank %d", rank+1))
	}
	for rank, v := range near {
		value := w.Vector * (w.RRFK + 1) / (w.RRFK + float64(rank+1))
		all[at[v.Doc]].add("rrf.vector", value, fmt.Sprintf("rank %d, cosine %.3f", rank+1, v.Cosine))
	}
}
