package adapters

import (
	"path/filepath"
	"strings"
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
