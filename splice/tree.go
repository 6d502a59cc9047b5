package splice

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Object is a mapping whose members keep their order when written.
type Object []Member

// Member is one key of an Object.
type Member struct {
	Key   string
	Value any
}

// step is one step down a tree: the member key, or, where array holds, the element index.
type step struct {
	key   string
	index int
	array bool
}

func steps(keys []string) []step {
	var out []step
	for _, k := range keys {
		out = append(out, step{key: k})
	}
	return out
}

// plain is a value as decoders give it.
func plain(v any) any {
	switch v := v.(type) {
	case Object:
		m := map[string]any{}
		for _, member := range v {
			m[member.Key] = plain(member.Value)
		}
		return m
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plain(e)
		}
		return out
	case int:
		return number(fmt.Sprint(v))
	}
	return v
}

// number is a number as it is written: formats differ in what they read it as.
type number string

// lookup follows a path; nil where it leads nowhere.
func lookup(tree any, at []step) any {
	for _, s := range at {
		switch v := tree.(type) {
		case map[string]any:
			if s.array {
				return nil
			}
			tree = v[s.key]
		case []any:
			if !s.array || s.index >= len(v) {
				return nil
			}
			tree = v[s.index]
		default:
			return nil
		}
	}
	return tree
}

// find tells what a tree holds of an edit, and where.
func find(tree any, e Edit) (State, []step) {
	at := steps(e.Path)
	want := plain(e.Value)
	if e.Key != "" {
		holder, _ := lookup(tree, at).(map[string]any)
		got, there := holder[e.Key]
		at = append(at, step{key: e.Key})
		switch {
		case !there || got == (null{}):
			return Absent, at
		case same(got, want):
			return Same, at
		case e.Mine != nil && e.Mine(got):
			return Stale, at
		}
		return Taken, at
	}
	list, _ := lookup(tree, at).([]any)
	for i, got := range list {
		if want != nil && same(got, want) {
			return Same, append(at, step{index: i, array: true})
		}
	}
	for i, got := range list {
		if e.Mine != nil && e.Mine(got) {
			return Stale, append(at, step{index: i, array: true})
		}
	}
	if e.Deep && e.Mine != nil {
		if inner := within(list, e.Mine); inner != nil {
			return Stale, append(at, inner...)
		}
	}
	return Absent, at
}

// within leads to the first element of ours in a list that a member of an element holds; nil where there is none.
func within(list []any, mine func(any) bool) []step {
	for i, element := range list {
		group, _ := element.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(group)) {
			inner, _ := group[key].([]any)
			if j := slices.IndexFunc(inner, mine); j >= 0 {
				return []step{{index: i, array: true}, {key: key}, {index: j, array: true}}
			}
		}
	}
	return nil
}

// with is the tree with the edit made, at the front of its container, and how many containers had to be made. It changes nothing
// of tree.
func with(tree any, e Edit) (any, int, error) {
	next, made, err := withAt(tree, e.Path, e)
	if tree == (null{}) {
		made++ // the root was none
	}
	return next, made, err
}

func withAt(tree any, path []string, e Edit) (any, int, error) {
	if tree == (null{}) {
		tree = nil
	}
	if len(path) == 0 && e.Key == "" {
		switch v := tree.(type) {
		case nil:
			return []any{plain(e.Value)}, 0, nil
		case []any:
			return slices.Concat([]any{plain(e.Value)}, v), 0, nil
		}
		return nil, 0, fmt.Errorf("%s holds no list: the file %w", e.name(), ErrUnsure)
	}
	m, ok := tree.(map[string]any)
	if !ok && tree != nil {
		return nil, 0, fmt.Errorf("the way to %s holds something that is no mapping: the file %w", e.name(), ErrUnsure)
	}
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	if len(path) == 0 {
		out[e.Key] = plain(e.Value)
		return out, 0, nil
	}
	inner, there := out[path[0]]
	next, made, err := withAt(inner, path[1:], e)
	if !there || inner == (null{}) {
		made++
	}
	out[path[0]] = next
	return out, made, err
}

// without is the tree without what stands at a path. A mapping or list that becomes empty stays.
func without(tree any, at []step) any {
	switch v := tree.(type) {
	case map[string]any:
		out := maps.Clone(v)
		if len(at) == 1 {
			delete(out, at[0].key)
		} else {
			out[at[0].key] = without(v[at[0].key], at[1:])
		}
		return out
	case []any:
		out := slices.Clone(v)
		if len(at) == 1 {
			return slices.Delete(out, at[0].index, at[0].index+1)
		}
		out[at[0].index] = without(v[at[0].index], at[1:])
		return out
	}
	return tree
}

// withNull is the tree with a null in place of what stands at a path of keys.
func withNull(tree any, at []step) any {
	if len(at) == 0 {
		return null{}
	}
	v, ok := tree.(map[string]any)
	if !ok {
		return tree
	}
	out := maps.Clone(v)
	out[at[0].key] = withNull(v[at[0].key], at[1:])
	return out
}

// pruned is the tree without the containers above a path that hold nothing.
func pruned(tree any, at []step) any {
	for at = at[:len(at)-1]; len(at) > 0 && isEmpty(lookup(tree, at)); at = at[:len(at)-1] {
		tree = without(tree, at)
	}
	return tree
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// same compares meanings. An empty container means what nothing means: formats write one where others write none.
func same(a, b any) bool {
	if blank(a) && blank(b) {
		return true
	}
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for key, v := range x {
			w, there := y[key]
			if !there || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, same)
	}
	return reflect.DeepEqual(a, b)
}

func blank(v any) bool { return v == nil || isEmpty(v) }
