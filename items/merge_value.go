package items

import (
	"slices"
	"strconv"
	"strings"
)

// merger merges values and collects what it could not decide.
type merger struct {
	open      []Unmerged
	contested bool // who changed the status alone is not right
}

// top merges the front matter. state and until are one decision, and so is a review.
func (m *merger) top(base, ours, theirs value) value {
	var out value
	b, o, t := base.byKey(), ours.byKey(), theirs.byKey()
	for _, key := range keysOf(ours, theirs, base) {
		if key == "until" {
			continue // goes with state
		}
		if key == "state" {
			together := func(v value) value { return pairsValue(pair{"state", v.get("state")}, pair{"until", v.get("until")}) }
			out.pairs = append(out.pairs, m.unit(key, together(base), together(ours), together(theirs)).pairs...)
			continue
		}
		if key == "status" && m.contested {
			out.pairs = append(out.pairs, pair{key, m.conflict(key, o[key], t[key])})
			continue
		}
		out.pairs = append(out.pairs, pair{key, m.merge(key, b[key], o[key], t[key])})
	}
	return pairsValue(out.pairs...)
}

// refuse keeps ours and lists all that theirs changed.
func (m *merger) refuse(base, ours, theirs value) value {
	b, o, t := base.byKey(), ours.byKey(), theirs.byKey()
	for _, key := range keysOf(ours, theirs, base) {
		if !t[key].same(b[key]) && !t[key].same(o[key]) {
			m.conflict(key, o[key], t[key])
		}
	}
	return ours
}

func keysOf(vs ...value) []string {
	var keys []string
	seen := map[string]bool{}
	for _, v := range vs {
		for _, p := range v.pairs {
			if !seen[p.key] {
				seen[p.key] = true
				keys = append(keys, p.key)
			}
		}
	}
	return keys
}

// merge is the three-way rule: who changed it alone is right. Of what both changed, mappings and lists are merged by their parts.
func (m *merger) merge(key string, base, ours, theirs value) value {
	switch {
	case ours.same(theirs), theirs.same(base):
		return ours
	case ours.same(base):
		return theirs
	case key == "review":
		return m.review(ours, theirs)
	case isMapping(base) && isMapping(ours) && isMapping(theirs):
		var out value
		b, o, t := base.byKey(), ours.byKey(), theirs.byKey()
		for _, sub := range keysOf(ours, theirs, base) {
			out.pairs = append(out.pairs, pair{sub, m.merge(key+"."+sub, b[sub], o[sub], t[sub])})
		}
		return pairsValue(out.pairs...)
	case isList(base) && isList(ours) && isList(theirs):
		return m.set(key, base, ours, theirs)
	}
	if v, ok := agree(key, base, ours, theirs); ok {
		return v
	}
	return m.conflict(key, ours, theirs)
}

func isMapping(v value) bool { return v.empty() || len(v.pairs) > 0 }
func isList(v value) bool    { return v.empty() || len(v.list) > 0 }

// unit merges what only makes sense as a whole.
func (m *merger) unit(key string, base, ours, theirs value) value {
	switch {
	case ours.same(theirs), theirs.same(base):
		return ours
	case ours.same(base):
		return theirs
	}
	return m.conflict(key, ours, theirs)
}

// conflict keeps ours and remembers theirs.
func (m *merger) conflict(key string, ours, theirs value) value {
	text := theirs.text
	if !theirs.scalar() {
		text = theirs.flow()
	}
	m.open = append(m.open, Unmerged{Key: key, Theirs: text})
	return ours
}

// set keeps what either side added and drops what either side took away.
func (m *merger) set(key string, base, ours, theirs value) value {
	b, o, t := base.byEntry(), ours.byEntry(), theirs.byEntry()
	var out value
	for _, e := range ours.list {
		k := entryKey(e)
		was, known := b[k]
		is, there := t[k]
		switch {
		case there:
			out.list = append(out.list, m.merge(key, was, e, is))
		case !known || !was.same(e): // theirs never had it, or took away what ours changed
			out.list = append(out.list, e)
		}
	}
	for _, e := range theirs.list {
		k := entryKey(e)
		was, known := b[k]
		if _, there := o[k]; !there && (!known || !was.same(e)) {
			out.list = append(out.list, e)
		}
	}
	return out
}

func (v value) byEntry() map[string]value {
	m := make(map[string]value, len(v.list))
	for _, e := range v.list {
		m[entryKey(e)] = e
	}
	return m
}

// entryKey is what makes two entries of a list the same one: a citation's place, else all of it.
func entryKey(v value) string {
	if id := v.get("id"); !id.empty() {
		return id.flow() + " " + v.get("span").flow()
	}
	return v.flow()
}

// agree knows the values of which two changes do not contradict each other: times of the file, and a confidence that both moved the
// same way.
func agree(key string, base, ours, theirs value) (value, bool) {
	switch key {
	case "updated":
		return later(ours, theirs), true
	case "ended": // two people put it out of force: both reasons are given
		if ours.empty() || theirs.empty() {
			return value{}, false
		}
		return textValue(ours.text + "; " + theirs.text), true
	case "confidence":
		b, o, t := number(base), number(ours), number(theirs)
		switch {
		case o > b && t > b && o > t, o < b && t < b && o < t:
			return ours, true
		case o > b && t > b, o < b && t < b:
			return theirs, true
		}
	}
	return value{}, false
}

// later compares times as they are written: in UTC, to the second.
func later(a, b value) value {
	if a.text > b.text {
		return a
	}
	return b
}

// number reads a confidence; a missing one counts as it does everywhere.
func number(v value) float64 {
	f, _ := strconv.ParseFloat(v.text, 64)
	return Item{Confidence: f}.EffectiveConfidence()
}

// review joins two reviews with one verdict: both people stand for it. Two verdicts are a conflict.
func (m *merger) review(ours, theirs value) value {
	if !ours.get("verdict").same(theirs.get("verdict")) {
		return m.conflict("review", ours, theirs)
	}
	both := func(key, between string) value {
		o, t := ours.get(key), theirs.get(key)
		switch {
		case t.empty() || o.same(t) || strings.Contains(o.text, t.text):
			return o
		case o.empty():
			return t
		}
		return textValue(o.text + between + t.text)
	}
	out := []pair{{"verdict", ours.get("verdict")}, {"by", both("by", ", ")}, {"at", later(ours.get("at"), theirs.get("at"))}, {"reason", both("reason", "; ")}}
	for _, p := range slices.Concat(ours.pairs, theirs.pairs) {
		if !slices.ContainsFunc(out, func(q pair) bool { return q.key == p.key }) {
			out = append(out, p)
		}
	}
	return pairsValue(out...)
}
