package adapters

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/splice"
)

// Records get lost, or files come from another machine. Then nobody knows any more what was there before us, and what is empty without our entries
// goes as if we had made it; what anybody has written stays.

// clear takes a file of which nothing is remembered, and which had entries of ours, away with its directories if nothing is left in it.
func (m *Machine) clear(a Agent, f File, c *Change) {
	switch {
	case f.Block != "" && LeftBlank(c.Path, c.before) != Ours, c.after != nil && !holdsNothing(f, c.Path, c.after):
		return
	}
	c.after, c.dirs = nil, m.clearable(a, f, c)
}

// unsure says which keys of a file's own form stay with values that we would have put in, because nothing tells whether they were there before.
func (m *Machine) unsure(a Agent, f File, src []byte) string {
	var keys []string
	for _, e := range m.edits(a, f.Entries, nil) {
		if !f.frames(e) || src == nil {
			continue
		}
		if got, err := splice.Lookup(f.Format, src, append(slices.Clone(e.Path), e.Key)...); err == nil && got != nil && e.Mine(got) {
			keys = append(keys, e.Key)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return strings.Join(keys, ", ") + " may be ours, and no record tells: delete it by hand if it was not there before"
}

// frames reports an edit that belongs to the form of the file.
func (f File) frames(e splice.Edit) bool {
	return slices.ContainsFunc(f.Entries, func(entry Entry) bool { return entry.Frame && entry.Key == e.Key && len(entry.Path) == len(e.Path) })
}

// without are those of some edits whose keys the file did not hold before us.
func (o *original) without(format splice.Format, edits []splice.Edit, done []splice.Insertion) (ours []splice.Edit, oursDone []splice.Insertion) {
	for i, e := range edits {
		if got, err := splice.Lookup(format, o.bytes, append(slices.Clone(e.Path), e.Key)...); o.Absent || err == nil && got == nil {
			ours, oursDone = append(ours, e), append(oursDone, done[i])
		}
	}
	return ours, oursDone
}

// clearable are the directories above a file that go where they are empty, innermost first: those below the project, and for the user's files those
// below the agent's own directory, that of its skills, and the one of a file that is ours alone.
func (m *Machine) clearable(a Agent, f File, c *Change) (dirs []string) {
	if c.Scope != User {
		dirs = m.below(c)
		if n := DirsMade(c.before); n >= 0 {
			dirs = dirs[:min(n, len(dirs))]
		}
		return dirs
	}
	tops := []string{}
	for _, pattern := range a.Detect {
		tops = append(tops, m.Expand(pattern))
	}
	if skills := a.Skills[User]; skills != "" {
		tops = append(tops, filepath.Dir(m.Expand(skills)))
	}
	if f.Whole != "" {
		tops = append(tops, filepath.Dir(filepath.Dir(c.real)))
	}
	for _, top := range tops {
		for dir := filepath.Dir(c.real); strings.HasPrefix(dir, top+string(filepath.Separator)); dir = filepath.Dir(dir) {
			dirs = append(dirs, dir)
		}
		if len(dirs) > 0 {
			return dirs
		}
	}
	return nil
}
