package adapters

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// Action is what a plan does to one file.
type Action string

const (
	Nothing Action = "nothing" // it is as it should be
	Create  Action = "create"
	Write   Action = "change"
	Delete  Action = "delete"
	Refuse  Action = "refuse" // it stays as it is; Paste says what a person can do
)

// Change is one planned change of one file.
type Change struct {
	Scope  Scope  `json:"scope"`
	Part   Part   `json:"part"`
	Path   string `json:"path"`
	Action Action `json:"action"`
	Reason string `json:"reason,omitempty"`
	Paste  string `json:"paste,omitempty"` // what belongs into a file that was refused

	real   string // Path with its links followed
	mode   fs.FileMode
	before []byte
	after  []byte
	base   []byte   // the file without us, for the backup
	bare   []byte   // the file without any of ours, as far as is known
	dirs   []string // made with the file: they go with it if they are empty
	keep   *record  // to be kept afterwards; nil = forgotten
	file   string   // of the record
	was    *record  // what was kept before, nil = nothing, and its backup
	backup []byte
	place  string    // the one name of the file
	first  *original // what is known of it from before the first of us, nil = nothing
	then   *original // and after the change
	absent bool      // base is no file
	backed bool      // first covers base, or will
}

// Plan is what one command would do.
type Plan struct {
	Agent   string   `json:"agent"`
	Scope   Scope    `json:"scope"`
	Verb    string   `json:"verb"`
	Changes []Change `json:"changes"`
}

// maxFile bounds a configuration file in bytes: a larger one is something else.
const maxFile = 64 << 20

// Install plans to put the agent's entries in. With parts, rules and skills come too.
func (m *Machine) Install(a Agent, scope Scope, parts ...Part) Plan {
	p := Plan{Agent: a.Name, Scope: scope, Verb: "install", Changes: []Change{}}
	d := newDisk(m)
	for _, f := range m.files(a, scope, parts) {
		p.Changes = append(p.Changes, m.plan(d, a, f, m.target(a, f), m.install))
	}
	return p
}

// Uninstall plans to take out everything of ours in a scope, whatever parts it was installed with.
func (m *Machine) Uninstall(a Agent, scope Scope) Plan {
	p := Plan{Agent: a.Name, Scope: scope, Verb: "uninstall", Changes: []Change{}}
	d := newDisk(m)
	p.Changes = append(p.Changes, m.out(d, a, scope)...)
	if scope == Local {
		for _, dir := range m.deserted(a) {
			for _, c := range m.in(dir).out(d, a, scope) {
				if c.Action != Nothing && c.Action != Refuse {
					c.Reason = "for " + dir + ", which is not there any more"
				}
				p.Changes = append(p.Changes, c)
			}
		}
	}
	return p
}

// out are the changes that take everything of ours out of a scope.
func (m *Machine) out(d *disk, a Agent, scope Scope) (changes []Change) {
	files := m.files(a, scope, []Part{Rules, Skills})
	for _, f := range slices.Backward(files) {
		for _, path := range append(m.earlier(a, f), m.target(a, f)) {
			c := m.plan(d, a, f, path, m.uninstall)
			c.Paste = "" // nothing is to be put in
			changes = append(changes, c)
		}
	}
	return changes
}

// Repair plans to bring what is installed in a scope up to what this version of the program would write, for this binary or the one
// that was chosen for it. What is not installed stays so.
func (m *Machine) Repair(a Agent, scope Scope) Plan {
	m = m.mending(a, scope)
	p := Plan{Agent: a.Name, Scope: scope, Verb: "repair", Changes: []Change{}}
	d := newDisk(m)
	for _, f := range m.files(a, scope, []Part{Rules, Skills}) {
		state, _, err := m.state(a, f)
		if ours := m.load(a.Name, f, m.target(a, f)) != nil; m.foreign(a, f) || err == nil && !ours && state != splice.Same && state != splice.Stale {
			continue
		}
		p.Changes = append(p.Changes, m.plan(d, a, f, m.target(a, f), m.install))
	}
	return p
}

// target is the file that f means here. Of several names it is the one that was written to, as long as it is there: another may have come since.
func (m *Machine) target(a Agent, f File) string {
	for p := range strings.SplitSeq(f.Path, "|") {
		if path := m.Expand(p); f.Block == "" && there(path) && m.load(a.Name, f, path) != nil {
			return path
		}
	}
	path := m.path(f.Path)
	if f.Block != "" {
		path = InForce(path)
	}
	return path
}

// plan reads the file, lets make say what it should become, and turns what cannot be done into a refusal.
func (m *Machine) plan(d *disk, a Agent, f File, path string, make func(Agent, File, *Change, *record) error) Change {
	c := Change{Scope: f.Scope, Part: f.Part, Path: path, Action: Nothing}
	c.file = m.recordFile(a.Name, f, c.Path)
	exists, err := d.read(&c)
	if !exists && f.Mode != 0 {
		c.mode = f.Mode
	}
	if err == nil {
		old := m.load(a.Name, f, c.Path)
		if c.was = old; old != nil {
			c.backup, _ = old.before(c.file)
		}
		c.after, c.keep = c.before, old
		c.place = place(c.Path)
		c.first = d.original(&c)
		c.backed = c.first.holds(c.before) || d.alone(&c)
		err = make(a, f, &c, old)
	}
	if err != nil {
		c.Action, c.Reason, c.after, c.keep = Refuse, err.Error(), nil, nil
		if !errors.Is(err, errBlocked) { // there is nothing to paste into
			c.Paste = m.paste(f)
		}
		return c
	}
	d.settle(&c)
	switch {
	case c.after == nil && exists:
		c.Action = Delete
	case c.after == nil:
		c.Action = Nothing
	case !exists:
		c.Action = Create
	case !bytes.Equal(c.before, c.after):
		c.Action = Write
	}
	d.bytes[c.real] = c.after
	return c
}

// disk is the files and what is remembered of them as a plan sees them: changes before this one included. nil = no file.
type disk struct {
	m         *Machine
	bytes     map[string][]byte
	originals map[string]*original
	records   map[string]string // the file of each record -> the place that it speaks of; nil = not read yet
}

func newDisk(m *Machine) *disk {
	return &disk{m: m, bytes: map[string][]byte{}, originals: map[string]*original{}}
}

func (d *disk) original(c *Change) *original {
	if _, planned := d.originals[c.place]; !planned {
		d.originals[c.place] = d.m.original(c.place)
	}
	return d.originals[c.place]
}

// read fills in what stands at the path now. A link is followed, so that the file behind it is changed and the link stays.
func (d *disk) read(c *Change) (exists bool, err error) {
	c.real, c.mode = c.Path, 0o600
	if c.Scope != User {
		c.mode = 0o644
	}
	if !there(c.Path) {
		before, planned := d.bytes[c.real]
		c.before = before
		return planned && before != nil, nil
	}
	if c.real, err = filepath.EvalSymlinks(c.Path); err != nil {
		return false, fmt.Errorf("%s is a link that leads nowhere", c.Path)
	}
	info, err := os.Stat(c.real)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return false, fmt.Errorf("%s is no regular file of a size that a configuration has", c.Path)
	}
	c.mode = info.Mode().Perm()
	if before, planned := d.bytes[c.real]; planned {
		c.before = before
		return before != nil, nil
	}
	c.before, err = plainfile.Read(c.real, plainfile.MaxText)
	if c.before == nil {
		c.before = []byte{}
	}
	return err == nil, err
}

// paste is what a person would put into the file.
func (m *Machine) paste(f File) string {
	switch {
	case f.Whole != "":
		return f.Whole
	case f.Block != "":
		return f.Block + "\n"
	}
	out, _, err := splice.Apply(f.Format, nil, m.edits(Agent{}, f.Entries, nil))
	if err != nil {
		return ""
	}
	return string(out)
}

// Text is a file of entries as it would be if nothing else were in it.
func (m *Machine) Text(f File) string { return m.paste(f) }
