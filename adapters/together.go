package adapters

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// Several agents read one AGENTS.md or GEMINI.md, and the block in it is the same for all of them: it stays as long as one of them has it.

// owner is somebody's record of the block in a file.
type owner struct {
	*record
	file string // of the record
}

// owners are the agents and scopes for which the block in the file stands, besides the one whose record is named, by the names of their records.
func (m *Machine) owners(real, besides string) (out []owner) {
	agents, _ := os.ReadDir(m.State) // sorted; none where nothing was ever installed
	for _, agent := range agents {
		dir := filepath.Join(m.State, agent.Name())
		entries, _ := os.ReadDir(dir) // a file is no directory: none
		for _, e := range entries {
			file := filepath.Join(dir, e.Name())
			if file == besides || !strings.HasSuffix(file, ".json") || !strings.Contains(e.Name(), "-"+string(Rules)+"-") {
				continue
			}
			b, err := plainfile.Read(file, plainfile.MaxText)
			var r record
			if err != nil || json.Unmarshal(b, &r) != nil || r.Part != Rules {
				continue // a damaged record counts as none
			}
			if path, err := filepath.EvalSymlinks(r.Path); err == nil && path == real {
				out = append(out, owner{&r, file})
			}
		}
	}
	return out
}

// join makes a record of our own for a block that another agent put there, so that it stays when the other goes, and the file becomes what it
// was before both when we go last. A block that nobody has a record of is a person's: nil.
func (m *Machine) join(a Agent, f File, c *Change) *record {
	owners := m.owners(c.real, c.file)
	if len(owners) == 0 {
		return nil
	}
	r := *owners[0].record
	r.Agent, r.Scope, r.Part, r.Path, r.At = a.Name, f.Scope, f.Part, c.Path, m.Now()
	if !r.Exact {
		base, whole := owners[0].before(owners[0].file)
		if !whole {
			return nil // what the file was cannot be told any more: it is left to the other
		}
		c.base = base
	}
	return &r
}

// stays says who else has the block that is to be taken out; "" where nobody has.
func (m *Machine) stays(f File, c *Change) string {
	if _, there, err := splice.FindBlock(c.before, GuideBlock); f.Block == "" || err != nil || !there {
		return ""
	}
	var names []string
	for _, o := range m.owners(c.real, c.file) {
		if !slices.Contains(names, o.Agent) {
			names = append(names, o.Agent)
		}
	}
	return strings.Join(names, ", ")
}

// earlier are the places that a block of ours went to while they were in force and that hold it still, though another is in force now: an
// AGENTS.md beside which somebody made a CLAUDE.md since.
func (m *Machine) earlier(a Agent, f File) (paths []string) {
	if f.Block == "" {
		return nil
	}
	now := m.target(a, f)
	for _, path := range instructionFiles(m.path(f.Path)) {
		if path != now && there(path) && m.load(a.Name, f, path) != nil {
			paths = append(paths, path)
		}
	}
	return paths
}
