package recall

import "math"

// relevance says how much of the question an item answers, 0..1, comparable across queries:
//
//	relevance = (1 - Agree) * sqrt(c * e) + Agree * a
//
// c is the covered share of the question's mass. Mass is ln(1 + (N + Background) / (df + 1)) per word, so a rare word counts more
// than a common one and a word that the store has never seen counts most: an off-topic question stays low because most of its
// mass is unseen. A word found in the body only counts 0.8 of one that names the item (Weights.Where); an identifier of which
// only parts are found counts at most 0.8, a translation 0.7; words of asking and of any working session count a quarter; the mass of a
// question is at least that of one unseen word and at most that of its 16 heaviest units.
//
// Where a text asks several questions, or tells something beside one, c is of the part that the item covers best (topics.go).
//
// e is the evidence: the covered mass against Enough unseen words (EnoughAsked for a question of which the store knows every word), at
// most 1. A share alone deceives at both ends: of a long claim an answer repeats a third and five rare words of it agree, while one word may
// be all of "use a shorter name". The geometric mean asks for both.
//
// a is the agreement of the vector: its cosine between CosLow (0) and CosHigh (1). Where a store has no vectors at all, words
// decide alone (Agree = 0).
//
// A question in a script or a language that the store does not hold has the cosine on a scale of its own, or what both say together if that is more: words
// can hardly speak, and cosines across languages are lower. A cosine of Weights.Alone passes the floor (see alone). What words do find there, names, numbers and
// translations, is a second witness that knows nothing of the first: the two are wrong together only where each is. Where nothing is asked, as in a
// command, it is not heard.
//
// Nothing here looks at the other hits, at age, type or confidence: relevance is neither rank nor trust.
func relevance(q question, words, cosine float64, vectors bool, w Weights) float64 {
	if !vectors {
		return words
	}
	agreement := min(1, max(0, (cosine-w.CosLow)/(w.CosHigh-w.CosLow)))
	relevance := (1-w.Agree)*words + w.Agree*agreement
	if q.strange {
		near := min(1, DefaultFloor*max(0, cosine)/q.alone)
		if q.question {
			near = 1 - (1-near)*(1-w.AloneWords*words)
		}
		relevance = max(relevance, near)
	}
	return relevance
}

// evidence is what a covered share of a mass says: the mean of the share and of e.
func (q question) evidence(share, mass, enough float64) float64 {
	if q.unseen == 0 {
		return 0
	}
	return math.Sqrt(share * min(1, share*mass/(enough*q.unseen)))
}

// alone is the cosine at which a document of a store of n passes the floor for a question in a script that the store does not know. The best of
// many cosines is high by chance, and grows with the logarithm of how many there are.
func (w Weights) alone(n int) float64 {
	return w.Alone + w.AloneDoubled*max(0, math.Log2(float64(n)/aloneDocs))
}

// aloneDocs is the size of the small stores that Weights.Alone was measured with.
const aloneDocs = 32
