package adapters

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// record remembers what was done to one file, so that it can be undone to the byte.
type record struct {
	Agent     string             `json:"agent"`
	Scope     Scope              `json:"scope"`
	Part      Part               `json:"part"`
	Path      string             `json:"path"`
	Project   string             `json:"project,omitempty"` // the directory that the scope speaks of; "" for the user's
	At        time.Time          `json:"at"`
	Program   string             `json:"program,omitempty"`    // what the entries start, where a person chose it
	Name      string             `json:"name,omitempty"`       // of the program's file, where it is not memory
	Created   bool               `json:"created,omitempty"`    // the file did not exist
	Dirs      []string           `json:"dirs,omitempty"`       // directories that did not exist, innermost first
	BeforeSum string             `json:"before_sha256"`        // of the file without us
	AfterSum  string             `json:"after_sha256"`         // of the file as it was written
	Exact     bool               `json:"exact,omitempty"`      // taking the edits out again gives the bytes of before: no copy of them is kept
	Edits     []recordEdit       `json:"edits,omitempty"`      // of files in a format
	Done      []splice.Insertion `json:"insertions,omitempty"` // one an edit
	Beside    bool               `json:"beside,omitempty"`     // others had entries where ours went, before they did
}

// names are what the program was called when the entries were written, besides memory.
func (r *record) names() []string {
	if r == nil || r.Name == "" {
		return nil
	}
	return []string{r.Name}
}

// recordEdit is where an edit was made.
type recordEdit struct {
	Path  []string `json:"path,omitempty"`
	Key   string   `json:"key,omitempty"`
	Frame bool     `json:"frame,omitempty"`
	Event string   `json:"event,omitempty"`
	Text  string   `json:"text,omitempty"`  // of a value that is one string
	Value any      `json:"value,omitempty"` // of a frame
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// recordFile names the record of one part of one file: MCP and hooks may share a file, and so may several projects.
func (m *Machine) recordFile(agent string, f File, path string) string {
	name := func(what string) string {
		return filepath.Join(m.State, agent, fmt.Sprintf("%s-%s-%s.json", f.Scope, f.Part, sum([]byte(what))[:12]))
	}
	rel, err := filepath.Rel(m.Project, path)
	if f.Scope != Local || err == nil && filepath.IsLocal(rel) {
		return name(path)
	}
	if r := readRecord(name(path)); r != nil && slices.ContainsFunc(r.Edits, func(e recordEdit) bool { return slices.Contains(e.Path, m.Project) }) {
		return name(path) // of a version that knew one project a file
	}
	return name(path + "\x00" + m.Project)
}

// load reads a record; nil where there is none. A damaged one counts as none: the file itself says what is ours.
func (m *Machine) load(agent string, f File, path string) *record {
	r := readRecord(m.recordFile(agent, f, path))
	if r == nil || r.Path != path {
		return nil
	}
	return r
}

func readRecord(file string) *record {
	b, err := plainfile.Read(file, plainfile.MaxText)
	var r record
	if err != nil || json.Unmarshal(b, &r) != nil {
		return nil
	}
	return &r
}

// save keeps a record, and the bytes of before where the edits alone cannot bring them back. Such a copy may hold whatever the person's files
// hold: both are private.
func (m *Machine) save(file string, r *record, before []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if r.Exact {
		if err := os.Remove(file + ".before"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	} else if err := atomicfile.Write(file+".before", before, 0o600); err != nil {
		return err
	}
	return atomicfile.Write(file, append(b, '\n'), 0o600)
}

// drop forgets a record.
func drop(file string) error {
	for _, name := range []string{file, file + ".before"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	os.Remove(filepath.Dir(file)) // if it is empty by now
	return nil
}

// before gives the bytes of before, if the backup is whole.
func (r *record) before(file string) ([]byte, bool) {
	b, err := plainfile.Read(file+".before", plainfile.MaxText)
	return b, err == nil && sum(b) == r.BeforeSum
}
