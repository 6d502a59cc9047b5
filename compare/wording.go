package compare

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// wording is a sentence as its words stand, for setting it against another one word by word.
type wording struct {
	sentence
	text    string
	words   []atom
	negated bool   // an odd number of negators; what denies by its own meaning is not counted
	gone    []atom // what it says is no more
	order   int    // below 0: it speaks of before, above 0: of after; Chinese only, in English these are words
}

// atom is a word of a wording.
type atom struct {
	token
	at    int  // in the wording
	place int  // of the word in the sentence, with the words that were dropped
	opens bool // a noun phrase, or the sentence, begins with it
}

// wording reads a text.
func (m Meaning) wording(text string) wording {
	w := wording{sentence: read(bounded(text)), text: text}
	if w.zh {
		m.han(&w)
		return w
	}
	w.negated = w.sentence.negated
	raw := foldPhrases(scan(bounded(text)))
	at := 0 // the words that the reader kept stand in raw in their order
	for _, t := range w.tokens {
		for at < len(raw) && !strings.HasPrefix(t.text, raw[at].text) {
			at++
		}
		if at == len(raw) {
			break
		}
		if t.flip && (t.role != subject || w.verb == "") {
			w.negated = !w.negated
		}
		t.norm = strings.TrimPrefix(t.norm, "!")
		if moreNegators()[strings.ToLower(t.text)] {
			w.negated = !w.negated
			at++
			continue
		}
		w.add(raw, at, t)
		at++
	}
	w.gone = over(text)
	return w
}

func (w *wording) add(raw []rawToken, at int, t token) {
	opens := at == 0 || raw[at].stop || afterDeterminer(raw, at)
	if t.kind != word || !strings.ContainsAny(t.text, "-/") {
		w.words = append(w.words, atom{t, len(w.words), at, opens})
		return
	}
	for i, part := range strings.FieldsFunc(t.text, func(r rune) bool { return r == '-' || r == '/' }) {
		p := t
		p.text = part
		p.norm, p.flip = base(strings.ToLower(part))
		w.words = append(w.words, atom{p, len(w.words), at, opens && i == 0})
	}
}

// bounded writes the ways to say an upper and a lower bound in one way.
func bounded(text string) string {
	text = spelled(text)
	text = atMostShape().ReplaceAllString(text, "at most")
	return atLeastShape().ReplaceAllString(text, "at least")
}

var (
	requestShape = lazyregexp.New(`\bPR(s?)\b`)
	atMostShape  = lazyregexp.New(`(?i)\b(?:(?:(?:may|must|can|should|shall|do|does|is|are) ?not|cannot|never|no|not)(?: be)? (?:longer|larger|bigger|greater|higher|more|older|wider|later) than|(?:(?:may|must|can|should|do|does) ?not|cannot|never) exceed)\b`)
	atLeastShape = lazyregexp.New(`(?i)\b(?:(?:may|must|can|should|shall|do|does|is|are) ?not|cannot|never|no|not)(?: be)? (?:fewer|less|shorter|smaller|lower|younger) than\b`)
)

// spelled writes out what is mostly written short.
func spelled(text string) string { return requestShape().ReplaceAllString(text, "pull request$1") }

// equal reports that two atoms are one word, in whatever form, or one figure.
func (t atom) equal(o atom) bool {
	if alike(t.token, o.token) {
		return true
	}
	if t.kind == number || o.kind == number || t.kind == day || o.kind == day {
		return false
	}
	a, b := t.lower(), o.lower()
	if t.kind == name || o.kind == name {
		return a == b
	}
	if bound := boundWords(); bound[a] != "" && bound[a] == bound[b] {
		return true
	}
	return anyPair(baseForms(a), baseForms(b), func(x, y string) bool { return x == y })
}

func (t atom) lower() string { return strings.TrimSuffix(strings.ToLower(t.text), "'s") }

// named reports a name, also one that begins a sentence and so looks like a word.
func (t atom) named() bool {
	return t.kind == name || t.kind == word && t.place == 0 && unicode.IsUpper([]rune(t.text)[0])
}

// isLight reports a word that carries no fact by itself.
func (t atom) isLight() bool {
	if t.kind != word {
		return false
	}
	return isTrivial(t.token) || slices.ContainsFunc(baseForms(t.lower()), func(form string) bool { return light()[form] })
}

// guards reports a word that says when, where, how many or how far.
func (t atom) guards() bool {
	return slices.ContainsFunc(baseForms(t.lower()), func(f string) bool { return guards()[f] })
}

// denies reports a word whose meaning holds a no.
func (t atom) denies() bool {
	return t.kind == word && slices.ContainsFunc(baseForms(t.lower()), func(form string) bool { return deniers()[form] })
}
