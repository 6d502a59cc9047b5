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
	before  string // what something comes before, and
	after   string // what it comes after; Chinese only, in English these are words
}

// atom is a word of a wording.
type atom struct {
	token
	at    int  // in the wording
	place int  // of the word in the sentence, with the words that were dropped
	opens bool // a noun phrase, or the sentence, begins with it
	lex   *lexeme
}

// lexeme is what is looked up of a word, once.
type lexeme struct {
	forms   []string
	entries []entry
	looked  bool
}

func newAtom(t token, at, place int, opens bool) atom {
	return atom{t, at, place, opens, &lexeme{forms: baseForms(strings.TrimSuffix(strings.ToLower(t.text), "'s"))}}
}

// forms are the base forms of the word.
func (t atom) forms() []string { return t.lex.forms }

// entries are the word's lines of WordNet.
func (t atom) entries() []entry {
	if !t.lex.looked {
		t.lex.entries, t.lex.looked = entries(t.lex.forms), true
	}
	return t.lex.entries
}

func (t atom) oneOf(list map[string]bool) bool {
	return slices.ContainsFunc(t.forms(), func(form string) bool { return list[form] })
}

// words reads the words of a text of which s is the sentence.
func (m Meaning) words(text string, s sentence) wording {
	w := wording{sentence: s, text: text}
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
		w.words = append(w.words, newAtom(t, len(w.words), at, opens))
		return
	}
	for i, part := range strings.FieldsFunc(t.text, func(r rune) bool { return r == '-' || r == '/' }) {
		p := t
		p.text = part
		p.norm, p.flip = base(strings.ToLower(part))
		w.words = append(w.words, newAtom(p, len(w.words), at, opens && i == 0))
	}
}

// bounded writes the ways to say an upper and a lower bound in one way.
func bounded(text string) string {
	text = spelled(text)
	text = anHourShape().ReplaceAllString(text, "$1 1 $2")
	text = atMostShape().ReplaceAllString(text, "at most")
	return atLeastShape().ReplaceAllString(text, "at least")
}

var (
	anHourShape  = lazyregexp.New(`(?i)\b(for|after|within|in|lasts|takes|about) an? (second|minute|hour|day|week|month|year)\b`)
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
	return anyPair(t.forms(), o.forms(), func(x, y string) bool { return x == y })
}

func (t atom) lower() string { return strings.TrimSuffix(strings.ToLower(t.text), "'s") }

// named reports a name, also one that begins a sentence and so looks like a word.
func (t atom) named() bool {
	return t.kind == name || t.kind == word && t.place == 0 && unicode.IsUpper([]rune(t.text)[0])
}

// coined reports a name that is no word of English.
func (t atom) coined() bool { return t.named() && len(t.entries()) == 0 }

// isLight reports a word that carries no fact by itself.
func (t atom) isLight() bool {
	if t.kind != word {
		return false
	}
	participle := strings.HasSuffix(t.lower(), "ed") || strings.HasSuffix(t.lower(), "ing")
	return isTrivial(t.token) || t.oneOf(light()) || !participle && t.oneOf(heads())
}

// guards reports a word that says when, where, how many or how far.
func (t atom) guards() bool {
	return t.oneOf(guards())
}

// denies reports a word whose meaning holds a no.
func (t atom) denies() bool {
	return t.kind == word && t.oneOf(deniers())
}
