package compare

import "slices"

// sides are the two sides that a sentence takes at once: "use pnpm, never npm" is for the one and against the other. The order in which the
// words stand and what denies them decide here, so that the same words on other sides are not taken for the same fact.
type sides struct {
	pro, contra []token
	bare        bool // it begins with a verb of choosing that the reader does not know as one: there is no subject
	denying     bool // what follows is denied, until the clause ends
}

func (s *sides) put(t token, denied bool) {
	switch {
	case isTrivial(t) || t.role == predicate:
	case denied || s.denying:
		s.contra = append(s.contra, t)
	default:
		s.pro = append(s.pro, t)
	}
}

// both reports a sentence that is for something and against something else.
func (s sides) both() bool { return len(s.chosen(s.pro)) > 0 && len(s.chosen(s.contra)) > 0 }

// chosen are the tokens that one can be for or against; a subject only does what is said of it.
func (s sides) chosen(tokens []token) []token {
	if s.bare {
		return tokens
	}
	return in(tokens, value, scope)
}

// common are the tokens of a that b has too.
func common(a, b []token) (out []token) {
	for _, t := range a {
		if slices.ContainsFunc(b, func(o token) bool { return alike(t, o) }) {
			out = append(out, t)
		}
	}
	return out
}

// beyond are the telling tokens that stand on neither side.
func (s sides) beyond(tokens []token) (out []token) {
	for _, t := range telling(tokens) {
		if len(common([]token{t}, s.pro))+len(common([]token{t}, s.contra)) == 0 {
			out = append(out, t)
		}
	}
	return out
}

// opposed answers for two sentences of which at least one takes two sides: they contradict each other if the one is for what the other is
// against. ok is false where sides decide nothing.
func opposed(a, b sentence, d difference) (r Result, ok bool) {
	if !a.sides.both() && !b.sides.both() || b.changed && !b.sides.both() {
		return r, false
	}
	proContra := common(a.sides.chosen(a.sides.pro), b.sides.chosen(b.sides.contra))
	contraPro := common(a.sides.chosen(a.sides.contra), b.sides.chosen(b.sides.pro))
	old, new := b.sides.beyond(d.old), a.sides.beyond(d.new)
	switch {
	case a.sides.both() && b.sides.both() && len(proContra) > 0 && len(contraPro) > 0:
		if len(old) > 0 && len(new) > 0 {
			return r, false // of other things, or elsewhere
		}
	case a.sides.both() && b.sides.both() && len(proContra)+len(contraPro) > 0:
		if len(old) > 1 || len(new) > 1 || len(in(slices.Concat(old, new), subject)) > 0 {
			return r, false
		}
	case a.sides.both() != b.sides.both() && !b.changed && (len(old) == 0 || len(new) == 0): // one says a part of the other
		if len(proContra)+len(contraPro) == 0 {
			return Result{Relation: Unrelated}, len(old)+len(new) > 0 // the rest is for or against something more
		}
	default:
		return r, false
	}
	return Result{Contradiction, false, sideOf(proContra, contraPro), sideOf(contraPro, proContra)}, true
}

// sideOf says in words what a sentence is for, or that it denies what the other is for.
func sideOf(pro, contra []token) string {
	if len(pro) > 0 {
		return words(pro)
	}
	return "not " + words(contra)
}
