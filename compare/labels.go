package compare

import (
	"slices"
	"strings"
)

// A number may name a thing ("service 7", 服务 7) instead of being its value. Two such names are two things, as "service A" and "service B".

// measured are the dimensions of a number that is a value wherever it stands.
var measured = set("time size % clock")

// numbered compares two titles whose numbers the claims do not speak of: "Port of service 7" beside "Port of service 8", whose claims are "The
// port is 4007." and "The port is 4008.", are two things, and "Log retention 30 days" beside "Log retention 60 days" say different things,
// even where both claims are "Older logs are deleted." ok = false where the titles hold no such numbers.
func numbered(older, newer *reading, r Result) (Result, bool) {
	old, new := older.numbers(newer), newer.numbers(older)
	switch {
	case len(old) == 0 || len(new) == 0:
		return r, false
	case slices.Contains(old, false) && slices.Contains(new, false):
		return Result{Relation: Unrelated}, true
	case r.Relation == Same:
		r = sentences(older.title(), newer.title())
	}
	r.Sure = false // two figures differ, or one of which the claims say nothing
	if r.Relation == Same {
		r.Relation = Unrelated
	}
	return r, true
}

// numbers are those of the title that neither claim nor the other title has: of each whether it is a value, and no name.
func (r *reading) numbers(other *reading) (values []bool) {
	title := r.title()
	tokens := title.tokens
	for i, t := range tokens {
		if t.kind != number || r.claim().hasLike(t) || other.claim().hasLike(t) || other.title().hasLike(t) {
			continue
		}
		attribute := i > 0 && (attributes()[tokens[i-1].norm] || slices.Contains(zhAttributes, tokens[i-1].norm))
		values = append(values, attribute && !title.belongs([]token{t}) || measured()[t.dim])
	}
	return values
}

// settleLabels moves numbers that name a thing from the values of a Chinese sentence to its subject. Such a number stands behind a noun and
// before the verb (服务 7 使用端口 4007), or where no list knows the verb, before what is said of it (工单 123 修复了). One that ends the
// sentence is its value (端口 4007), and so is one that something changed to.
func (s *sentence) settleLabels(raw []rawToken, r chineseReader) {
	if r.moved {
		return
	}
	before := len(s.tokens)
	if s.verb != "" {
		before = r.verbAt
	}
	for i, t := range s.tokens[:before] {
		if i == 0 || t.kind != number || t.dim != "" || t.role != value || t.when {
			continue
		}
		said := s.verb != "" || slices.ContainsFunc(s.tokens[i+1:], func(o token) bool { return o.kind != number })
		if said || narrows(raw, t.text) {
			s.tokens[i].role = subject
		}
	}
}

// narrows reports that the number is followed by what makes it a name.
func narrows(raw []rawToken, number string) bool {
	for i := range len(raw) - 1 {
		next := raw[i+1]
		if raw[i].number && raw[i].text == number && next.han && !next.stop && (strings.HasPrefix(next.text, "的") || strings.HasPrefix(next.text, "号")) {
			return true
		}
	}
	return false
}

// settleLimit makes a value of the figure that a sentence calls the minimum, the default or the latest: "version 1.20 is the minimum".
func (s *sentence) settleLimit() {
	values := in(s.tokens, value)
	if s.verb != "be" || len(values) == 0 || slices.ContainsFunc(values, func(t token) bool { return !onlyOne()[t.norm] }) {
		return
	}
	for i, t := range s.tokens {
		if t.kind == number && t.role == subject {
			s.tokens[i].role = value
		}
	}
}

// onlyOne are words for what there is one of.
var onlyOne = set("minimum maximum limit default latest current newest oldest")
