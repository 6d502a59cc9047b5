package compare

import (
	"slices"
	"strings"
)

// value is the one value that differs, of the same kind on both sides.
func (r alignment) value() (old, new atom, ok bool) {
	switch {
	case len(r.oldFigs) == 1 && len(r.newFigs) == 1 && len(r.names()) == 0:
		return r.oldFigs[0], r.newFigs[0], true
	case len(r.figures()) > 0:
	case len(r.oldNames) == 1 && len(r.newNames) == 1:
		return r.oldNames[0], r.newNames[0], true
	case len(r.oldNames) == 1 && len(r.newNames) == 0:
		new, ok = oneNamed(r.new)
		return r.oldNames[0], new, ok
	case len(r.newNames) == 1 && len(r.oldNames) == 0:
		old, ok = oneNamed(r.old)
		return old, r.newNames[0], ok
	case len(r.names()) == 0:
		old, ok = oneNamed(r.old)
		if new, both := oneNamed(r.new); both && ok && old.coined() && new.coined() {
			return old, new, true
		}
	}
	return old, new, false
}

// oneNamed finds the one word that may be a name.
func oneNamed(words []atom) (found atom, ok bool) {
	for _, w := range words {
		if w.named() && !w.guards() {
			if ok {
				return found, false
			}
			found, ok = w, true
		}
	}
	return found, ok
}

// attribute answers where two sentences name one attribute of a thing and end with another value of it.
func (r alignment) attribute(a, b wording) (Result, bool) {
	valueOnly := !r.clash && !r.modal && !r.opposed && len(r.names())+len(r.figures()) == 0 && len(r.old) > 0 && len(r.new) > 0 && len(r.old) <= 2 && len(r.new) <= 2
	if !valueOnly || !a.hasAttribute() || !b.hasAttribute() || !a.endsWith(r.old) || !b.endsWith(r.new) {
		return Result{}, false
	}
	return Result{Update, false, textOf(r.old), textOf(r.new)}, true
}

func (w wording) endsWith(tail []atom) bool {
	return len(w.words) > len(tail) && slices.EqualFunc(w.words[len(w.words)-len(tail):], tail, func(x, y atom) bool { return x.at == y.at })
}

func textOf(atoms []atom) string {
	var tokens []token
	for _, a := range atoms {
		tokens = append(tokens, a.token)
	}
	return words(tokens)
}

// takes reports that a sentence has room for one such value, so that another one replaces it.
func (w wording) takes(old, new atom, other wording) bool {
	if old.kind == number || old.kind == day {
		sameUnit := old.dim == new.dim || old.dim == "" || new.dim == ""
		which := (w.verb != "" || w.zh) && old.role == subject && new.role == subject && old.dim == "" // job 1 and job 2
		again := w.past && other.past && old.when && new.when
		return old.kind == new.kind && sameUnit && !which && !again
	}
	if w.several() && other.several() && !other.changed || environments()[old.lower()] || environments()[new.lower()] {
		return false
	}
	return w.ends(old) || other.ends(new)
}

// ends reports that a name is the last word: nothing of which it would be a qualifier follows.
func (w wording) ends(n atom) bool {
	i := n.at
	for i+1 < len(w.words) && w.words[i+1].kind == name && w.words[i+1].place == w.words[i].place+1 {
		i++
	}
	return i == len(w.words)-1
}

// put replaces the one place where a value stands.
func put(text, value, by string) (string, bool) {
	at := indexFold(text, value)
	for _, article := range []string{"an ", "a "} {
		if unit, one := strings.CutPrefix(value, "1 "); at < 0 && one {
			value = article + unit
			at = indexFold(text, value)
		}
	}
	if at < 0 {
		return "", false
	}
	return text[:at] + by + text[at+len(value):], true
}

// indexFold is where a value stands in a text, in whatever case; -1 where it does not, or where lower case has another length.
func indexFold(text, value string) int {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return -1
	}
	return strings.Index(lower, strings.ToLower(value))
}
