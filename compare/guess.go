package compare

import (
	"context"
	"slices"
)

// Facts that the rules leave unrelated or similar may still be one fact, a correction or a contradiction in words that no rule knows. A classifier that
// was trained on labelled pairs says which is likeliest, from named features; figures, names and negation that speak against it outvote it where it
// would merge. It says nothing surely.

// The least odds for acting on a guess, chosen on pairs that were held out from the training (decision 21): of those all that it called the same are, 25 of 26
// updates and, in Chinese, 9 of 9 contradictions. An English contradiction is never acted on: no bound had nine of ten right. Below, the other fact
// is named and nothing is done.
const (
	mergeOddsEn    = 0.85
	mergeOddsZh    = 0.65
	updateOdds     = 0.85
	contradictOdds = 0.70 // Chinese
	nameOdds       = 0.70 // against being unrelated: below, neighbours of every kind would be named
)

// Cosines below which nothing is asked further, and nothing merged.
const (
	tooFar     = 0.2
	farToMerge = 0.5
)

// mostShared is the part of the words of both from which on the words that differ, or their order, have decided: nothing is merged.
const mostShared = 0.7

// Guess is how two facts most likely stand to each other.
type Guess struct {
	Relation Relation
	Odds     float64 // against their being unrelated, 0 to 1
	// Likely says that the odds are high enough to name the other fact.
	Likely bool
	// Alike says that besides nothing in their words tells that they speak of two things: who is shown many pairs at once is shown no others.
	Alike bool
	// Firm says that the odds are high enough to act as on a comparison that is not sure. Without it both stand, and the other is named.
	Firm bool
}

// Guess returns a function that says how an older fact most likely stands to the newer one. It is for facts that comparing found unrelated or
// similar, and costs milliseconds. Use it from one goroutine.
func (m Meaning) Guess(ctx context.Context, newer Fact) func(older Fact) Guess {
	relation := m.To(ctx, newer)
	b := &reading{Fact: newer}
	return func(older Fact) Guess {
		a := &reading{Fact: older}
		l, ok := m.look(ctx, a, b, relation)
		if !ok || listed(a, b) {
			return Guess{Relation: Unrelated}
		}
		return l.guess(trained().Odds(l.values()))
	}
}

// look sees two facts; ok is false where they are of two languages, or of one that nobody here knows, and
// where they are far from each other.
func (m Meaning) look(ctx context.Context, a, b *reading, relation func(Fact) Result) (l look, ok bool) {
	if m.Words == nil || m.Sentences == nil || m.Cut == nil || m.Pieces == nil || m.English == nil {
		return l, false
	}
	p := pair{m: m, a: m.wording(a.spoken()), b: m.wording(b.spoken())}
	if p.a.zh != p.b.zh || len(p.a.words) == 0 || len(p.b.words) == 0 {
		return l, false
	}
	l = look{pair: p, facts: [2]Fact{a.Fact, b.Fact}}
	if !l.near(ctx) {
		return l, false
	}
	l.rules, l.reworded = facts(a, b), relation(a.Fact)
	l.see(ctx)
	return l, true
}

// guess is the likeliest relation.
func (l *look) guess(odds [len(guessed)]float64) Guess {
	best := 0
	for i := range odds {
		if odds[i] > odds[best] {
			best = i
		}
	}
	g := Guess{Relation: guessed[best], Odds: 1 - odds[len(odds)-1]}
	g.Likely = g.Relation != Unrelated && g.Odds >= nameOdds
	switch g.Relation {
	case Same:
		g.Firm = odds[best] >= l.mergeOdds() && !l.tellsApart()
	case Update:
		g.Firm = odds[best] >= updateOdds
	case Contradiction:
		g.Firm = l.pair.a.zh && odds[best] >= contradictOdds
	}
	g.Alike = g.Likely && (g.Firm || !l.otherThings())
	return g
}

func (l *look) mergeOdds() float64 {
	if l.pair.a.zh {
		return mergeOddsZh
	}
	return mergeOddsEn
}

// otherThings reports what tells that two facts speak of two things, however near they are in meaning: figures of both sides, or a name that only one
// of them has. Rules of one project and lines of one list are near each other, and the names in them are what each is about.
func (l *look) otherThings() bool {
	return l.cosine < farToMerge || l.figDiffer > 0 || l.figOld > 0 && l.figNew > 0 || l.nameOld > 0 || l.nameNew > 0
}

// tellsApart reports what no merge may pass over: what speaks of two things, two sides on one thing, siblings, opposites, or the same words turned round.
func (l *look) tellsApart() bool {
	return l.otherThings() || l.shared >= mostShared || l.sidesDiffer || l.siblings > 0 || l.contraries > 0 ||
		l.pair.a.onlyLoose() && l.pair.b.onlyFirm() || l.pair.a.onlyFirm() && l.pair.b.onlyLoose() || (l.a.negators > 0) != (l.b.negators > 0) || l.order() <= -0.99 ||
		Apart(l.facts[0], l.facts[1]) || Narrowed(l.facts[0], l.facts[1]) != NotNarrower
}

// values are the features of what is seen.
func (l *look) values() []float64 {
	values := make([]float64, len(featureList))
	for i, f := range featureList {
		values[i] = f.of(l)
	}
	return values
}

// Example is a labelled pair as the classifier sees it.
type Example struct {
	Values []float64
	Rules  Relation // what comparing says of it
	Apart  bool     // no merge may pass over what speaks against it
	Zh     bool
}

// Example looks at a pair for the training; the names of the values are FeatureNames. ok is false where the classifier
// is not asked.
func (m Meaning) Example(ctx context.Context, older, newer Fact) (e Example, ok bool) {
	relation := m.To(ctx, newer)
	l, ok := m.look(ctx, &reading{Fact: older}, &reading{Fact: newer}, relation)
	if !ok {
		return e, false
	}
	return Example{Values: l.values(), Rules: l.reworded.Relation, Apart: l.tellsApart(), Zh: l.pair.a.zh}, true
}

// FeatureNames are the names of the features, in their order.
func FeatureNames() (names []string) {
	for _, f := range featureList {
		names = append(names, f.name)
	}
	return names
}

// Labels are the relations that a class of a Tree stands for.
func Labels() []Relation { return slices.Clone(guessed[:]) }
