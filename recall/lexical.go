package recall

import (
	"cmp"
	"context"
	"math"

	"github.com/factline/memory/projections"
)

// lexical is the word evidence of one query: a record for each document that holds one of its terms.
type lexical struct {
	docs   []evidence // doc and field alone are set
	cover  []float64  // units covered, docs by units, each 0..1
	stride int        // units of the question
	slot   []int32    // document -> 1 + its place in docs; 0 = none yet, unwanted = it gets none
}

const unwanted = -1

// find returns the place of a document in docs, or less than 0.
func (l *lexical) find(doc int) int { return int(l.slot[doc]) - 1 }

func (l *lexical) covered(n int) []float64 { return l.cover[n*l.stride : (n+1)*l.stride] }

// scoreLexical computes BM25F: the frequencies of a term in all fields, weighted and normalised by field length, saturate
// together, so that a word repeated in title, summary and body does not count three times. Each field's part of the score is
// its share of that sum. Documents that are not wanted (nil = all are) count for how rare a word is, and get no record; passing is how many
// are wanted.
func scoreLexical(ctx context.Context, ix index, q question, w Weights, wanted func(doc int) bool, passing int, moot func() error) (lexical, error) {
	s := scorer{ix: ix, w: w, wanted: wanted, out: lexical{stride: len(q.units), slot: make([]int32, ix.Len())}}
	for f := range projections.NumFields {
		s.average[f] = max(ix.AvgFieldLen(f), 1)
	}
	s.tableDivisors()
	known := 0
	for _, t := range q.terms {
		known += t.df
	}
	for _, o := range q.others {
		for _, t := range o.terms {
			known += t.df
		}
	}
	s.reserve(min(known, passing))
	stopped := func() error { return cmp.Or(ctx.Err(), moot()) }
	for _, t := range q.terms {
		if err := stopped(); err != nil {
			return lexical{}, err
		}
		if err := s.add(t); err != nil {
			return lexical{}, err
		}
	}
	if err := s.addOthers(q.others, stopped); err != nil {
		return lexical{}, err
	}
	return s.out, s.addPairs(q.pairs)
}

type scorer struct {
	ix      index
	w       Weights
	average [projections.NumFields]float64
	wanted  func(doc int) bool
	out     lexical

	divisors [projections.NumFields][usualLen]float64
}

// usualLen is the length of a field, in terms, above which hardly any is.
const usualLen = 128

// divisor is what the frequencies of a field of a length are divided by.
func (s *scorer) divisor(f int, length uint32) float64 {
	return 1 - s.w.B + s.w.B*(float64(length)/s.average[f])
}

// tableDivisors works the divisors of usual lengths out once instead of once for each posting.
func (s *scorer) tableDivisors() {
	for f := range s.divisors {
		for length := range s.divisors[f] {
			s.divisors[f][length] = s.divisor(f, uint32(length))
		}
	}
}

// add scores one term: in each document that holds it, all fields at once.
func (s *scorer) add(t term) error {
	gain := t.weight * idf(s.ix.Len(), t.df)
	return s.each(t.text, t.ident, func(at int, saturated float64, weighed *[projections.NumFields]float64, where float64) {
		s.fold(at, t, gain*saturated, weighed, where)
	})
}

// each walks the documents that hold a term: its frequencies in all fields, weighed, what one of them counts where the others are as they are, and
// the best field's weight.
func (s *scorer) each(text string, ident bool, yield func(at int, saturated float64, weighed *[projections.NumFields]float64, where float64)) error {
	return s.ix.Postings(text, func(doc int, freqs *[projections.NumFields]uint32) {
		if s.passesOver(doc) {
			return
		}
		var weighed [projections.NumFields]float64
		var sum, where float64
		lens := s.ix.FieldLens(doc)
		for f, freq := range freqs {
			if freq == 0 || ident && f != int(projections.Paths) && f != int(projections.Idents) {
				continue
			}
			var divisor float64
			if length := lens[f]; length < usualLen {
				divisor = s.divisors[f][length]
			} else {
				divisor = s.divisor(f, length)
			}
			weighed[f] = s.w.Field[f] * float64(freq) / divisor
			sum += weighed[f]
			where = max(where, s.w.Where[f])
		}
		if sum > 0 {
			yield(s.place(doc), (s.w.K1+1)/(s.w.K1+sum), &weighed, where)
		}
	})
}

// passesOver says that a document gets no record. It is asked for once.
func (s *scorer) passesOver(doc int) bool {
	slot := &s.out.slot[doc]
	if *slot == 0 && s.wanted != nil && !s.wanted(doc) {
		*slot = unwanted
	}
	return *slot == unwanted
}

// idf is BM25's, in the form that is never negative.
func idf(docs, df int) float64 { return math.Log(1 + (float64(docs-df)+0.5)/(float64(df)+0.5)) }

// reserve makes room for n documents, so that a common word does not grow the lists again and again.
func (s *scorer) reserve(n int) {
	s.out.docs = make([]evidence, 0, n)
	s.out.cover = make([]float64, 0, n*s.out.stride)
}

// place finds or makes the record of a document.
func (s *scorer) place(doc int) int {
	if at := s.out.find(doc); at >= 0 {
		return at
	}
	s.out.docs = append(s.out.docs, evidence{doc: doc})
	s.out.cover = s.out.cover[:len(s.out.cover)+s.out.stride]
	s.out.slot[doc] = int32(len(s.out.docs))
	return len(s.out.docs) - 1
}

// fold adds a term to a document's score and coverage: gain times the frequencies, handed out by field. where is the best field's weight.
func (s *scorer) fold(at int, t term, gain float64, weighed *[projections.NumFields]float64, where float64) {
	field := &s.out.docs[at].field
	for f, v := range weighed {
		field[f] += gain * v
	}
	covered := s.out.covered(at)
	for _, c := range t.covers {
		if c.share == 1 {
			covered[c.unit] = max(covered[c.unit], c.share*where)
		} else {
			covered[c.unit] = min(1, covered[c.unit]+c.share*where)
		}
	}
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
