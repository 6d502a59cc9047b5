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
	head      items.Head
	drop      string
	parts     []Part
	base      float64 // sum of the parts before boosts
	score     float64 // sum of all parts
	relevance float64
	nearest   bool // see Hit.Nearest
}

// add is the only way to change a score: it records the part that it adds.
func (c *candidate) add(name string, value float64, note string) {
	if value != 0 {
		c.parts = append(c.parts, Part{name, value, note})
		c.score += value
	}
}

// fusion joins both kinds of evidence to a base score. By score: BM25F against the best allowed one (1), plus Vector times the
// cosine against the best one, plus Coverage times the covered share of the question. Where even the best one
// is less than a document that holds each word of the question once, BM25F is measured against that: so the best of a store that
// knows little of the matter does not score like an answer, and scores of two stores can be merged. By rank (RRFK > 0):
// (k+1)/(k+rank) in place of BM25F and cosine. A document with a sentence vector that the question can be held against has, by score, Sentence
// times its cosine against the best one in the place of Vector times the table's.
type fusion struct {
	w       Weights
	ask     question
	vectors bool // the store has some
	docs    []evidence
	norm    float64 // BM25F that counts 1
	high    float64 // cosine that counts 1
	pairs   float64 // rarity of pairs that counts 1
	second  sentences
}

// evidence is all that is known of one document before its head is read.
type evidence struct {
	doc         int
	field       [projections.NumFields]float64
	lexical     float64 // sum of field
	pairs       float64 // rarity of the pairs of the question that it holds
	coverage    float64 // of the question, or of its best covered topic, 0..1
	words       float64 // what that says, 0..1: see relevance.go
	cosine      float64 // 0 = not among the nearest
	rankLexical int     // from 1; 0 = none; set for fusion by rank alone
	rankVector  int
	sentence    float64 // cosine of its sentence vector
	spoken      bool    // it has one
	base        float64
}

func newFusion(q question, lex lexical, near []projections.VectorHit, second sentences, read *heads, w Weights) *fusion {
	f := &fusion{w: w, ask: q, vectors: len(near) > 0, docs: lex.docs, second: second}
	for n := range f.docs {
		d := &f.docs[n]
		d.coverage, d.words = q.answers(lex.covered(n))
		for _, v := range d.field {
			d.lexical += v
		}
	}
	for rank, v := range near {
		d := f.place(&lex, v.Doc)
		d.cosine, d.rankVector = v.Cosine, rank+1
	}
	for _, doc := range second.nearest {
		f.place(&lex, doc)
	}
	for n := range f.docs {
		d := &f.docs[n]
		d.sentence, d.spoken = second.of(d.doc)
	}
	f.norm = f.scale(q, read)
	f.pairs = q.rarityOfPairs()
	if len(near) > 0 {
		f.high = near[0].Cosine
	}
	if w.RRFK > 0 {
		f.rankLexical()
	}
	for n := range f.docs {
		d := &f.docs[n]
		f.score(d, func(_ string, value float64) { d.base += value })
	}
	return f
}

// place finds or makes the record of a document.
func (f *fusion) place(lex *lexical, doc int) *evidence {
	at := lex.find(doc)
	if at < 0 {
		at = len(f.docs)
		f.docs = append(f.docs, evidence{doc: doc})
		lex.slot[doc] = int32(at + 1)
	}
	return &f.docs[at]
}

// scale is the larger of a full answer and the best allowed document.
func (f *fusion) scale(q question, read *heads) float64 {
	full := max(q.full, 1e-9)
	above := make([]*evidence, 0, 16)
	for n := range f.docs {
		if f.docs[n].lexical > full {
			above = append(above, &f.docs[n])
		}
	}
	slices.SortFunc(above, func(a, b *evidence) int { return cmp.Or(cmp.Compare(b.lexical, a.lexical), a.doc-b.doc) })
	for _, d := range above {
		if read.drop(d.doc) == "" {
			return d.lexical
		}
	}
	return full
}

// score emits the parts of a base score. The ranking adds them up and a candidate records them: there is no second explanation.
func (f *fusion) score(d *evidence, emit func(name string, value float64)) {
	if k := f.w.RRFK; k > 0 {
		if d.rankLexical > 0 {
			emit("rrf.bm25", (k+1)/(k+float64(d.rankLexical)))
		}
		if d.rankVector > 0 {
			emit("rrf.vector", f.w.Vector*f.ask.fluent*(k+1)/(k+float64(d.rankVector)))
		}
	} else {
		for n, v := range d.field {
			emit(bm25Names[n], v/f.norm)
		}
		if d.spoken {
			emit("sentence", f.w.Sentence*f.second.nearness(d.sentence))
		} else {
			emit("vector", f.w.Vector*f.ask.fluent*f.nearness(d.cosine))
		}
	}
	if d.pairs > 0 {
		weight := f.w.Pairs
		if f.second.cosines != nil {
			weight = f.w.PairsSentence
		}
		emit("pairs", weight*min(1, d.pairs/f.pairs))
	}
	emit("coverage", f.w.Coverage*d.coverage)
}

// nearness is a cosine against the best one. One at or below zero is no evidence, however little the others have. It does not depend on
// how many near ones were asked for.
func (f *fusion) nearness(cosine float64) float64 {
	if cosine <= 0 || f.high <= 0 {
		return 0
	}
	return cosine / f.high
}

func (f *fusion) rankLexical() {
	var order []*evidence
	for n := range f.docs {
		if f.docs[n].lexical > 0 {
			order = append(order, &f.docs[n])
		}
	}
	slices.SortFunc(order, func(a, b *evidence) int { return cmp.Or(cmp.Compare(b.lexical, a.lexical), a.doc-b.doc) })
	for n, d := range order {
		d.rankLexical = n + 1
	}
}

// candidate reads the head of a document and records its parts.
func (f *fusion) candidate(d *evidence, read *heads) candidate {
	j := read.get(d.doc)
	c := candidate{head: j.head, drop: j.drop, relevance: relevance(f.ask, d.words, d.cosine, f.vectors, f.w)}
	c.nearest = d.spoken && f.second.clearly(d.sentence, f.w)
	if c.drop == "" && d.coverage == 0 && d.cosine < f.least() && !c.nearest {
		c.drop = DropWeak
	}
	f.score(d, func(name string, value float64) {
		note := ""
		switch name {
		case "vector", "rrf.vector":
			note = fmt.Sprintf("cosine %.3f", d.cosine)
		case "sentence":
			note = fmt.Sprintf("cosine %.3f", d.sentence)
		}
		c.add(name, value, note)
	})
	c.base = c.score
	return c
}

// least is the cosine below which a document that shares no word with the question is no answer.
func (f *fusion) least() float64 {
	if f.ask.strange {
		return f.w.VectorAlone
	}
	return f.w.VectorMin
}

// best returns the first n allowed documents by base score, in that order, and up to MaxDropped of those that stood between them
// and failed a filter. Ties of the base score go by document, that is by path.
func (f *fusion) best(n int, read *heads) (kept, dropped []candidate) {
	order := newBestFirst(f.docs)
	for len(kept) < n {
		d := order.next()
		if d == nil {
			break
		}
		if len(dropped) == MaxDropped && read.drop(d.doc) != "" {
			continue // nobody will see it: its head need not be read
		}
		if c := f.candidate(d, read); c.drop == "" {
			kept = append(kept, c)
		} else if len(dropped) < MaxDropped {
			dropped = append(dropped, c)
		}
	}
	return kept, dropped
}
