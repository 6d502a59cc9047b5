package recall

import (
	"github.com/factline/memory/projections"
)

// pair is two words that stand side by side in the question, and how rarely documents hold them so.
type pair struct {
	term   string
	rarity float64
}

// pairs are the first MaxPairs of the question.
func (b *builder) pairs(analysed []projections.Term) (out []pair) {
	seen := map[string]bool{}
	projections.Pairs(analysed, func(first, second projections.Term) {
		term := projections.PairTerm(first.Text, second.Text)
		if len(out) == b.w.MaxPairs || b.w.Pairs == 0 || seen[term] {
			return
		}
		seen[term] = true
		out = append(out, pair{term, b.idf(b.ix.DocFreq(term))})
	})
	return out
}

// rarityOfPairs is what a document has that holds each pair of the question once. Pairs are measured against that and not against the best
// document: where the best one holds one pair of many, that one decides little.
func (q question) rarityOfPairs() (sum float64) {
	for _, p := range q.pairs {
		sum += p.rarity
	}
	return sum
}

// addPairs scores the pairs in documents that hold words of the question. What is held more often says more, to a bound, as with words.
func (s *scorer) addPairs(pairs []pair) error {
	for _, p := range pairs {
		err := s.ix.Postings(p.term, func(doc int, freqs *[projections.NumFields]uint32) {
			at := s.out.find(doc)
			if at < 0 {
				return // words that are not there cannot stand side by side: another pair has the same term
			}
			var often float64
			for _, n := range freqs {
				often += float64(n)
			}
			s.out.docs[at].pairs += p.rarity * (s.w.K1 + 1) * often / (s.w.K1 + often)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
