package compare

import (
	"slices"
	"strings"
)

// difference is what one text has and the other lacks, role by role.
type difference struct {
	shared   int
	old, new []token // in the older only, in the newer only
	swapped  bool    // the same words, and what stood on one side of an "over" stands on the other
}

// differ sets the tokens of two sentences against each other, whatever their order.
func differ(a, b sentence) difference {
	var d difference
	left := slices.Clone(b.tokens)
	free := onlyFigure(a) && onlyFigure(b)
	for _, t := range a.tokens {
		if i := slices.IndexFunc(left, func(o token) bool { return alike(t, o) && (free || sameSide(t, o)) }); i >= 0 {
			left = slices.Delete(left, i, i+1)
			d.shared++
			continue
		}
		d.old = append(d.old, t)
	}
	d.new = left
	d.swapped = len(d.old) == 0 && len(d.new) == 0 && swappedAround(a, b)
	return d
}

// onlyFigure reports a sentence of which no figure is part of what it speaks of while another one is what it says: "Cluster 3 has 5 nodes" has two such.
func onlyFigure(s sentence) bool {
	figures := s.sequence(number)
	named := slices.ContainsFunc(figures, func(t token) bool { return t.role == subject })
	return !named || !slices.ContainsFunc(figures, func(t token) bool { return t.role != subject })
}

// sameSide reports that two tokens are no figures, or figures that both stand in what is spoken of, or both in what is said of it: the 3 of "Cluster 3 has 5 nodes"
// is not the one of "Cluster 1 has 3 nodes".
func sameSide(a, b token) bool {
	return a.kind != number || b.kind != number || (a.role == subject) == (b.role == subject)
}

// alike compares two tokens. A number without a unit equals the same number with one.
func alike(a, b token) bool {
	if a.norm == b.norm {
		return true
	}
	if a.kind != number || b.kind != number || a.dim != "" && b.dim != "" {
		return false
	}
	return a.bare != "" && a.bare == b.bare
}

// swappedAround compares the order of what is preferred and what it is preferred to.
func swappedAround(a, b sentence) bool {
	if a.verb != "prefer" || a.verb != b.verb || len(a.tokens) != len(b.tokens) || len(a.tokens) < 3 {
		return false
	}
	last := len(a.tokens) - 1
	return a.tokens[last].norm != b.tokens[last].norm && a.tokens[last-1].norm == b.tokens[last].norm
}

func isTrivial(t token) bool { return t.kind == word && trivial()[t.norm] }

// telling drops the words that tell nothing apart.
func telling(tokens []token) (out []token) {
	for _, t := range tokens {
		if !isTrivial(t) {
			out = append(out, t)
		}
	}
	return out
}

// in are the tokens with one of the roles.
func in(tokens []token, roles ...role) (out []token) {
	for _, t := range tokens {
		if slices.Contains(roles, t.role) {
			out = append(out, t)
		}
	}
	return out
}

func words(tokens []token) string {
	var out []string
	for _, t := range tokens {
		out = append(out, t.text)
	}
	text := strings.Join(out, " ")
	if len(tokens) > 0 && tokens[0].kind == han {
		text = strings.ReplaceAll(text, " ", "")
	}
	return text
}
