package compare

import (
	"slices"
	"strings"
)

// The title of an item may be its claim, and the summary below the reason for it: "Always squash commits before merge" above "It keeps the history
// readable." Then two titles that speak against each other are two claims that do, whatever the reasons say.

// byTitles compares two titles that are claims, and each with what the other fact says, where what the two facts say has nothing to do with each
// other, or is the same. It is no reason to act, unless the newer title itself says that something changed: a person decides.
func byTitles(older, newer *reading, r Result) Result {
	if older.Claim == "" && newer.Claim == "" || r.Relation == Update || r.Relation == Contradiction {
		return r
	}
	a, b := older.title(), newer.title()
	if !a.tells() && !b.tells() || older.labels() || newer.labels() {
		return r // "Port: 8080" is compared with what stands below it
	}
	t := Result{Relation: Unrelated}
	switch {
	case a.tells() && b.tells() && ofTwoThings(a, b):
		return r
	case a.tells() && b.tells():
		t = agreeOnSides(sentences(a, b), older.Title, newer.Title, Unrelated)
		t.Sure = t.Sure && b.changed
	case r.Relation == Same:
		return r
	case a.tells() && !a.namesTask() && newer.Claim != "":
		t = sentences(a, newer.says())
		t.Sure = false
	case b.tells() && !b.namesTask() && older.Claim != "":
		t = sentences(older.says(), b)
		t.Sure = false
	}
	switch t.Relation {
	case Update, Contradiction:
		if !heldApart(older.Claim, newer.Claim) {
			return t
		}
	case Same:
		if r.Relation == Unrelated && a.tells() && b.tells() && !heldApart(older.Claim, newer.Claim) {
			return Result{Relation: Similar} // one claim, two reasons: each is worth keeping
		}
	}
	return r
}

func (r *reading) labels() bool {
	_, ok := r.label()
	return ok
}

// tells reports a title that says something of its subject, and does not only name it.
func (s sentence) tells() bool {
	return len(s.tokens) > 1 && (s.verb != "" || s.negated || s.firm || s.sides.bare) || s.zh && len([]rune(s.text)) > 5
}

// namesTask reports a title that begins with what is done, "Print env", and says neither how strictly nor which of several things: what stands below
// tells how. Another task with the same verb is no other answer to it.
func (s sentence) namesTask() bool {
	return !s.zh && s.verb != "" && s.tokens[0].norm == s.verb && !s.firm && !s.negated && !s.sides.bare && !choosing()[s.verb]
}

// ofTwoThings reports two titles that a noun may head which reads as a verb too, "Log level of billing" beside "Log level of orders", and that differ in whose
// it is or where: what is said below the one is said of another thing than what is said below the other, and neither title says anything against it.
func ofTwoThings(a, b sentence) bool {
	d := differ(a, b)
	return a.mayName() && b.mayName() && a.belongs(telling(d.old)) && b.belongs(telling(d.new))
}

// mayName reports a title whose verb may be a noun: it stands in its base form, or "of" follows it, and nothing says how strictly or which of several.
func (s sentence) mayName() bool {
	if s.zh || s.verb == "be" || s.firm || s.loose || s.negated || s.changed || s.sides.bare || choosing()[s.verb] {
		return false
	}
	raw := scan(s.text)
	return slices.ContainsFunc(s.tokens, func(t token) bool {
		at := slices.IndexFunc(raw, func(r rawToken) bool { return r.text == t.text })
		if t.role != predicate || at < 0 {
			return false
		}
		inflected := strings.HasSuffix(t.text, "s") || strings.HasSuffix(t.text, "ed") || strings.HasSuffix(t.text, "ing")
		return !inflected || at+1 < len(raw) && raw[at+1].lower == "of"
	})
}

// belongs reports that one of the tokens stands behind "of" or "for", or names an environment. A figure right behind "of" is a value: a limit of 5.
func (s sentence) belongs(differ []token) bool {
	behind := map[string]bool{}
	within, previous := false, ""
	for _, r := range scan(s.text) {
		switch {
		case r.stop, prepositions()[r.lower]:
			within = r.lower == "of" || r.lower == "for"
		case within && !(r.number && previous == "of"):
			behind[r.lower] = true
		}
		previous = r.lower
	}
	return slices.ContainsFunc(differ, func(t token) bool {
		w := strings.ToLower(t.text)
		return behind[w] || environments()[w]
	})
}

// heldApart reports that two sentences below their titles say of what else each of them speaks: "For uploads." beside "For searches.", or "In staging only."
// beside a reason.
func heldApart(a, b string) bool {
	x, y := holdsWhere(a), holdsWhere(b)
	switch {
	case x.said && y.said:
		return !slices.Equal(x.words, y.words)
	case x.said != y.said && (x.narrow || y.narrow):
		return true
	}
	return len(x.places) > 0 && len(y.places) > 0 && !slices.Equal(x.places, y.places)
}

// holding is where a claim holds, as the sentence below it says.
type holding struct {
	said   bool // it says nothing else
	narrow bool // and nothing but a narrower case can be meant
	words  []string
	places []string // environments, wherever they stand
}

func holdsWhere(text string) (h holding) {
	if text == "" {
		return h
	}
	s := read(text)
	for _, t := range s.tokens {
		h.words = append(h.words, t.norm)
		if w := strings.ToLower(t.text); environments()[w] {
			h.places = append(h.places, w)
		}
	}
	if s.zh {
		h.narrow = strings.HasPrefix(text, "仅") || strings.HasPrefix(text, "只") || strings.HasPrefix(text, "适用于") || strings.HasPrefix(text, "针对")
		h.said = h.narrow || strings.HasPrefix(text, "用于")
		return h
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz'", r) })
	if len(words) == 0 {
		return h
	}
	applies := words[0] == "applies" || words[0] == "only" || words[0] == "concerns"
	fragment := s.verb == "" && (words[0] == "for" || narrowing()[words[0]])
	h.said = applies || fragment
	h.narrow = applies || fragment && (slices.Contains(words, "only") || narrowing()[words[0]] && (len(words) < 2 || !months()[words[1]]))
	return h
}

// narrowing words begin what says where or when something holds.
var narrowing = words1("in on at during under within when while if unless inside except")
