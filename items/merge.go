package items

import (
	"bytes"
	"slices"
	"strings"
)

// LineMerge merges two changes of one text by lines. conflict says that both changed the same lines and that the result holds both.
type LineMerge func(base, ours, theirs string) (merged string, conflict bool, err error)

// Merge joins two changes of one item file: front matter by key, lists as sets, the body by lines. What both changed in two ways
// stays as ours has it, and the other value is listed under the key unmerged, so that the result parses and nothing is lost; unmerged
// names those keys. An empty base stands for a file that both made. name is the file's, "" where it is not known. It fails where one of
// the files is no item.
func Merge(name string, base, ours, theirs []byte, lines LineMerge) (merged []byte, unmerged []string, err error) {
	b, err := readSide(base)
	if err != nil {
		return nil, nil, err
	}
	o, err := readSide(ours)
	if err != nil {
		return nil, nil, err // ours stays as it is, and whoever looks sees that it is no item
	}
	t, err := readSide(theirs)
	if err != nil {
		return besideUnread(ours, theirs, err)
	}
	if o.item.ID != t.item.ID {
		return mergeStrangers(name, b.item.ID, o.item, t.item, ours, theirs)
	}
	m := &merger{contested: contested(b.item, o.item, t.item)}
	body, err := m.body(b.item.Body, o.item.Body, t.item.Body, lines)
	if err != nil {
		return nil, nil, err
	}
	tree := m.approvals(covered(m.top(b.tree, o.tree, t.tree), body, o, t), body, b, o, t)
	out, err := writeMerged(o.item, m.named(tree), body)
	if err != nil { // each key is fine, and they do not go together: nothing of theirs is taken
		left := &merger{open: slices.DeleteFunc(m.open, func(u Unmerged) bool { return u.Key != "body" })}
		tree = left.approvals(covered(left.refuse(b.tree, o.tree, t.tree), body, o, t), body, b, o, t)
		m = left
		if out, err = writeMerged(o.item, left.named(tree), body); err != nil {
			return nil, nil, err
		}
	}
	for _, u := range m.open {
		unmerged = append(unmerged, u.Key)
	}
	return out, unmerged, nil
}

// besideUnread keeps our side, and in it theirs whole, under the key file: what does not parse would be lost by the next commit, and nothing would
// name it. why is the error of theirs, for where ours is gone.
func besideUnread(read, unread []byte, why error) (merged []byte, unmerged []string, err error) {
	s, err := readSide(read)
	if err != nil || s.item.ID == "" {
		return nil, nil, why
	}
	s.item.Unmerged = append(slices.Clone(s.item.Unmerged), Unmerged{Key: "file", Theirs: string(unread)})
	out, err := s.item.Encode()
	if err != nil {
		return nil, nil, why
	}
	if _, err := Parse(out); err != nil {
		return nil, nil, why
	}
	return out, []string{"file"}, nil
}

// mergeStrangers answers git where it takes a deleted item and a new one that looks like it for a rename. They are two items: the new one
// stays as it is, and what the other side made of the deleted one is kept whole in it, under the key file. Where git asks for the old
// name, both sides have the item under another one; where ours comes back as it was, git keeps both files.
func mergeStrangers(name string, base ID, o, t Item, ours, theirs []byte) (merged []byte, unmerged []string, err error) {
	mine, file, other := o, ours, theirs
	if base == o.ID {
		mine, file, other = t, theirs, ours
	}
	if name == string(base)+Ext || base != o.ID && base != t.ID {
		return ours, []string{"file"}, nil
	}
	mine.Unmerged = append(slices.Clone(mine.Unmerged), Unmerged{Key: "file", Theirs: string(other)})
	if out, err := mine.Encode(); err == nil {
		file = out
	}
	return file, []string{"file"}, nil
}

// side is one of the three files as a tree of values: known keys in their canonical form, unknown ones as they are.
type side struct {
	item Item
	tree value
}

func readSide(b []byte) (side, error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return side{}, nil
	}
	it, err := Parse(b)
	if err != nil {
		return side{}, err
	}
	doc, err := split(b)
	return side{it.normal(), doc.tree(it.normal())}, err
}

// tree is the whole front matter as one mapping, unknown keys at every level included.
func (doc document) tree(it Item) value {
	known := it.values()
	out := value{pairs: slices.Clone(known.pairs)}
	for i := 0; i+1 < len(doc.root.Content); i += 2 {
		key, node := doc.root.Content[i].Value, doc.root.Content[i+1]
		at := slices.IndexFunc(out.pairs, func(p pair) bool { return p.key == key })
		if at < 0 {
			continue
		}
		v := out.pairs[at].val
		v.pairs = append(slices.Clone(v.pairs), unknownNested(key, node)...)
		if len(v.list) > 0 && len(v.list) == len(node.Content) {
			v.list = slices.Clone(v.list)
			for j, entry := range node.Content {
				v.list[j].pairs = append(slices.Clone(v.list[j].pairs), unknownNested(key, entry)...)
			}
		}
		out.pairs[at].val = v
	}
	return pairsValue(append(out.pairs, unknownPairs(doc.root, known)...)...)
}

// writeMerged writes the tree in the layout of ours, or, where that would lose an unknown key, in the layout of a new file.
func writeMerged(ours Item, tree value, body string) ([]byte, error) {
	var lines []string
	for _, p := range tree.pairs {
		lines = append(lines, p.lines()...)
	}
	if body != "" {
		body += "\n"
	}
	plain := Item{}.assemble(lines, body)
	it, err := Parse(plain)
	if err != nil {
		return nil, err
	}
	it.extra = ours.extra
	if kept, err := it.Encode(); err == nil {
		if back, err := readSide(kept); err == nil && back.tree.sameKeys(tree) {
			return kept, nil
		}
	}
	return plain, nil
}

// sameKeys compares two mappings whatever the order of their keys.
func (v value) sameKeys(o value) bool {
	mine, other := v.byKey(), o.byKey()
	if len(mine) != len(other) {
		return false
	}
	for key, val := range mine {
		if theirs, ok := other[key]; !ok || !val.same(theirs) {
			return false
		}
	}
	return true
}

// named is the tree with its open conflicts under the key unmerged.
func (m *merger) named(tree value) value {
	var all value
	for _, p := range tree.pairs {
		if p.key == "unmerged" {
			all = p.val
		}
	}
	open := unmergedValue(&Item{Unmerged: m.open})
	all.list = append(slices.Clone(all.list), slices.DeleteFunc(open.list, func(v value) bool { return slices.ContainsFunc(all.list, v.same) })...)
	out := value{pairs: slices.DeleteFunc(slices.Clone(tree.pairs), func(p pair) bool { return p.key == "unmerged" })}
	if len(all.list) > 0 {
		out.pairs = append(out.pairs, pair{"unmerged", all})
	}
	return out
}

// body merges the text. The marks of a conflict are text to every reader of the item.
func (m *merger) body(base, ours, theirs string, lines LineMerge) (string, error) {
	switch {
	case ours == theirs, theirs == base:
		return ours, nil
	case ours == base:
		return theirs, nil
	}
	whole := func(s string) string {
		if s == "" {
			return ""
		}
		return s + "\n"
	}
	merged, conflict, err := lines(whole(base), whole(ours), whole(theirs))
	if conflict {
		m.open = append(m.open, Unmerged{Key: "body"})
	}
	return strings.TrimRight(merged, "\n"), err
}
