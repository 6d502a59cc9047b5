package adapters

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// A command that was killed leaves a temporary file, and where records were lost nobody asks for the copy of a file as it was any more. Both hold what
// the person's file holds, tokens too. Doctor names them, and the next command that changes the agent's files takes away what is surely of no use.

// TempMark is in the name of each temporary file beside somebody else's file.
const TempMark = "factline-"

// sweep takes away what interrupted commands left where a plan worked, and copies that no record speaks of and no file needs. Whoever applies a plan
// holds the lock, so that none of it is of a command at work.
func (m *Machine) sweep(p Plan) error {
	var dirs []string
	for _, c := range p.Changes {
		if c.real != "" {
			dirs = append(dirs, filepath.Dir(c.real))
		}
	}
	var failed error
	remove := func(file string) {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	for _, file := range m.temporary(dirs) {
		remove(file)
	}
	for _, c := range m.copies() {
		if c.idle {
			remove(c.file)
			remove(c.file + ".before")
		}
	}
	os.Remove(filepath.Join(m.State, originals)) // where it is empty by now
	return failed
}

// temporary are the leftovers of writes in directories of others, and in that of the records.
func (m *Machine) temporary(dirs []string) (files []string) {
	look := func(dir, prefix string) {
		entries, _ := os.ReadDir(dir) // what cannot be read has nothing that we could take away
		for _, e := range entries {
			if file := filepath.Join(dir, e.Name()); e.Type().IsRegular() && strings.HasPrefix(e.Name(), prefix) && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	for _, dir := range dirs {
		look(dir, atomicfile.TempPrefix+TempMark)
	}
	below, _ := os.ReadDir(m.State)
	for _, e := range below {
		if e.IsDir() {
			look(filepath.Join(m.State, e.Name()), atomicfile.TempPrefix)
		}
	}
	return files
}

// leftCopy is a copy that no record speaks of.
type leftCopy struct {
	file  string // of what is known of it; the copy itself is beside it
	place string // the file that it is a copy of; "" = nobody knows
	idle  bool   // nothing of ours is in that file
}

// copies are the originals that no record speaks of: records were lost or damaged, or a command was killed between the two.
func (m *Machine) copies() (left []leftCopy) {
	dir := filepath.Join(m.State, originals)
	entries, _ := os.ReadDir(dir)
	var spoken, places map[string]bool
	for _, e := range entries {
		name, isCopy := strings.CutSuffix(e.Name(), ".before")
		file := filepath.Join(dir, name)
		if !strings.HasSuffix(name, ".json") || isCopy && there(file) {
			continue
		}
		if spoken == nil {
			spoken = map[string]bool{}
			for _, o := range m.records("") {
				spoken[place(o.Path)] = true
			}
		}
		c := leftCopy{file: file}
		b, err := plainfile.Read(file, plainfile.MaxText)
		var o original
		if err == nil && json.Unmarshal(b, &o) == nil && m.originalFile(o.Path) == file {
			c.place = o.Path
		} else {
			if places == nil {
				places = m.places()
			}
			for p := range places {
				if m.originalFile(p) == file {
					c.place = p
				}
			}
		}
		if spoken[c.place] {
			continue
		}
		c.idle = c.place != "" && m.idle(c)
		left = append(left, c)
	}
	return left
}

// idle reports a copy of a file that holds nothing of ours: it is gone, it is as it was, or it names us nowhere.
func (m *Machine) idle(c leftCopy) bool {
	src, err := plainfile.Read(c.place, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		return false
	}
	if was, err := plainfile.Read(c.file+".before", maxFile); err == nil && bytes.Equal(was, src) {
		return true
	}
	return !namesAny(src)
}

// namesAny reports bytes that may hold entries of ours, for whichever agent.
func namesAny(src []byte) bool {
	return bytes.Contains(src, []byte(ServerName)) || bytes.Contains(src, []byte(" hook ")) && bytes.Contains(src, []byte(" --agent "))
}

// places are the files that any agent's entries may go to here.
func (m *Machine) places() map[string]bool {
	places := map[string]bool{}
	for _, a := range Agents() {
		for _, scope := range a.Scopes() {
			for _, f := range m.files(a, scope, []Part{Rules, Skills}) {
				places[place(m.target(a, f))] = true
			}
		}
	}
	return places
}

// leftovers is doctor's look at them, for the files of an agent in a scope; what belongs to no known file is told of in the first scope.
func (m *Machine) leftovers(a Agent, scope Scope) (findings []Finding) {
	var dirs, files []string
	for _, f := range m.files(a, scope, []Part{Rules, Skills}) {
		path := place(m.target(a, f))
		dirs, files = append(dirs, filepath.Dir(path)), append(files, path)
	}
	for _, file := range m.temporary(dirs) {
		findings = append(findings, Finding{"leftover", "warn", "an interrupted command left this, and it may hold what the file beside it holds; memory adapter repair " + a.Name + " takes it away", file})
	}
	for _, c := range m.copies() {
		switch {
		case slices.Contains(files, c.place):
			findings = append(findings, Finding{"leftover", "warn", "a private copy of " + c.place + " as it was, which no record speaks of any more; memory adapter uninstall " + a.Name +
				" takes it away with our entries, or delete it by hand", c.file + ".before"})
		case c.place == "" && scope == a.Scopes()[0]:
			findings = append(findings, Finding{"leftover", "warn", "a private copy of a file as it was, and nothing tells which; delete it by hand when no agent needs it", c.file + ".before"})
		}
	}
	return findings
}
