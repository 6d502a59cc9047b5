package compare

import "slices"

// kind is what a token is; what differs in a number or a name weighs more than what differs in a word.
type kind int

const (
	word kind = iota
	name
	number // with its unit
	day    // of the week
	han    // one Chinese character that no list knows
)

// role is where in the sentence a token stands. A value that differs is a correction, a subject or a scope that differs is another
// fact.
type role int

const (
	subject role = iota
	predicate
	value
	scope
)

// token is one content word.
type token struct {
	norm string // what is compared
	text string // what is shown
	kind kind
	role role
	bare string // of a number: as it stands, without its unit
	dim  string // of a number: time, size, %, or the noun that it counts; "" = none given
	flip bool   // the word is its antonym's opposite: "disabled" is enable with a flip
	when bool   // it dates what happened: a day, a date, or the version in which it was seen
}

// sentence is a claim, read.
type sentence struct {
	tokens  []token
	negated bool    // an odd number of negations
	loose   bool    // it permits (may, can) where another demands (must)
	changed bool    // it says that something changed: no longer, now, moved to
	firm    bool    // must, always
	old     []token // what it says held before: "from X", "instead of X"
	verb    string  // the first predicate, "" = none known
	placed  bool    // a preposition says where or with what, after a verb that asks for it
	passive bool    // it names who does it after "by"
	purpose bool    // it says what something is used for
	zh      bool
	oneTime bool   // its title names the one day or time of it
	past    bool   // it tells of something that happened once
	text    string // as it stands
	sides   sides
}

func (s sentence) has(norm string) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.norm == norm })
}

// read turns a text into a sentence.
func read(text string) sentence {
	raw := scan(text)
	s := sentence{text: text, zh: slices.ContainsFunc(raw, func(r rawToken) bool { return r.han })}
	if s.zh {
		s.chinese(raw)
	} else {
		s.english(raw)
	}
	s.sides.bare = s.verb == "" && len(s.tokens) > 0 && choosing()[s.tokens[0].norm]
	s.settleFlips()
	s.settleVersions(text)
	return s
}

// settleFlips turns antonyms into negation, except in the subject: private endpoints and public endpoints are two things.
func (s *sentence) settleFlips() {
	for i, t := range s.tokens {
		if !t.flip {
			continue
		}
		if s.verb != "" && (t.role == subject || s.zh && i == 0 && s.verb != "be" && t.norm == "public") {
			s.tokens[i].norm = "!" + t.norm
			continue
		}
		s.negated = !s.negated
	}
}
