package compare

import (
	"context"
	"slices"
	"strings"
)

// look is all that is seen of two facts, the older one first: what the rules said of them, how their words go together, and how near they are in
// meaning. Features are read off it.
type look struct {
	pair
	facts    [2]Fact // the older one first
	al       alignment
	rules    Result // of the words alone
	reworded Result // of Meaning.Facts
	shared   float64

	old, new         string // what they say
	seenOld, seenNew string // the same as the network reads it

	cosine   float64 // of the whole sentences: the network in English, in Chinese that of an English gloss
	table    float64 // of the sums of their words
	pieces   match   // part of a word by part of a word, as they are meant in their sentences
	words    match   // word by word, by the word table
	subjects match   // of the words before the verb
	clauses  match

	figBoth, figOld, figNew, figDiffer    int
	nameBoth, nameOld, nameNew            int
	siblings, contraries, guards, deniers int
	sidesDiffer, sidesAll                 bool
	agree, disagree                       float64
	a, b                                  signs
}

// near asks for the nearness of the whole sentences, in Chinese that of an English gloss, and reports whether it is worth looking closer.
func (l *look) near(ctx context.Context) bool {
	l.old, l.new = spelled(l.pair.a.text), spelled(l.pair.b.text)
	l.seenOld, l.seenNew = l.old, l.new
	if l.pair.a.zh {
		l.seenOld, l.seenNew = l.m.gloss(l.old), l.m.gloss(l.new)
	}
	cosine, ok := l.m.Sentences(ctx, l.seenOld, l.seenNew)
	l.cosine = cosine
	return ok && cosine >= tooFar
}

// see looks at the rest.
func (l *look) see(ctx context.Context) {
	p := l.pair
	l.al, l.shared = p.align(), p.a.shared(p.b)
	l.table = p.m.Words(l.old, l.new)
	l.pieces = piecesMatch(p.m.Pieces(ctx, l.seenOld), p.m.Pieces(ctx, l.seenNew))
	l.words = p.wordsMatch(p.a.words, p.b.words)
	subjectOf := func(w wording) (out []atom) {
		for _, t := range w.words {
			if t.role == subject {
				out = append(out, t)
			}
		}
		return out
	}
	l.subjects = p.wordsMatch(subjectOf(p.a), subjectOf(p.b))
	l.clauses = l.clausesMatch(ctx, l.seenOld, l.seenNew)
	l.figBoth, l.figOld, l.figNew, l.figDiffer = matchQuantities(quantities(l.old), quantities(l.new))
	l.countNames()
	l.countWords()
	l.sidesDiffer, l.sidesAll = sidesDiffer(p.a.text, p.b.text)
	l.a, l.b = readSigns(l.old), readSigns(l.new)
	l.agree, l.disagree = l.polarity()
}

// gloss is a Chinese text in English words, one by one: enough for the network to know what it is about.
func (m Meaning) gloss(text string) string {
	var out []string
	for _, piece := range signShapes().gloss.FindAllString(text, -1) {
		if !hanIn(piece) {
			out = append(out, piece)
			continue
		}
		for _, word := range m.Cut(piece, knownZh) {
			switch listed, known := zhWords()[word]; {
			case known && negatesZh(listed.is):
				out = append(out, "not")
			case known && listed.is == zhDrop:
			default:
				if english := m.English(word); len(english) > 0 {
					out = append(out, english[0])
				}
			}
		}
	}
	return strings.Join(out, " ")
}

func (l *look) countNames() {
	old, new := l.pair.a.words, l.pair.b.words
	has := func(words []atom, x atom) bool {
		return slices.ContainsFunc(words, func(y atom) bool { return x.equal(y) || x.lower() == y.lower() })
	}
	for _, x := range old {
		switch {
		case x.kind != name && !x.coined():
		case has(new, x):
			l.nameBoth++
		default:
			l.nameOld++
		}
	}
	for _, y := range new {
		if (y.kind == name || y.coined()) && !has(old, y) {
			l.nameNew++
		}
	}
}

// order says whether the words that both have stand in one order: 1 = they do, -1 = turned round.
func (l *look) order() float64 {
	var at []int
	for _, x := range l.pair.a.words {
		j := slices.IndexFunc(l.pair.b.words, func(y atom) bool { return x.equal(y) && !x.isLight() })
		if j >= 0 {
			at = append(at, j)
		}
	}
	n, sum := 0, 0
	for i, p := range at {
		for _, q := range at[i+1:] {
			n++
			if p < q {
				sum++
			} else if p > q {
				sum--
			}
		}
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// polarity sums, over the words that carry something, how near their nearest word of the other fact is that is denied as they are, and that is not.
func (l *look) polarity() (agree, differ float64) {
	x, y := l.sided(l.pair.a), l.sided(l.pair.b)
	for _, s := range x {
		with, against := 0.0, 0.0
		for _, o := range y {
			near, same := 0.0, s.denied == o.denied
			switch {
			case s.equal(o.atom):
				near, same = 1, same == (s.flip == o.flip)
			case s.kind == word && o.kind == word && contrary(s.atom, o.atom):
				near, same = 1, !same
			case s.kind == word && o.kind == word && l.m.meanSame(s.atom, o.atom):
				near = 0.9
			case s.kind == word && o.kind == word:
				near = min(0.85, max(0, l.m.Words(s.lower(), o.lower())))
			}
			if same {
				with = max(with, near)
			} else {
				against = max(against, near)
			}
		}
		if with >= against {
			agree += with
		} else {
			differ += against
		}
	}
	n := float64(max(1, len(x)))
	return agree / n, differ / n
}

// sided are the words of a wording that carry something, with what is denied of them.
func (l *look) sided(w wording) (out []sided) {
	if !w.zh {
		return clauseSides(w.text)
	}
	denied := deniedZh(boundedZh(w.text))
	for _, t := range w.words {
		if !t.isLight() {
			out = append(out, sided{t, slices.ContainsFunc(denied, func(d string) bool { return strings.Contains(t.text, d) || strings.Contains(d, t.text) })})
		}
	}
	return out
}

func (l *look) countWords() {
	old, new := l.pair.a.words, l.pair.b.words
	for _, x := range old {
		for _, y := range new {
			if x.kind != word || y.kind != word {
				continue
			}
			switch {
			case x.equal(y):
			case areSiblings(x, y) && !slices.ContainsFunc(new, x.equal) && !slices.ContainsFunc(old, y.equal):
				l.siblings++
			case contrary(x, y):
				l.contraries++
			}
		}
	}
	denying := func(words []atom) (n int) {
		for _, t := range words {
			if t.denies() {
				n++
			}
		}
		return n
	}
	l.deniers = denying(old) - denying(new)
	alone := func(of, in []atom) (n int) {
		for _, t := range of {
			if t.guards() && !slices.ContainsFunc(in, func(o atom) bool { return t.equal(o) || l.m.meanSame(t, o) }) {
				n++
			}
		}
		return n
	}
	l.guards = alone(old, new) + alone(new, old)
}

// shared is the part of the words of two wordings that both have, by the letter.
func (w wording) shared(o wording) float64 {
	taken := make([]bool, len(o.words))
	both := 0
	for _, x := range w.words {
		for j, y := range o.words {
			if !taken[j] && x.equal(y) {
				taken[j] = true
				both++
				break
			}
		}
	}
	return float64(both) / float64(len(w.words)+len(o.words)-both)
}
