package compare

import (
	"slices"
	"strings"
)

// A sentence of two clauses can deny something in each: "do not share it, it isn't thread-safe". Two negations in two clauses are not none, so
// that counting those of the whole sentence is not enough for saying that two facts are the same: what both speak of must have the same side.

// sided are words of a text with the side that their clause takes.
type sided struct {
	atom
	denied bool
}

// sidesDiffer reports that two texts take two sides on something that both speak of; all says that there is nothing on which they agree.
func sidesDiffer(a, b string) (differ, all bool) {
	if hanIn(a) || hanIn(b) {
		return hanSidesDiffer(a, b)
	}
	x, y := clauseSides(a), clauseSides(b)
	agree := 0
	for _, s := range x {
		with, against := s.meets(y)
		switch {
		case with:
			agree++
		case against:
			differ = true
		}
	}
	return differ, differ && agree == 0 && !signShapes().condition.MatchString(a) && !signShapes().condition.MatchString(b)
}

// meets says whether the other text has the word, or its opposite, on the same side or on the other one.
func (s sided) meets(others []sided) (with, against bool) {
	for _, o := range others {
		agree := s.denied == o.denied
		switch {
		case s.equal(o.atom):
			agree = agree == (s.flip == o.flip) // disabled is enabled, denied
		case akin(s.atom, o.atom):
		case s.kind == word && o.kind == word && contrary(s.atom, o.atom):
			agree = !agree
		default:
			continue
		}
		with, against = with || agree, against || !agree
	}
	return with, against
}

// clauseSides reads the words of an English text that carry something. A clause with an odd number of negations is denied as a whole. A word
// that holds a no ("without a file", "missing", "disabled") denies some part of its clause, so that the others of it are left out.
func clauseSides(text string) (out []sided) {
	start, denied, unclear, handed := 0, false, false, false
	end := func() {
		for i := start; i < len(out); i++ {
			out[i].denied = out[i].denied != denied
		}
		if unclear {
			out = append(out[:start], slices.DeleteFunc(slices.Clone(out[start:]), func(s sided) bool { return !s.flip })...)
		}
		start, denied, unclear, handed = len(out), false, false, false
	}
	raw := foldPhrases(scan(bounded(text)))
	for i, r := range raw {
		w := r.lower
		if r.stop || clauseWords()[w] || w == "@instead" {
			end()
		}
		if w == "and" && i+1 < len(raw) {
			on := denied && !subjects()[raw[i+1].lower]
			end()
			denied, handed = on, on // "do not copy and share it" denies both
		}
		switch {
		case negators()[w] || w == "nobody" || w == "nothing" || w == "@changed-not" || w == "@instead":
			denied, handed = handed || !denied, false
		case w == "without":
			unclear = true
		case r.number || strings.HasPrefix(w, "@") || clauseWords()[w] || dropped()[w] || prepositions()[w] || w == "before" || w == "after" || w == "default":
		default:
			t := newAtom(lexical(r), i, i, false)
			unclear = unclear || t.flip || t.denies()
			if t.flip || !t.denies() && !t.isLight() {
				out = append(out, sided{atom: t})
			}
		}
	}
	end()
	return out
}

// subjects begin what has a verb of its own.
var subjects = words1("the a an it its they this that these our we you every each")

// clauseWords begin a clause of its own.
var clauseWords = words1("but because when if while unless although though whereas whenever")

// agreeOnSides takes a verdict of two facts being the same back where they take two sides on something.
func agreeOnSides(r Result, a, b string, unsure Relation) Result {
	if r.Relation != Same {
		return r
	}
	switch differ, all := sidesDiffer(a, b); {
	case all:
		return Result{Contradiction, false, "", ""}
	case differ:
		return Result{Relation: unsure}
	}
	return r
}
