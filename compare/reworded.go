package compare

import (
	"context"
	"slices"
)

// pair is two facts in other words, the older one first. Whatever comes of comparing them by meaning is never sure.
type pair struct {
	m    Meaning
	a, b wording
}

// compare sets the two against each other word by word and asks for the nearness of the sentences last, since that costs most.
func (p pair) compare(ctx context.Context) Result {
	if p.a.zh != p.b.zh || len(p.a.words) == 0 || len(p.b.words) == 0 || turnedRound(p.a.sentence, p.b.sentence) {
		return Result{Relation: Unrelated}
	}
	if d := differ(p.a.sentence, p.b.sentence); len(telling(d.old))+len(telling(d.new)) == 0 && otherOrder(p.a.sentence, p.b.sentence) {
		return Result{Relation: Unrelated} // the same words in an order that says another thing
	}
	if r, ok := gone(p.a, p.b); ok {
		return r
	}
	al := p.align()
	if old, new, ok := al.value(); ok {
		return p.updated(ctx, old, new)
	}
	if r, ok := al.attribute(p.a, p.b); ok {
		return r
	}
	if p.anybody(al) && p.near(ctx, p.a.limits().anybody) {
		return p.denied(Contradiction)
	}
	if p.b.changed && !p.a.changed && al.opposed && len(al.oldNames)+len(al.figures()) == 0 {
		al.newNames = nil // "no longer read from Vault but from SSM"
		if p.explained(ctx, al) == oneFact {
			return p.denied(Update)
		}
	}
	switch p.explained(ctx, al) {
	case twoFacts:
		return Result{Relation: Unrelated}
	case perhaps:
		if al.opposed {
			return Result{Relation: Unrelated}
		}
		return Result{Relation: Similar}
	}
	switch {
	case al.opposed:
		return p.denied(Contradiction)
	case p.a.changed != p.b.changed:
		return Result{Relation: Similar}
	}
	return Result{Relation: Same}
}

// confirmed looks again at what the rules take for the same without being sure of it: words of both sides that mean other things speak
// against it.
func (p pair) confirmed(ctx context.Context, r Result) Result {
	al := p.align()
	switch {
	case al.opposed && (p.a.zh || !r.Sure): // where the rules know no word of Chinese they read it character by character
		return p.compare(ctx)
	case r.Sure, len(al.old) == 0, len(al.new) == 0, !al.clash && p.near(ctx, p.a.limits().confirm):
		return r
	}
	return Result{Relation: Similar}
}

// apart reports two titles of which each names something that the other fact does not speak of, in whatever words.
func (p pair) apart(a, b *reading) bool {
	return p.strange(a.alone(b), b) && p.strange(b.alone(a), a)
}

// strange reports that one of the words is like none of the other fact.
func (p pair) strange(words []token, other *reading) bool {
	there := slices.Concat(p.m.read(other.Title).words, p.m.read(other.Claim).words)
	return slices.ContainsFunc(words, func(t token) bool {
		x := newAtom(t, 0, 0, false)
		return !x.isLight() && !slices.ContainsFunc(there, func(y atom) bool { return x.equal(y) || p.m.meanSame(x, y) })
	})
}

func (p pair) denied(r Relation) Result {
	return Result{r, false, negation(p.a.sentence), negation(p.b.sentence)}
}

// updated answers where one value differs: with the older value put in its place the newer text must be the same fact.
func (p pair) updated(ctx context.Context, old, new atom) Result {
	text, ok := put(p.b.text, new.text, old.text)
	if !ok || !p.a.takes(old, new, p.b) {
		return Result{Relation: Unrelated}
	}
	same := pair{m: p.m, a: p.a, b: p.m.read(text)}
	al := same.align()
	if _, _, differs := al.value(); differs || al.opposed || same.explained(ctx, al) != oneFact {
		return Result{Relation: Unrelated}
	}
	return Result{Update, false, old.text, new.text}
}

// verdict says whether two sentences say one thing.
type verdict int

const (
	twoFacts verdict = iota
	perhaps          // nothing tells them apart, and they are not near enough
	oneFact
)

// limits are the least cosines of two sentences that are one fact, by what their words leave unexplained. They were set on the dev pairs.
type limits struct {
	all       float64 // every word has its like
	oneSided  float64 // one sentence has one word more; for every further one oneMore is added
	oneMore   float64
	oneEach   float64 // both have one word of their own, in different places
	bothSided float64 // both have words of their own, three together; for every further one bothMore is added
	bothMore  float64
	loose     float64 // a word that says little stands where another one says more
	anybody   float64 // only some, and anybody
	confirm   float64 // the rules take them for the same
}

// English is compared by vectors of sentences, Chinese by those of its words.
var (
	limitsEn = limits{all: 0.70, oneSided: 0.82, oneMore: 0.02, oneEach: 0.92, bothSided: 0.87, bothMore: 0.01, loose: 0.88, anybody: 0.70, confirm: 0.78}
	limitsZh = limits{all: 0.45, oneSided: 0.70, oneMore: 0.04, oneEach: 0.90, bothSided: 0.91, bothMore: 0.01, loose: 0.88, anybody: 0.55, confirm: 0.55}
)

func (w wording) limits() limits {
	if w.zh {
		return limitsZh
	}
	return limitsEn
}

const (
	mostWords = 5    // more words of their own make two facts, whatever the cosine
	unsure    = 0.08 // so far below a limit two sentences may still be one fact: a person decides
)

// explained weighs what the two sentences have each for itself.
func (p pair) explained(ctx context.Context, al alignment) verdict {
	n := len(al.old) + len(al.new)
	if al.clash || al.modal || al.narrows || len(al.names())+len(al.figures()) > 0 || n > mostWords {
		return twoFacts
	}
	l := p.a.limits()
	bound := l.all
	switch {
	case n == 0:
	case len(al.old) == 0 || len(al.new) == 0:
		bound = l.oneSided + l.oneMore*float64(n-1)
	case n == 2:
		bound = l.oneEach
	default:
		bound = l.bothSided + l.bothMore*float64(n-3)
	}
	if al.loose {
		bound = max(bound, l.loose)
	}
	cosine, ok := p.m.nearness(ctx, spelled(p.a.text), spelled(p.b.text))
	switch {
	case !ok || cosine < bound-unsure:
		return twoFacts
	case cosine < bound:
		return perhaps
	}
	return oneFact
}

func (p pair) near(ctx context.Context, bound float64) bool {
	cosine, ok := p.m.nearness(ctx, spelled(p.a.text), spelled(p.b.text))
	return ok && cosine >= bound
}

// anybody reports that the one gives to only some what the other one gives to all.
func (p pair) anybody(al alignment) bool {
	if len(al.names())+len(al.figures()) > 0 || signShapes().only.MatchString(p.a.text) == signShapes().only.MatchString(p.b.text) {
		return false
	}
	for _, side := range [][2][]atom{{al.old, al.new}, {al.new, al.old}} {
		if len(side[0]) == 1 && len(side[1]) == 1 && universal()[side[1][0].lower()] {
			return true
		}
	}
	return false
}
