package compare

import (
	"slices"
	"strings"
)

// A title may be a label with a value ("Port: 8080"), and the sentence below it says of what. The label alone is no subject: the port of one
// service is another one than that of the next.

// underLabel answers for two titles with one label and two values. Where the sentences below say the same of both, or there are none, one value
// takes the place of the other; that is never sure, since no sentence says so. ok = false where the titles are no such pair, or the sentences speak
// of two things.
func underLabel(older, newer *reading) (Result, bool) {
	a, okA := older.label()
	b, okB := newer.label()
	if !okA || !okB || !slices.EqualFunc(a.name, b.name, sameNorm) || len(a.value) != len(b.value) {
		return Result{}, false
	}
	old, new := apartIn(a.value, b.value), apartIn(b.value, a.value)
	below, other := older.explained(), newer.explained()
	switch {
	case len(old) == 0 || len(new) == 0 || (below == "") != (other == ""):
		return Result{}, false
	case !a.figures() || !b.figures(): // two names are two values of one thing only where something says that it is one
		if below == "" || len(a.value) > 1 || !a.attribute() {
			return Result{}, false
		}
	case !a.measures() || !b.measures() || len(old) == 1 && old[0].bare == new[0].bare && (old[0].dim == "" || new[0].dim == ""):
		return Result{}, false
	}
	if below != "" && sentences(read(below), read(other)).Relation != Same {
		return Result{}, false
	}
	return Result{Update, false, a.text, b.text}, true
}

// label is a title that gives a value to what it names.
type label struct {
	name, value []token
	head        token  // the last word of the name, before "of"
	text        string // the value as it stands
}

const (
	longestLabel = 5 // words
	longestValue = 3 // a figure with what it counts, or a date
)

// label reads the title as one; ok = false where it is none.
func (r *reading) label() (l label, ok bool) {
	title := strings.ReplaceAll(r.Title, "：", ": ")
	name, value, ok := strings.Cut(title, ": ")
	if !ok || strings.TrimSpace(name) == "" {
		return l, false
	}
	head, _, _ := strings.Cut(name, " of ")
	heads := read(head).tokens
	l = label{name: read(name).tokens, value: read(value).tokens, text: strings.TrimSpace(value)}
	if len(heads) > 0 {
		l.head = heads[len(heads)-1]
	}
	return l, len(l.name) > 0 && len(l.name) <= longestLabel && len(l.value) > 0 && len(l.value) <= longestValue
}

// explained is the sentence below the title.
func (r *reading) explained() string {
	if r.Claim != "" {
		return r.Claim
	}
	return r.Lead
}

// figures reports a value that is a figure, with the noun that it counts, or a date.
func (l label) figures() bool { return l.value[0].kind == number }

// attribute reports a label that names what a thing has one of.
func (l label) attribute() bool {
	return attributes()[l.head.norm] || slices.Contains(zhAttributes, l.head.norm)
}

// measures reports that the figure is a value and no name ("Step: 2"): of an attribute or a limit, with a unit, a date, or how many there are of
// what stands in the plural.
func (l label) measures() bool {
	last := strings.ToLower(l.head.text)
	plural := strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && !strings.HasSuffix(last, "us") && !strings.HasSuffix(last, "is")
	limit := slices.ContainsFunc(l.name, func(t token) bool { return t.norm == "limit" })
	dates := len(l.value) > 1 && !slices.ContainsFunc(l.value, func(t token) bool { return t.kind != number })
	return l.attribute() || limit || plural || dates || strings.HasSuffix(last, "数") || l.value[0].dim != ""
}

// apartIn are the tokens of a value that the other one does not have in their place.
func apartIn(value, other []token) (out []token) {
	for i, t := range value {
		if !sameNorm(t, other[i]) {
			out = append(out, t)
		}
	}
	return out
}

func sameNorm(a, b token) bool { return a.norm == b.norm }
