package compare

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A longer name is another name: "Puma exporter runs on port 5000" says nothing of Puma, "Connect timeout is 30 seconds" nothing of every timeout. Readers of
// sentences and vectors take one word more or less for wording, so whatever was taken for the same is looked at once more: a word that carries something and
// stands in the place of the subject makes another subject of it. What only says what kind of thing a name is ("the Puma server"), or that it is so again, does not.

// Narrowing says whether of two facts in nearly the same words one speaks of a narrower thing.
type Narrowing int

const (
	NotNarrower     Narrowing = iota
	PerhapsNarrower           // a person decides
	Narrower
)

// Narrowed compares an older fact with a newer one. An older one that is the narrower says less surely that two things are meant: who speaks of a thing
// again often leaves out what it is called in full.
func Narrowed(older, newer Fact) Narrowing {
	return narrowed(&reading{Fact: older}, &reading{Fact: newer})
}

func narrowed(older, newer *reading) Narrowing {
	found := either(older.spoken().says(), newer.spoken().says())
	if (older.Claim != "" || newer.Claim != "") && older.title().tells() && newer.title().tells() { // titles that are claims, above reasons
		found = max(found, either(older.title(), newer.title()))
	}
	return found
}

// either weighs two sentences, the older one first.
func either(a, b sentence) Narrowing {
	switch n, m := a.narrows(b), b.narrows(a); {
	case m > NotNarrower:
		return m
	case n > NotNarrower:
		return PerhapsNarrower
	}
	return NotNarrower
}

// narrows says whether s is the other sentence with a narrower subject.
func (s sentence) narrows(o sentence) Narrowing {
	if s.zh != o.zh || len(o.tokens) == 0 {
		return NotNarrower
	}
	own, heads, otherVerb, ok := s.beside(o)
	if !ok {
		return NotNarrower
	}
	found := NotNarrower
	if otherVerb {
		found = PerhapsNarrower
	}
	if s.zh {
		return max(found, s.qualifiesZh(own, heads))
	}
	for i := range s.tokens {
		if own[i] {
			found = max(found, s.qualifies(i, heads))
		}
	}
	return found
}

// beside sets s against a sentence of which it must have every word but the verb, in the same order: own says which tokens s has alone, heads are the
// places of the other one's subject in it, or of its first word where it names none. otherVerb says that it tells of the subject by a verb that is another one.
func (s sentence) beside(o sentence) (own []bool, heads []int, otherVerb, ok bool) {
	own = slices.Repeat([]bool{true}, len(s.tokens))
	at, both, verbless := -1, 0, false
	unnamed := len(in(o.tokens, subject)) == 0 // we deploy: the deed is what is spoken of
	for _, t := range o.tokens {
		i := slices.IndexFunc(s.tokens[at+1:], func(u token) bool { return alike(t, u) })
		if i < 0 {
			i = slices.IndexFunc(s.tokens[at+1:], func(u token) bool { return sameToken(t, u) })
		}
		switch {
		case i < 0 && t.role == predicate:
			verbless = true
			continue
		case i < 0:
			return nil, nil, false, false
		}
		at += 1 + i
		own[at] = false
		if t.role != predicate || unnamed {
			both++
		}
		if t.role == subject || len(heads) == 0 && unnamed {
			heads = append(heads, at)
		}
	}
	if both < 2 || len(heads) == 0 {
		return nil, nil, false, false
	}
	if named := slices.DeleteFunc(slices.Clone(heads), func(i int) bool { return s.tokens[i].role != subject }); len(named) > 0 {
		heads = named
	}
	if verbless {
		otherVerb, ok = s.tellsOtherwise(o, own, heads[len(heads)-1])
		return own, heads, otherVerb, ok
	}
	return own, heads, false, true
}

// tellsOtherwise weighs what s has in the place of the other one's verb: another verb, or a word that no list knows as one ("Puma crashes on port 5000").
func (s sentence) tellsOtherwise(o sentence, own []bool, head int) (otherVerb, ok bool) {
	i := slices.IndexFunc(s.tokens, func(t token) bool { return t.role == predicate })
	switch {
	case i >= 0 && own[i]:
		own[i] = false
		verb := s.tokens[i].norm
		return standing()[verb] != standing()[o.verb] && !sharedLine(kin(), verb, o.verb), true
	case s.verb == "" && head+2 < len(own) && own[head+1] && !own[head+2] && s.tokens[head+1].kind == word:
		own[head+1] = false
		return !standing()[s.tokens[head+1].norm], true
	}
	return false, s.verb == "be" // the port of Puma is 5000
}

// sameToken reports that two tokens are one word, or two that mean the same by the lists.
func sameToken(t, u token) bool {
	if alike(t, u) {
		return true
	}
	x, y := newAtom(t, 0, 0, false), newAtom(u, 0, 0, false)
	return x.equal(y) || t.kind == word && u.kind == word && (Meaning{}).meanSame(x, y)
}

// qualifies weighs a word that an English sentence has alone.
func (s sentence) qualifies(i int, places []int) Narrowing {
	t, ahead := s.tokens[i], i < places[len(places)-1]
	a := newAtom(t, 0, 0, false)
	w := a.lower()
	switch {
	case t.kind == number || t.kind == day, adding()[w], boundWords()[w] != "", a.oneOf(saying()), strings.HasSuffix(w, "ly"):
		return NotNarrower
	case a.guards() && !kinds()[t.norm], environments()[w]:
		return Narrower
	case t.role == value && !ahead, t.kind == word && a.oneOf(light()):
		return NotNarrower
	case t.role == predicate:
		return s.misread(i, a)
	case t.role == scope && !ahead:
		return PerhapsNarrower
	case generic()[t.norm] && (!ahead || s.named(places)):
		return NotNarrower // the Puma server, the service Puma
	case generic()[t.norm], kinds()[t.norm], isTrivial(t), a.oneOf(heads()), !ahead && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing")):
		return PerhapsNarrower
	}
	return Narrower
}

// misread weighs what looks like a verb and is none, since one follows: "Connect timeout is 30 seconds".
func (s sentence) misread(i int, a atom) Narrowing {
	raw := scan(s.text)
	if i == 0 && len(raw) > 2 && raw[0].lower == a.lower() && laterVerb(raw) {
		return Narrower
	}
	return NotNarrower
}

// named reports that the subject at these places is a name by its spelling.
func (s sentence) named(places []int) bool {
	return slices.ContainsFunc(places, func(i int) bool { return s.tokens[i].kind == name })
}

// qualifiesZh weighs what a Chinese sentence has alone before its verb; nothing cuts it into words, so that it is read as a whole.
func (s sentence) qualifiesZh(own []bool, heads []int) Narrowing {
	last := heads[len(heads)-1]
	var before, after strings.Builder
	for i, t := range s.tokens {
		switch {
		case !own[i] || t.kind == number || t.kind == day || t.role == predicate:
		case i < last:
			before.WriteString(t.text)
		case t.role == subject:
			after.WriteString(t.text)
		}
	}
	front, back := strip(before.String(), addingZh), strip(strip(after.String(), addingZh), genericZh)
	switch {
	case front+back == "":
		return NotNarrower
	case strip(front, genericZh) == "" && s.tokens[last].kind == name && back == "":
		return NotNarrower
	case strip(strip(front, genericZh), kindsZh)+strip(back, kindsZh) == "", utf8.RuneCountInString(front+back) == 1:
		return PerhapsNarrower
	}
	return Narrower
}

// strip takes words out of a text.
func strip(text string, words func() []string) string {
	for _, w := range words() {
		text = strings.ReplaceAll(text, w, "")
	}
	return text
}

// anotherSubject reports that a newer fact is no other value of an older one, since its subject is called longer: with the older value in the place of
// its own it would be of a narrower thing all the same.
func anotherSubject(older, newer *reading, r Result) bool {
	if r.Old == "" || r.New == "" {
		return false
	}
	text, ok := put(newer.spoken().text(), r.New, r.Old)
	return ok && read(text).narrows(older.spoken().says()) == Narrower
}
