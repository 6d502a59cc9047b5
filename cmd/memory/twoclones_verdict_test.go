package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// verdict judges a merge from its three inputs alone; it knows nothing of how the driver works.
type verdict struct {
	t               *testing.T
	named           string                // paths that git names as unmerged
	files           map[string]items.Item // every file, by path in the store
	both, conflicts int
}

func (v *verdict) check(id items.ID, base, ours, theirs, merged map[items.ID]items.Item) {
	old, inBase := base[id]
	a, inA := ours[id]
	b, inB := theirs[id]
	m, there := merged[id]
	changed := func(it items.Item, in bool) bool { return in != inBase || in && !it.Equal(old) }
	if changed(a, inA) && changed(b, inB) {
		v.both++
	}
	switch {
	case !inA && !inB:
		if there {
			v.t.Errorf("%s: deleted by both, and there", id)
		}
	case inBase && (!inA || !inB): // deleted by one
		survivor := a
		if !inA {
			survivor = b
		}
		if survivor.Equal(old) {
			if there {
				v.t.Errorf("%s: deleted by one, unchanged by the other, and there", id)
			}
		} else if !v.whole(survivor) || there && !strings.Contains(v.named, string(id)) {
			v.t.Errorf("%s: deleted by one, changed by the other: there %v", id, there)
		}
	case !inBase && inA != inB: // made by one
		made := a
		if !inA {
			made = b
		}
		m.Unmerged = slices.DeleteFunc(m.Unmerged, func(u items.Unmerged) bool { return u.Key == "file" })
		if !there || !m.Equal(made) {
			v.t.Errorf("%s: new on one side, and not as it was made", id)
		}
	case !there:
		v.t.Errorf("%s is lost", id)
	case v.whole(a) && v.whole(b): // one of them elsewhere, which is named
	default:
		v.scalars(id, old, a, b, m)
		v.lists(id, old, a, b, m)
		v.body(id, old, a, b, m)
	}
}

// whole reports that a version of an item stands whole somewhere, and is named by git or by an item where it is not simply the item.
func (v *verdict) whole(want items.Item) bool {
	for path, it := range v.files {
		if it.ID == want.ID && it.Equal(want) && (strings.HasPrefix(path, "items/") || strings.Contains(v.named, string(it.ID))) {
			return true
		}
		for _, u := range it.Unmerged {
			if other, err := items.Parse([]byte(u.Theirs)); u.Key == "file" && err == nil && other.Equal(want) {
				return true
			}
		}
	}
	return false
}

func (v *verdict) scalars(id items.ID, base, a, b, m items.Item) {
	for key, get := range map[string]func(items.Item) string{
		"title": func(it items.Item) string { return it.Title }, "summary": func(it items.Item) string { return it.Summary },
		"status": func(it items.Item) string { return string(it.Status) }, "trust": func(it items.Item) string { return string(it.Trust) },
		"valid.branch": func(it items.Item) string { return it.Valid.Branch }, "review": func(it items.Item) string { return it.Review.Verdict },
	} {
		was, x, y, is := get(base), get(a), get(b), get(m)
		want := x
		if x == was {
			want = y
		}
		open := slices.ContainsFunc(m.Unmerged, func(u items.Unmerged) bool { return u.Key == key && strings.Contains(u.Theirs, y) })
		switch {
		case x != was && y != was && x != y:
			if is != x || !open {
				v.t.Errorf("%s %s: %q and %q became %q, named %v", id, key, x, y, is, open)
			}
		case is != want && !open: // without a common base more is named than need be
			v.t.Errorf("%s %s: %q, want %q", id, key, is, want)
		}
	}
	for _, by := range []string{a.Review.By, b.Review.By} {
		if open := slices.ContainsFunc(m.Unmerged, func(u items.Unmerged) bool { return u.Key == "review" && strings.Contains(u.Theirs, by) }); !open && !strings.Contains(m.Review.By, by) {
			v.t.Errorf("%s: the review by %s is lost", id, by)
		}
	}
}

func (v *verdict) lists(id items.ID, base, a, b, m items.Item) {
	for key, get := range map[string]func(items.Item) []string{
		"tags": func(it items.Item) []string { return it.Tags }, "files": func(it items.Item) []string { return it.Refs.Files },
		"evidence": func(it items.Item) (ids []string) {
			for _, c := range it.Evidence {
				ids = append(ids, c.ID)
			}
			return ids
		},
	} {
		was, x, y, is := get(base), get(a), get(b), get(m)
		for _, e := range slices.Concat(was, x, y) {
			gone := slices.Contains(was, e) && (!slices.Contains(x, e) || !slices.Contains(y, e))
			if there := slices.Contains(is, e); !there && !gone || there && gone && !strings.Contains(v.named, string(id)) {
				v.t.Errorf("%s %s: %s is there %v", id, key, e, !gone)
			}
		}
	}
}

// body wants every line that either side wrote; lines with words are unique here.
func (v *verdict) body(id items.ID, base, a, b, m items.Item) {
	lines := func(it items.Item) []string { return strings.Split(it.Body, "\n") }
	was, is := lines(base), lines(m)
	open := slices.ContainsFunc(m.Unmerged, func(u items.Unmerged) bool { return u.Key == "body" })
	for _, l := range slices.Concat(lines(a), lines(b)) {
		if l != "" && !slices.Contains(was, l) && !slices.Contains(is, l) {
			v.t.Errorf("%s: the line %q is lost", id, l)
		}
	}
	for _, l := range was {
		kept := slices.Contains(lines(a), l) && slices.Contains(lines(b), l)
		if l != "" && kept && !slices.Contains(is, l) || l != "" && !kept && !open && slices.Contains(is, l) {
			v.t.Errorf("%s: the line %q, kept by both %v", id, l, kept)
		}
	}
	if open != strings.Contains(m.Body, "<<<<<<< ") {
		v.t.Errorf("%s: the body's conflict is named %v", id, open)
	}
}
