package compare

import (
	"slices"
	"strings"

	"github.com/factline/memory/marks"
)

// Two texts may share all words that carry something and still be two facts: by a sign (10% and 10), by "and" in the place of "or", by where "only"
// stands, by a bound, by the half of the day. The readers of sentences drop such words, since in most sentences they say little. So whatever was
// taken for the same is looked at once more here: one fact too many can be merged, one that is lost cannot be found.

// Apart reports two facts that are not the same, whatever words they share.
func Apart(a, b Fact) bool { return toldApart(a.whole(), b.whole()) }

// whole is all that is compared of a fact.
func (f Fact) whole() string {
	below := f.Claim
	if below == "" {
		below = f.Lead
	}
	return f.Title + "\n" + below
}

func toldApart(a, b string) bool {
	a, b = written(a), written(b)
	if onlyA, onlyB := marks.Apart(a, b); len(onlyA)+len(onlyB) > 0 {
		return true
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	return otherBounds(a, b) || otherHours(a, b) || !slices.Equal(joining(a), joining(b)) || !slices.Equal(singledOut(a), singledOut(b)) ||
		freed(a) != freed(b) || otherWay(a, b) || unitMissing(a, b) || otherName(a, b)
}

// keptApart takes back that two facts are the same, or that one takes the place of the other, where something tells them apart.
func keptApart(a, b *reading, r Result, unsure Relation) Result {
	switch {
	case r.Relation == Same && Apart(a.Fact, b.Fact):
		return Result{Relation: unsure}
	case (r.Relation == Same || r.Relation == Similar) && narrowed(a, b) == Narrower:
		return Result{Relation: Unrelated}
	case r.Relation == Same && narrowed(a, b) == PerhapsNarrower:
		return Result{Relation: unsure}
	case r.Relation == Update && (otherName(a.whole(), b.whole()) || !b.says().changed && anotherSubject(a, b, r)):
		return Result{Relation: Unrelated} // the port of http, and that of https
	case r.Relation == Update && r.Sure && halfMeasured(r):
		r.Sure = false
	}
	return r
}

// halfMeasured reports that one of the two values is a part of a hundred or an amount of money, and the other one a bare figure.
func halfMeasured(r Result) bool {
	return strings.ContainsAny(written(r.Old), "%$€£¥") != strings.ContainsAny(written(r.New), "%$€£¥")
}

// joining are the words that join by "and" or by "or", where there is an "or" at all: a list may do without its "and".
func joining(text string) (found []string) {
	for _, m := range signShapes().joining.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			found = append(found, "and")
		} else {
			found = append(found, "or")
		}
	}
	if !slices.Contains(found, "or") {
		return nil
	}
	return found
}

// singledOut are the words that "only" stands before, past those that say nothing by themselves: only admins delete, admins only delete. In Chinese it is
// the first character.
func singledOut(text string) (found []string) {
	for _, at := range signShapes().singling.FindAllStringIndex(text, -1) {
		if at[0] > 0 && text[at[0]-1] == '-' {
			continue // read-only
		}
		word := "" // at the end of a sentence it stands behind what it means
		for _, r := range scan(text[at[1]:]) {
			if r.stop {
				break
			}
			if r.han {
				word = firstOf(strings.TrimLeft(r.text, "有能可以允许限由对在给用要是"))
				break
			}
			if !passed()[r.lower] && !prepositions()[r.lower] && !dropped()[r.lower] {
				word, _ = base(r.lower)
				break
			}
		}
		if limit := strings.HasPrefix(text[at[0]:], "limited to"); !limit || !startsWithFigure(text[at[1]:]) { // that is a bound
			found = append(found, word)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func startsWithFigure(text string) bool {
	raw := scan(text)
	return len(raw) > 0 && raw[0].number
}

func firstOf(text string) string {
	for _, r := range text {
		return string(r)
	}
	return ""
}

// passed words stand between "only" and what it means.
var passed = words1("be is are was were may can could must should allowed permitted possible available accessible open restricted limited")

// freed reports that something need not be, or is not so of all: both are denials that leave room.
func freed(text string) bool { return signShapes().freed.MatchString(text) }

// otherWay reports one word after two prepositions that lead two ways: from the cache, to the cache.
func otherWay(a, b string) bool {
	x, y := led(a), led(b)
	for word, way := range x {
		if other := y[word]; other != "" && other != way {
			return true
		}
	}
	return false
}

// led are words behind a preposition of direction, with the direction. One that has two has none.
func led(text string) map[string]string {
	found := map[string]string{}
	raw := scan(text)
	for i, r := range raw {
		way := ways()[r.lower]
		if way == "" {
			continue
		}
		for j := i + 1; j < len(raw) && !raw[j].stop; j++ {
			if dropped()[raw[j].lower] || raw[j].lower == "a" {
				continue
			}
			word, _ := base(raw[j].lower)
			if old, ok := found[word]; ok && old != way {
				way = ""
			}
			found[word] = way
			break
		}
	}
	return found
}

var ways = groupsOf(func() map[string]string {
	return map[string]string{"from": "from since", "to": "to into onto", "over": "over above", "under": "under below beneath", "inside": "inside within", "outside": "outside", "until": "until till"}
})

// unitMissing reports that the same figure has a unit of time, size or parts of a hundred in one text, and none in the other.
func unitMissing(a, b string) bool {
	x, y := read(a), read(b)
	return bare(x, y) || bare(y, x)
}

// bare reports a figure of a with a unit, that b has without one only.
func bare(a, b sentence) bool {
	return slices.ContainsFunc(a.tokens, func(t token) bool {
		if t.kind != number || !measured()[t.dim] || t.dim == "clock" {
			return false
		}
		like := func(o token) bool { return o.kind == number && o.bare == t.bare && o.dim == "" }
		return !b.has(t.norm) && slices.ContainsFunc(b.tokens, like)
	})
}

// otherHours reports times of the day that are not the same.
func otherHours(a, b string) bool {
	x, y := hours(a), hours(b)
	return len(x) > 0 && len(y) > 0 && !slices.Equal(x, y)
}

func hours(text string) (found []float64) {
	for _, q := range quantities(text) {
		if q.dim == "clock" {
			found = append(found, q.value)
		}
	}
	slices.Sort(found)
	return found
}
