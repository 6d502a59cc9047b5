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

// records are those of all agents, by the names of their files. part "" = any; a damaged record counts as none.
func (m *Machine) records(part Part) (out []owner) {
	agents, _ := os.ReadDir(m.State) // sorted; none where nothing was ever installed
	for _, agent := range agents {
		dir := filepath.Join(m.State, agent.Name())
		entries, _ := os.ReadDir(dir) // a file is no directory: none
		for _, e := range entries {
			file := filepath.Join(dir, e.Name())
			if !strings.HasSuffix(file, ".json") || !strings.Contains(e.Name(), "-"+string(part)) {
				continue
			}
			b, err := plainfile.Read(file, plainfile.MaxText)
			var r record
			if err == nil && json.Unmarshal(b, &r) == nil && (part == "" || r.Part == part) {
				out = append(out, owner{&r, file})
			}
		}
	}
	return out
}

// owners are the agents and scopes for which the block in the file stands, besides the one whose record is named, by the names of their records.
func (m *Machine) owners(real, besides string) (out []owner) {
	for _, o := range m.records(Rules) {
		if path, err := filepath.EvalSymlinks(o.Path); o.file != besides && err == nil && path == real {
			out = append(out, o)
		}
	}
	return out
}

// foreign reports a block that stands in a shared file for other agents alone: it is no install of this one.
func (m *Machine) foreign(a Agent, f File) bool {
	if f.Block == "" {
		return false
	}
	path := m.target(a, f)
	if m.load(a.Name, f, path) != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(path)
	return err == nil && len(m.owners(real, "")) > 0
}

// join makes a record of our own for a block that another agent put there, so that it stays when the other goes, and the file becomes what it
// was before both when we go last. A block that nobody has a record of is a person's: nil.
func (m *Machine) join(a Agent, f File, c *Change) *record {
	owners := m.owners(c.real, c.file)
	if len(owners) == 0 {
		return nil
	}
	r := *owners[0].record
	r.Agent, r.Scope, r.Part, r.Path, r.At, r.Project = a.Name, f.Scope, f.Part, c.Path, m.Now(), ""
	if f.Scope != User {
		r.Project = m.Project
	}
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

// madeFor reports a file that was made for entries of another scope or part, with the directories that were: whichever goes last takes it along.
func (m *Machine) madeFor(c *Change) (created bool, dirs []string) {
	for _, o := range m.records("") {
		if path, err := filepath.EvalSymlinks(o.Path); o.Created && err == nil && path == c.real {
			return true, o.Dirs
		}
	}
	return false, m.newDirs(c)
}

// newDirs are the directories that the file needs and that are not there, innermost first, and above them those that were made for another file of
// ours: whichever file goes last takes them along.
func (m *Machine) newDirs(c *Change) (dirs []string) {
	made := map[string]bool{}
	for _, o := range m.records("") {
		for _, dir := range o.Dirs {
			made[dir] = true
		}
	}
	for _, dir := range m.below(c) {
		made[dir] = made[dir] || there(dir) && onlyBlocks(dir)
	}
	for dir := filepath.Dir(c.real); !there(dir) || made[dir]; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// onlyBlocks reports a directory in which nothing is but files that were made for a block of a profile, and that was made with one of them.
func onlyBlocks(dir string) bool {
	found := false
	return holdsOnly(dir, func(path string) bool {
		src, err := plainfile.Read(path, plainfile.MaxText)
		if n := DirsMade(src); err == nil && (n < 0 || depth(dir, path) <= n) {
			found = true
		}
		return false
	}) && found
}

// depth is how many directories up from a file one stands: 1 = the one that it is in.
func depth(dir, path string) int {
	rel, _ := filepath.Rel(dir, path)
	return strings.Count(filepath.ToSlash(rel), "/") + 1
}

// below are the directories between a file of the project and the project's own, innermost first.
func (m *Machine) below(c *Change) (dirs []string) {
	if c.Scope == User {
		return nil
	}
	for dir := filepath.Dir(c.real); strings.HasPrefix(dir, m.Project+string(filepath.Separator)); dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}
