package compare

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// alignment says what is left of two sentences once the words that go together are taken out, and what stands against each other.
type alignment struct {
	old, new           []atom // words of one alone that carry something
	oldNames, newNames []atom
	oldFigs, newFigs   []atom
	opposed            bool // they take two sides
	clash              bool // a word stands in the place of another one, and they are two things
	loose              bool // a word that says little stands in the place of one that says more
	modal              bool // that it may be and that it must be
	narrows            bool // a word of one alone narrows a thing that both name
}

func (r alignment) names() []atom   { return slices.Concat(r.oldNames, r.newNames) }
func (r alignment) figures() []atom { return slices.Concat(r.oldFigs, r.newFigs) }

// aligner joins the words of two wordings. ofA[i] is the place in b of the word that goes with the i-th of a, -1 = none yet.
type aligner struct {
	m        Meaning
	a, b     wording
	ofA, ofB []int
	res      alignment
}

// Cosines of two words.
const (
	nearWord = 0.38 // from here on two words that stand anywhere mean about the same
	sameWord = 0.50 // the same, where one stands exactly in the place of the other
)

// leastShared is the part of the shorter sentence that the longer one must have by the letter. With less, no other word is looked at.
const leastShared = 0.2

func (p pair) align() alignment {
	al := aligner{m: p.m, a: p.a, b: p.b, ofA: alone(len(p.a.words)), ofB: alone(len(p.b.words))}
	al.res.opposed = p.a.negated != p.b.negated
	al.res.modal = p.a.onlyLoose() && p.b.onlyFirm() || p.a.onlyFirm() && p.b.onlyLoose()
	al.res.clash = signShapes().only.MatchString(p.a.text) != signShapes().only.MatchString(p.b.text)
	named := onlyFigure(p.a.sentence) && onlyFigure(p.b.sentence)
	shared := al.join(func(x, y atom) bool {
		return x.norm == y.norm && x.flip == y.flip && (named || sameSide(x.token, y.token))
	})
	shared += al.join(func(x, y atom) bool { return x.equal(y) && (named || sameSide(x.token, y.token)) })
	if float64(shared) < leastShared*float64(min(len(al.ofA), len(al.ofB))) {
		al.res.clash = true
		return al.res
	}
	al.join(p.m.meanSame)
	switch a, b := p.a, p.b; {
	case a.before != "" && a.before == b.after, a.after != "" && a.after == b.before:
		al.res.opposed = !al.res.opposed
	case a.before != "" && b.after != "", a.after != "" && b.before != "":
		al.res.clash = true // after X comes Y, and before Y comes X: or else
	}
	al.opposites()
	al.slots()
	al.join(func(x, y atom) bool {
		return mayMean(x, y) && !x.named() && !y.named() && p.m.Words(x.lower(), y.lower()) >= nearWord
	})
	al.res.old, al.res.oldNames, al.res.oldFigs = al.left(al.a, al.ofA, al.b)
	al.res.new, al.res.newNames, al.res.newFigs = al.left(al.b, al.ofB, al.a)
	return al.res
}

func (w wording) onlyLoose() bool { return w.loose && !w.firm }
func (w wording) onlyFirm() bool  { return w.firm && !w.loose }

func alone(n int) []int { return slices.Repeat([]int{-1}, n) }

// join joins words that are still alone, and returns how many.
func (al *aligner) join(goTogether func(x, y atom) bool) (n int) {
	for i, x := range al.a.words {
		if al.ofA[i] >= 0 {
			continue
		}
		j := slices.IndexFunc(al.b.words, func(y atom) bool { return al.ofB[y.at] < 0 && goTogether(x, y) })
		if j >= 0 {
			al.put(i, j)
			n++
		}
	}
	return n
}

// put joins two words. One that is the other turned round, such as disabled and enabled, turns the sentence round.
func (al *aligner) put(i, j int) {
	al.ofA[i], al.ofB[j] = j, i
	if x, y := al.a.words[i], al.b.words[j]; x.flip != y.flip && x.norm == y.norm && x.kind == word && x.lower() != y.lower() {
		al.turn(i, j)
	}
}

// turn says that two words are each other's opposite. In front of a thing they make two things of it.
func (al *aligner) turn(i, j int) {
	al.res.opposed = !al.res.opposed
	x, y := al.a.words[i], al.b.words[j]
	if x.opens && al.narrowsAt(al.a.words, al.ofA, i) || y.opens && al.narrowsAt(al.b.words, al.ofB, j) {
		al.res.clash = true
	}
}

// opposites joins words of which one is the opposite of the other.
func (al *aligner) opposites() {
	for i, x := range al.a.words {
		for j, y := range al.b.words {
			if al.ofA[i] >= 0 || al.ofB[j] >= 0 || x.kind != word || y.kind != word || !contrary(x, y) {
				continue
			}
			al.res.clash = al.res.clash || areSiblings(x, y)
			al.turn(i, j)
			al.ofA[i], al.ofB[j] = j, i
		}
	}
}

// narrowsAt reports that the word after the i-th, without an article between them, is one that both sentences have.
func (al *aligner) narrowsAt(words []atom, of []int, i int) bool {
	return i+1 < len(words) && of[i+1] >= 0 && words[i+1].place <= words[i].place+1 && words[i+1].kind != number && !words[i+1].opens
}

// opensAt reports that a noun phrase that begins with the i-th word goes on to one that both sentences have.
func (al *aligner) opensAt(words []atom, of []int, i int) bool {
	for ; i+1 < len(words) && !words[i+1].opens && words[i+1].place <= words[i].place+1; i++ {
		if of[i+1] >= 0 {
			return words[i+1].kind != number
		}
	}
	return false
}

// slots looks at words that stand in each other's place.
func (al *aligner) slots() {
	for i, x := range al.a.words {
		for j, y := range al.b.words {
			if al.ofA[i] >= 0 || al.ofB[j] >= 0 || x.kind != word || y.kind != word || !al.samePlace(i, j) {
				continue
			}
			switch {
			case x.isLight() && y.isLight(), mayMean(x, y) && al.m.Words(x.lower(), y.lower()) >= sameWord:
				al.put(i, j)
			case x.denies() != y.denies():
				al.res.opposed = !al.res.opposed
				al.put(i, j)
			case x.isLight() || y.isLight():
				al.res.loose = true
			default:
				al.res.clash = true
			}
		}
	}
}

// samePlace reports that the words before and after the two are joined to each other, or that there are none.
func (al *aligner) samePlace(i, j int) bool {
	before := i == 0 && j == 0 || i > 0 && j > 0 && al.ofA[i-1] == j-1
	after := i == len(al.ofA)-1 && j == len(al.ofB)-1 || i+1 < len(al.ofA) && j+1 < len(al.ofB) && al.ofA[i+1] == j+1
	return before && after
}

// left sorts what is left of a sentence.
func (al *aligner) left(w wording, of []int, other wording) (words, names, figures []atom) {
	for i, t := range w.words {
		switch {
		case of[i] >= 0 || t.one():
		case t.kind == number || t.kind == day:
			figures = append(figures, t)
		case t.kind == name:
			if n := len(names); n > 0 && of[i-1] < 0 && w.words[i-1].kind == name && names[n-1].place < t.place { // Docker Hub
				names[n-1].text += " " + t.text
			} else if !slices.ContainsFunc(other.words, t.equal) {
				names = append(names, t)
			}
		case t.denies() && al.res.opposed: // the one says "no token", the other one that it is missing
			al.res.opposed = false
		case t.guards():
			al.res.clash = true
			words = append(words, t)
		case t.isLight() || boundWords()[t.lower()] != "" || slices.ContainsFunc(other.words, func(o atom) bool { return o.equal(t) || al.m.meanSame(o, t) }):
		default:
			al.res.clash = al.res.clash || t.denies() || siblingIn(t, other, w)
			al.res.narrows = al.res.narrows || t.opens && al.opensAt(w.words, of, i)
			words = append(words, t)
		}
	}
	return words, names, figures
}

// one reports a number that may be left out: "a single", "once".
func (t atom) one() bool {
	return t.kind == number && t.bare == "1" && !unicode.IsDigit([]rune(t.text)[0])
}

// siblingIn reports that the other sentence speaks of a thing that stands beside t, and this one does not.
func siblingIn(t atom, other, own wording) bool {
	return slices.ContainsFunc(other.words, func(o atom) bool { return areSiblings(t, o) && !slices.ContainsFunc(own.words, o.equal) })
}

// meanSame reports that two words mean the same by the lists and by WordNet.
func (m Meaning) meanSame(x, y atom) bool {
	if x.kind != word && y.kind != word || x.denies() != y.denies() || areSiblings(x, y) || contrary(x, y) {
		return false
	}
	return akin(x, y) || x.kind == y.kind && meanSame(x.entries(), y.entries())
}

// mayMean reports two words whose vectors may be asked: what says when or how many, or denies, is the same only by the letter, and one
// character of Chinese says too little.
func mayMean(x, y atom) bool {
	return x.kind == word && y.kind == word && utf8.RuneCountInString(x.text) > 1 && utf8.RuneCountInString(y.text) > 1 &&
		x.denies() == y.denies() && !x.guards() && !y.guards() && !areSiblings(x, y)
}

// akin reports two words of one line of kin.
func akin(x, y atom) bool {
	return anyPair(x.forms(), y.forms(), func(p, q string) bool { return sharedLine(kin(), p, q) })
}

// areSiblings reports two different words of one line of siblings.
func areSiblings(x, y atom) bool {
	p, q := trimAlike(x.text, y.text)
	if differ := func(p, q string) bool { return p != q && sharedLine(siblings(), p, q) }; differ(x.norm, y.norm) || differ(p, q) {
		return true
	}
	return anyPair(x.forms(), y.forms(), func(p, q string) bool { return p != q && sharedLine(siblings(), p, q) })
}

// trimAlike takes off the last character that two Chinese words share: what tells a test database from a production database.
func trimAlike(a, b string) (string, string) {
	r, size := utf8.DecodeLastRuneInString(a)
	if o, _ := utf8.DecodeLastRuneInString(b); r == o && unicode.Is(unicode.Han, r) {
		return a[:len(a)-size], b[:len(b)-size]
	}
	return a, b
}

// contrary reports that one word is the opposite of the other.
func contrary(x, y atom) bool {
	return meanOpposite(x.entries(), y.entries()) || anyPair(x.forms(), y.forms(), func(p, q string) bool {
		return contraries()[p] != 0 && contraries()[p] == -contraries()[q]
	})
}
