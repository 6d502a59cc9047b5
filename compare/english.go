package compare

import (
	"slices"
	"strings"
	"unicode"
)

// english reads the tokens of an English sentence from left to right: what stands before the first verb is the subject, what stands
// after it the value, and what a preposition adds once there is a value is the scope.
func (s *sentence) english(raw []rawToken) {
	raw = foldPhrases(raw)
	reader := englishReader{s: s}
	for i, r := range raw {
		reader.next(raw, i, r)
	}
	s.promoteObject()
	s.settleLimit()
	s.past = happened(raw)
}

type englishReader struct {
	s        *sentence
	role     role
	prep     string
	old      bool // what follows held before the change
	skip     int  // tokens that a date of the change takes
	unitUsed bool // the token was the unit of the number before it
}

func (e *englishReader) next(raw []rawToken, i int, r rawToken) {
	s := e.s
	w := r.lower
	if r.stop {
		e.prep, e.old, s.sides.denying = "", false, false
		if s.verb == "" {
			e.role = subject // a fronted scope ends here
		}
	}
	if e.skip > 0 {
		e.skip--
		return
	}
	if e.unitUsed {
		e.unitUsed = false
		return
	}
	switch {
	case r.number || numberWords()[w] != "":
		e.number(raw, i, r)
	case negators()[w]:
		s.negated, s.sides.denying = !s.negated, true
	case w == "@changed-not":
		s.negated, s.changed, s.sides.denying = !s.negated, true, true
	case w == "@changed" || w == "now" || w == "currently":
		s.changed = true
	case w == "@since":
		s.changed, e.skip = true, 1
	case w == "@instead":
		s.changed, e.old, s.sides.denying = true, true, true
	case (w == "has" || w == "have") && s.verb == "" && isCount(raw, i+1):
		s.verb, e.role, e.prep = "have", value, ""
	case w == "but" && s.sides.denying: // no longer X but Y
		s.sides.denying = false
	case w == "may" || w == "can" || w == "could" || w == "might":
		s.loose = true
	case w == "must" || w == "should" || w == "always" || w == "shall":
		s.firm = true
	case w == "a" && isArticle(raw, i), w != "a" && dropped()[w] && !r.quoted:
	case prepositions()[w] && !e.isState(raw, i):
		e.preposition(w)
	default:
		e.word(raw, i, r)
	}
}

// isCount reports a figure, in digits or in words, at i.
func isCount(raw []rawToken, i int) bool {
	return i < len(raw) && !raw[i].stop && (raw[i].number || numberWords()[raw[i].lower] != "")
}

// isArticle tells "a" before a word from the letter that names a thing.
func isArticle(raw []rawToken, i int) bool {
	next := i + 1
	if raw[i].text != "a" && !raw[i].first || next >= len(raw) || raw[next].stop {
		return false
	}
	w := raw[next].lower
	b, _ := base(w)
	return !finite()[w] && w != "listen" && w != "depend" && !(strings.HasSuffix(w, "s") && verbs()[b] && !nouns()[b])
}

// afterDeterminer reports that the word at i must be a noun: "the process", "of process 2".
func afterDeterminer(raw []rawToken, i int) bool {
	if i == 0 || raw[i].stop {
		return false
	}
	switch prev := raw[i-1].lower; prev {
	case "a":
		return isArticle(raw, i-1)
	case "an", "the", "this", "that", "each", "every", "our", "its", "their":
		return true
	case "to", "when", "if", "while":
		return false
	default:
		return prepositions()[prev]
	}
}

// isState reports an on or off that says whether something works, and is no preposition.
func (e *englishReader) isState(raw []rawToken, i int) bool {
	if raw[i].lower != "on" {
		return false
	}
	last := i == len(raw)-1 || raw[i+1].stop
	return last || raw[i+1].lower == "by" || prepositions()[raw[i+1].lower]
}

func (e *englishReader) number(raw []rawToken, i int, r rawToken) {
	text, unit := r.text, ""
	if digits := numberWords()[r.lower]; digits != "" {
		text = digits
	}
	if i+1 < len(raw) && !raw[i+1].number && !raw[i+1].stop {
		next := raw[i+1].lower
		for _, form := range []string{next, strings.TrimSuffix(next, "s")} {
			if _, ok := units()[form]; ok && unit == "" {
				unit, e.unitUsed = form, true
			}
		}
	}
	t := figure(text, unit)
	t.role, t.text = e.role, r.text
	t.when = isWhen(raw, i)
	if unit != "" {
		t.text += " " + raw[i+1].text
	}
	if e.role == scope {
		t.role = value // a figure is what a sentence is about, wherever it stands
	}
	e.add(t)
}

// preposition decides what the words after it are.
func (e *englishReader) preposition(w string) {
	s := e.s
	e.prep = w
	if (w == "over" || w == "than") && (choosing()[s.verb] || len(s.tokens) > 0 && choosing()[s.tokens[0].norm]) {
		s.sides.denying = true // use tabs over spaces
	}
	s.passive = s.passive || w == "by"
	switch {
	case w == "from" && s.changed:
		e.old = true
		return
	case w == "to" || w == "into":
		e.old = false
	}
	if s.verb == "" {
		return // within the subject, or before it
	}
	hasValue := slices.ContainsFunc(s.tokens, func(t token) bool { return t.role == value })
	switch {
	case scoping()[w] && (hasValue || conditional()[w] || w == "for"):
		e.role = scope
		s.purpose = s.purpose || w == "for" || w == "as" || w == "to"
	case instrumental()[w]:
		e.role = value
		s.objectMoves(w)
	case hasValue:
		e.role = scope
	default:
		e.role = value
	}
}

func (e *englishReader) word(raw []rawToken, i int, r rawToken) {
	s := e.s
	t := lexical(r)
	t.role = e.role
	t.when = (t.kind == day || months()[r.lower]) && isWhen(raw, i)
	if e.role == value && e.prep != "" {
		s.placed = true
	}
	if e.old && t.kind == word && verbs()[t.norm] {
		e.old = false
	}
	if isVerb := t.kind == word && (t.norm == "be" || verbs()[t.norm]); isVerb {
		switch {
		case t.norm == "be":
			if s.verb == "" {
				s.verb, e.role, e.prep = "be", value, ""
			}
			return
		case afterDeterminer(raw, i), i == 0 && (strings.HasSuffix(r.lower, "ed") || strings.HasSuffix(r.lower, "ing")), i == 0 && nouns()[t.norm] && laterVerb(raw),
			nouns()[t.norm] && s.verb == "" && i+1 < len(raw) && !raw[i+1].stop && finite()[raw[i+1].lower]:
			// a noun that looks like a verb: "Queue orders has ..."
		case s.verb == "" || s.verb == "be" && e.role == value && !slices.ContainsFunc(s.tokens, func(t token) bool { return t.role == value }):
			s.verb, e.role = t.norm, value
			t.role = predicate
			e.prep = ""
		case e.prep == "to" && !s.changed: // use npm to install packages
			s.purpose = true
			e.role, t.role = scope, scope
		}
	}
	e.add(t)
}

// laterVerb reports a finite verb after the first word.
func laterVerb(raw []rawToken) bool {
	return slices.ContainsFunc(raw[1:], func(r rawToken) bool {
		b, _ := base(r.lower)
		return !r.stop && (finite()[r.lower] || strings.HasSuffix(r.lower, "s") && verbs()[b] && !nouns()[b])
	})
}

func (e *englishReader) add(t token) {
	if e.old {
		e.s.old = append(e.s.old, t)
		if e.s.sides.denying {
			e.s.sides.put(t, true)
		}
		return
	}
	e.s.tokens = append(e.s.tokens, t)
	e.s.sides.put(t, false)
}

// objectMoves turns an object into the subject where a tool or a place follows: in "store sessions in Redis", what is said of the
// sessions is Redis.
func (s *sentence) objectMoves(prep string) {
	if !placing()[s.verb] {
		return
	}
	for i, t := range s.tokens {
		if t.role == value && t.kind != number {
			s.tokens[i].role = subject
		}
	}
}

// promoteObject does the same where the place was taken for a scope.
func (s *sentence) promoteObject() {
	if !placing()[s.verb] || !slices.ContainsFunc(s.tokens, func(t token) bool { return t.role == scope }) || s.purpose {
		return
	}
	for i, t := range s.tokens {
		switch t.role {
		case value:
			s.tokens[i].role = subject
		case scope:
			s.tokens[i].role, s.placed = value, true
		}
	}
}

// foldPhrases replaces phrases of several words by one mark each.
func foldPhrases(raw []rawToken) []rawToken {
	var out []rawToken
	for i := 0; i < len(raw); {
		mark, n := phraseAt(raw[i:])
		if n == 0 {
			out = append(out, raw[i])
			i++
			continue
		}
		if mark != "" {
			t := raw[i]
			t.lower, t.text, t.number = mark, mark, false
			out = append(out, t)
		}
		i += n
	}
	return out
}

func phraseAt(raw []rawToken) (mark string, n int) {
	for _, p := range phrases {
		if n := startsWith(raw, p.words); n > 0 {
			return p.mark, n
		}
	}
	if w := raw[0].lower; strings.HasSuffix(w, "n't") {
		return "not", 1
	}
	return "", 0
}

// startsWith is how many tokens the words are, 0 where they do not stand there. Most phrases begin with another word, which is seen without
// cutting them.
func startsWith(raw []rawToken, words string) (n int) {
	if rest, ok := strings.CutPrefix(words, raw[0].lower); !ok || rest != "" && rest[0] != ' ' {
		return 0
	}
	for w := range strings.FieldsSeq(words) {
		if n == len(raw) || raw[n].lower != w || n > 0 && raw[n].stop {
			return 0
		}
		n++
	}
	return n
}

// lexical makes the token of a word: a name keeps its spelling, another word is stemmed and stands for its synonyms.
func lexical(r rawToken) token {
	w := strings.TrimSuffix(r.lower, "'s")
	if d, ok := days()[strings.TrimSuffix(w, "s")]; ok && !r.quoted {
		return token{norm: d, text: r.text, kind: day}
	}
	if isName(r) {
		return token{norm: w, text: r.text, kind: name}
	}
	t := token{text: r.text}
	t.norm, t.flip = base(w)
	return t
}

// base is the canonical form of a word, and whether the word is the opposite of it.
func base(w string) (norm string, flip bool) {
	for _, form := range []string{w, stem(w)} {
		if b, ok := opposites()[form]; ok {
			return b, true
		}
		if b, ok := synonyms()[form]; ok {
			return b, false
		}
	}
	for _, prefix := range []string{"un", "non-", "in"} {
		if rest, ok := strings.CutPrefix(w, prefix); ok && prefixed()[stem(rest)] {
			return canonical(stem(rest)), true
		}
	}
	return stem(w), false
}

func canonical(w string) string {
	if b, ok := synonyms()[w]; ok {
		return b
	}
	return w
}

// isName reports identifiers, names of products and people, and single capital letters; the first word of a sentence is a name only
// by its spelling.
func isName(r rawToken) bool {
	if r.quoted || strings.ContainsAny(r.text[:1], operatorSigns) || strings.ContainsAny(r.text, "≤≥≠") {
		return true
	}
	upper, lower := 0, 0
	for i, c := range r.text {
		switch {
		case unicode.IsUpper(c):
			upper++
			if i > 0 && lower > 0 {
				return true // camelCase
			}
		case unicode.IsLower(c):
			lower++
		case unicode.IsDigit(c), c == '_', c == '/', c == '.', c == '@', c == ':', c == '#', c == '+':
			return true
		}
	}
	return upper > 0 && (!r.first || lower == 0)
}

// stem cuts the endings of English inflection; it need not give a word, only the same for all forms.
func stem(w string) string {
	switch {
	case len(w) <= 3:
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return stemVerb(w[:len(w)-1])
	}
	return stemVerb(w)
}

func stemVerb(w string) string {
	for _, end := range []string{"ing", "ed", "ly"} {
		rest, ok := strings.CutSuffix(w, end)
		if !ok || len(rest) < 3 || !strings.ContainsAny(rest, "aeiouy") {
			continue
		}
		if n := len(rest); rest[n-1] == rest[n-2] && !strings.ContainsRune("lsz", rune(rest[n-1])) {
			return rest[:n-1]
		}
		return strings.TrimSuffix(rest, "e")
	}
	return strings.TrimSuffix(w, "e")
}
