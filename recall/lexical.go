package recall

import (
	"context"
	"math"

	"github.com/factline/memory/projections"
)

// lexical is the word evidence of one query: a record for each document that holds one of its terms.
type lexical struct {
	docs   []lexicalDoc
	cover  []float64 // units covered, docs by units, each 0..1
	stride int       // units of the question
	slot   []int32   // document -> 1 + its place in docs
}

type lexicalDoc struct {
	doc   int
	field [projections.NumFields]float64
}

// find returns the place of a document in docs, or -1.
func (l *lexical) find(doc int) int { return int(l.slot[doc]) - 1 }

func (l *lexical) covered(n int) []float64 { return l.cover[n*l.stride : (n+1)*l.stride] }

// scoreLexical computes BM25F: the frequencies of a term in all fields, weighted and normalised by field length, saturate
// together, so that a word repeated in title, summary and body does not count three times. Each field's part of the score is
// its share of that sum.
func scoreLexical(ctx context.Context, ix index, q question, w Weights) (lexical, error) {
	s := scorer{ix: ix, w: w, out: lexical{stride: len(q.units), slot: make([]int32, ix.Len())}}
	for f := range projections.NumFields {
		s.average[f] = max(ix.AvgFieldLen(f), 1)
	}
	known := 0
	for _, t := range q.terms {
		known += t.df
	}
	s.reserve(min(known, ix.Len()))
	for _, t := range q.terms {
		if err := ctx.Err(); err != nil {
			return lexical{}, err
		}
		if err := s.add(t); err != nil {
			return lexical{}, err
		}
	}
	return s.out, nil
}

type scorer struct {
	ix      index
	w       Weights
	average [projections.NumFields]float64
	out     lexical

	touched []int32 // places in out.docs that hold the present term
	round   int32   // number of the present term, from 1
	seen    []int32 // for each place the last round that touched it
	freq    [][projections.NumFields]float64
}

// add scores one term in all fields.
func (s *scorer) add(t term) error {
	s.touched = s.touched[:0]
	s.round++
	for f := range projections.NumFields {
		if t.ident && f != projections.Paths && f != projections.Idents {
			continue
		}
		err := s.ix.Postings(f, t.text, func(doc, freq int) {
			at := s.place(doc)
			if s.seen[at] != s.round {
				s.seen[at] = s.round
				s.touched = append(s.touched, at)
			}
			length := float64(s.ix.FieldLen(doc, f)) / s.average[f]
			s.freq[at][f] = s.w.Field[f] * float64(freq) / (1 - s.w.B + s.w.B*length)
		})
		if err != nil {
			return err
		}
	}
	rarity := idf(s.ix.Len(), t.df)
	for _, at := range s.touched {
		s.fold(at, t, rarity)
	}
	return nil
}

// idf is BM25's, in the form that is never negative.
func idf(docs, df int) float64 { return math.Log(1 + (float64(docs-df)+0.5)/(float64(df)+0.5)) }

// reserve makes room for n documents, so that a common word does not grow the lists again and again.
func (s *scorer) reserve(n int) {
	s.out.docs = make([]lexicalDoc, 0, n)
	s.out.cover = make([]float64, 0, n*s.out.stride)
	s.freq = make([][projections.NumFields]float64, 0, n)
	s.seen = make([]int32, 0, n)
	s.touched = make([]int32, 0, n)
}

// place finds or makes the record of a document.
func (s *scorer) place(doc int) int32 {
	if at := s.out.slot[doc]; at > 0 {
		return at - 1
	}
	s.out.docs = append(s.out.docs, lexicalDoc{doc: doc})
	s.out.cover = s.out.cover[:len(s.out.cover)+s.out.stride]
	s.freq = append(s.freq, [projections.NumFields]float64{})
	s.seen = append(s.seen, 0)
	s.out.slot[doc] = int32(len(s.out.docs))
	return s.out.slot[doc] - 1
}

// fold adds the present term to a document's score and coverage, and clears the frequencies for the next term.
func (s *scorer) fold(at int32, t term, rarity float64) {
	var sum, where float64
	for f, v := range s.freq[at] {
		sum += v
		if v > 0 {
			where = max(where, s.w.Where[f])
		}
	}
	gain := t.weight * rarity * (s.w.K1 + 1) / (s.w.K1 + sum) // times sum, handed out by field
	rec := &s.out.docs[at]
	for f, v := range s.freq[at] {
		if v > 0 {
			rec.field[f] += gain * v
		}
	}
	covered := s.out.covered(int(at))
	for _, c := range t.covers {
		if c.share == 1 || c.other {
			covered[c.unit] = max(covered[c.unit], c.share*where)
		} else {
			covered[c.unit] = min(1, covered[c.unit]+c.share*where)
		}
	}
	s.freq[at] = [projections.NumFields]float64{}
}

// coverage is the share of the question's mass that covered units hold, 0..1.
func (q question) coverage(covered []float64) float64 {
	if q.mass == 0 {
		return 0
	}
	var sum float64
	for u, share := range covered {
		sum += q.units[u].mass * share
	}
	return min(1, sum/q.mass)
}
