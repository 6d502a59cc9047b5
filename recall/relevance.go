package recall

// relevance says how much of the question an item answers, 0..1, comparable across queries:
//
//	relevance = c + Agree * a * (1 - c)
//
// c is the covered share of the question's mass. Mass is ln(1 + (N + Background) / (df + 1)) per word, so a rare word counts more
// than a common one and a word that the store has never seen counts most: an off-topic question stays low because most of its
// mass is unseen. A word found in the body only counts 0.8 of one that names the item (Weights.Where); an identifier of which
// only parts are found counts at most 0.8; words of asking count a quarter; the mass of a question is at least that of one unseen
// word and at most that of its 16 heaviest units.
//
// a is the agreement of the vector: its cosine between CosLow (0) and CosHigh (1). It closes at most the Agree part of the gap.
//
// Nothing here looks at the other hits, at age, type or confidence: relevance is neither rank nor trust.
func relevance(coverage, cosine float64, w Weights) float64 {
	agreement := min(1, max(0, (cosine-w.CosLow)/(w.CosHigh-w.CosLow)))
	return coverage + w.Agree*agreement*(1-coverage)
}
