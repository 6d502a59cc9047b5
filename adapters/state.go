package adapters

import (
	"os"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// FileState is what one file of an agent holds of ours.
type FileState struct {
	Scope Scope        `json:"scope"`
	Part  Part         `json:"part"`
	Path  string       `json:"path"`
	State splice.State `json:"state"`
	Error string       `json:"error,omitempty"`
}

// state is the worst of what a file holds of our entries: taken, absent, stale, same.
func (m *Machine) state(a Agent, f File) (splice.State, string, error) {
	path := m.target(a, f)
	src, err := plainfile.Read(path, maxFile)
	if os.IsNotExist(err) || blocked(path) != "" {
		return splice.Absent, path, nil
	}
	if err != nil {
		return splice.Absent, path, err
	}
	switch {
	case f.Whole != "":
		if string(src) == f.Whole {
			return splice.Same, path, nil
		}
		if r := m.load(a.Name, f, path); r != nil || f.wrote(src) {
			return splice.Stale, path, nil
		}
		return splice.Taken, path, nil
	case f.Block != "":
		b, there, err := splice.FindBlock(src, GuideBlock)
		switch {
		case err != nil || !there:
			return splice.Absent, path, err
		case b.Text != f.Block:
			return splice.Stale, path, nil
		}
		return splice.Same, path, nil
	}
	states, err := splice.Check(f.Format, src, m.edits(a, f.Entries, m.load(a.Name, f, path)))
	if err != nil {
		return splice.Absent, path, err
	}
	return worst(f.Entries, states), path, nil
}

// worst sums up the states of a file's entries. The form of the file does not count: any that is there will do.
func worst(entries []Entry, states []splice.State) splice.State {
	count := map[splice.State]int{}
	for i, s := range states {
		if !entries[i].Frame {
			count[s]++
		}
	}
	switch {
	case count[splice.Taken] > 0:
		return splice.Taken
	case count[splice.Stale] > 0 || count[splice.Absent] > 0 && count[splice.Same] > 0:
		return splice.Stale
	case count[splice.Absent] > 0:
		return splice.Absent
	}
	return splice.Same
}

// Files tells what the files of a scope hold. Rules and skills are told of only where something of ours is there.
func (m *Machine) Files(a Agent, scope Scope) (out []FileState) {
	m = m.asInstalled(a, scope)
	required := len(m.files(a, scope, nil))
	for i, f := range m.files(a, scope, []Part{Rules, Skills}) {
		state, path, err := m.state(a, f)
		if i >= required && (state == splice.Absent || state == splice.Taken || m.foreign(a, f)) {
			continue
		}
		fs := FileState{Scope: scope, Part: f.Part, Path: path, State: state}
		if err != nil {
			fs.Error = err.Error()
		}
		out = append(out, fs)
	}
	return out
}

// Installed reports that every file of the scope that has to hold our entries does.
func (m *Machine) Installed(a Agent, scope Scope) bool {
	files := m.Files(a, scope)
	for _, f := range files {
		if f.State != splice.Same {
			return false
		}
	}
	return len(files) > 0
}
