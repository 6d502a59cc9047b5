package recall

import (
	"cmp"
	"context"
	"slices"
)

// sentences are the cosines of sentence vectors to the question, where the process has such vectors and the model knows the question's language.
// For an item that has one it stands in the place of the word table's cosine, in the score and nowhere else: relevance, and with it the floor of
// prompts, goes on reading the table's, which is there in every process.
type sentences struct {
	cosines []float32 // by document, below -1 where it has none; nil = nothing has
	nearest []int     // allowed documents, best first
	high    float64   // cosine of the best of them, which counts 1
	second  float64   // of the next
}

// of is the cosine of a document, if it has one.
func (s sentences) of(doc int) (cosine float64, ok bool) {
	if s.cosines == nil || s.cosines[doc] < -1 {
		return 0, false
	}
	return float64(s.cosines[doc]), true
}

// nearness is a cosine against the best one, as in fusion.
func (s sentences) nearness(cosine float64) float64 {
	if cosine <= 0 || s.high <= 0 {
		return 0
	}
	return cosine / s.high
}

// nearestSentences asks the sentence vectors, and finds the k nearest allowed documents.
func nearestSentences(ctx context.Context, ix index, ask question, k int, read *heads, w Weights) (s sentences, err error) {
	if len(ask.units) == 0 || w.Sentence == 0 || w.RRFK > 0 {
		return s, nil
	}
	if s.cosines, err = ix.SentenceCosines(ctx, ask.meant()); err != nil || s.cosines == nil {
		return sentences{}, err
	}
	order := func(a, b int) int { return cmp.Or(cmp.Compare(s.cosines[b], s.cosines[a]), a-b) }
	for doc, cosine := range s.cosines {
		if cosine <= 0 || len(s.nearest) == k && order(doc, s.nearest[k-1]) > 0 || read.drop(doc) != "" {
			continue
		}
		if len(s.nearest) == k {
			s.nearest = s.nearest[:k-1]
		}
		at, _ := slices.BinarySearchFunc(s.nearest, doc, order)
		s.nearest = slices.Insert(s.nearest, at, doc)
	}
	if len(s.nearest) > 0 {
		s.high = float64(s.cosines[s.nearest[0]])
	}
	if len(s.nearest) > 1 {
		s.second = float64(s.cosines[s.nearest[1]])
	}
	return s, nil
}

// clearly reports whether a document is nearest by so much that somebody who searches wants to see it, also where it shares no word with the
// question.
func (s sentences) clearly(cosine float64, w Weights) bool {
	return cosine > 0 && cosine == s.high && cosine >= w.SentenceAlone && cosine-s.second >= w.SentenceLead
}
