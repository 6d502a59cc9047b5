package adapters

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/splice"
)

// edits are entries as this machine has them. was is the record of those that are there; nil = none.
func (m *Machine) edits(a Agent, entries []Entry, was *record) []splice.Edit {
	edits := make([]splice.Edit, len(entries))
	for i, e := range entries {
		edits[i] = splice.Edit{Key: e.Key, Value: m.fill(e.Value), Mine: mine(a.Name, e, was.names())}
		_, edits[i].Deep = e.event()
		for _, key := range e.Path {
			edits[i].Path = append(edits[i].Path, m.fill(key).(string))
		}
	}
	return edits
}

// install says what a file becomes with our entries in it.
func (m *Machine) install(a Agent, f File, c *Change, old *record) error {
	if f.NoShell && strings.Contains(m.Binary, " ") {
		return errors.New("this agent runs hooks without a shell, and the path of the program holds a space: install it elsewhere, or name another with --command")
	}
	if err := Blocked(c.real); err != nil {
		return err
	}
	if scope := m.installedAs(a, f, c.Path); scope != "" {
		c.Reason = fmt.Sprintf("it is the same file as in %s scope, for which it was installed", scope)
		return nil
	}
	next := &record{Agent: a.Name, Scope: f.Scope, Part: f.Part, Path: c.Path, At: m.Now(), Created: c.before == nil, Dirs: m.newDirs(c)}
	if f.Scope != User {
		next.Project = m.Project
	}
	if m.Chosen {
		next.Program = m.Binary
	}
	if !isMemory(m.Binary) {
		next.Name = base(m.Binary)
	}
	switch {
	case c.before == nil:
	case old != nil:
		next.Created, next.Dirs = old.Created, old.Dirs
	case f.Block != "" && LeftBlank(c.Path, c.before) == Ours: // made for a block of a profile
		next.Created, next.Dirs = true, m.below(c)
		if n := DirsMade(c.before); n >= 0 {
			next.Dirs = next.Dirs[:min(n, len(next.Dirs))]
		}
	case f.Block == "":
		next.Created, next.Dirs = m.madeFor(c)
	}
	var base []byte // the file without us
	var err error
	switch {
	case f.Whole != "":
		base, err = m.installWhole(a, f, c, old, next)
	case f.Block != "":
		base, err = m.installBlock(f, c)
	default:
		base, err = m.installEntries(a, f, c, old, next)
	}
	if err != nil || bytes.Equal(c.after, c.before) && c.before != nil {
		if err == nil && old == nil && f.Block != "" {
			c.keep = m.join(a, f, c)
		}
		return err // as it should be: the record of the first time stays
	}
	next.BeforeSum, next.AfterSum = sum(base), sum(c.after)
	back := m.comesBack(a, f, c, next, base)
	next.Exact = back && c.backed
	c.keep, c.base = next, base
	if c.bare == nil {
		c.bare = base
	}
	c.absent = next.Created && holdsNothing(f, c.Path, c.bare)
	return nil
}

// comesBack reports whether the way out of a file that nobody edited meanwhile gives the bytes of before: then nothing of them need be kept.
func (m *Machine) comesBack(a Agent, f File, c *Change, next *record, base []byte) bool {
	if next.Created && holdsNothing(f, c.Path, base) {
		return true // the file goes
	}
	back := Change{Path: c.Path, before: c.after}
	err := m.withoutUs(a, f, &back, next)
	return err == nil && bytes.Equal(back.after, base)
}

func (m *Machine) installEntries(a Agent, f File, c *Change, old, next *record) (base []byte, err error) {
	states, err := splice.Check(f.Format, c.before, m.edits(a, f.Entries, old))
	if err != nil {
		return nil, err
	}
	if worst(f.Entries, states) == splice.Same {
		return nil, nil
	}
	base = c.before
	if old != nil {
		if base, err = splice.Remove(f.Format, base, old.edits(a), old.Done); err != nil {
			return nil, err
		}
	} else if c.before != nil { // of entries whose record is lost, an uninstall is to leave nothing
		if slices.ContainsFunc(states, ours) {
			if base, err = m.removeEntries(a, f, base, nil, c.first); err != nil {
				return nil, err
			}
		}
		if c.bare, err = m.bare(a, f, c, base); err != nil {
			return nil, err
		}
		if !bytes.Equal(c.bare, c.before) && holdsNothing(f, c.Path, c.bare) {
			next.Created, next.Dirs = true, m.clearable(a, f, c)
		}
	}
	if states, err = splice.Check(f.Format, base, m.edits(a, f.Entries, old)); err != nil {
		return nil, err
	}
	var entries []Entry
	for i, e := range f.Entries {
		if !e.Frame || states[i] == splice.Absent { // the form that the file has already is fine as it is
			entries = append(entries, e)
		}
	}
	edits := m.edits(a, entries, old)
	after, done, err := splice.Apply(f.Format, base, edits)
	if errors.Is(err, splice.ErrTaken) {
		return nil, fmt.Errorf("%w: %q there is not ours; rename or remove it, then install again", err, ServerName)
	}
	if err != nil {
		return nil, err
	}
	c.after, next.Done = after, done
	for i, e := range entries {
		event, _ := e.event()
		text, _ := edits[i].Value.(string)
		kept := recordEdit{Path: edits[i].Path, Key: e.Key, Frame: e.Frame, Event: event, Text: text}
		if e.Frame {
			kept.Value = e.Value
		}
		next.Edits = append(next.Edits, kept)
	}
	next.Beside = besides(f.Format, base, edits)
	return base, nil
}

// bare is the base of a file without the agent's other entries in it of which no record tells.
func (m *Machine) bare(a Agent, f File, c *Change, base []byte) (out []byte, err error) {
	out = base
	for _, other := range m.files(a, f.Scope, nil) {
		if other.Part == f.Part || len(other.Entries) == 0 || m.target(a, other) != c.Path || m.load(a.Name, other, c.Path) != nil {
			continue
		}
		if out, err = m.removeEntries(a, other, out, nil, c.first); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// edits are those of the record, by which what it put in is found again.
func (r *record) edits(a Agent) []splice.Edit {
	edits := make([]splice.Edit, len(r.Edits))
	for i, e := range r.Edits {
		entry := Entry{Key: e.Key, Frame: e.Frame, Value: any(object{})}
		switch {
		case e.Event != "":
			entry.Value = object{member("command", line(a.Name, e.Event))}
		case e.Text != "":
			entry.Value = e.Text
		}
		edits[i] = splice.Edit{Path: e.Path, Key: e.Key, Mine: mine(a.Name, entry, r.names()), Deep: e.Event != ""}
		if e.Frame { // a value that a person changed is his
			edits[i].Mine = func(got any) bool { return e.Value == nil || fmt.Sprint(got) == fmt.Sprint(e.Value) }
		}
	}
	return edits
}

func (m *Machine) installWhole(a Agent, f File, c *Change, old, next *record) ([]byte, error) {
	c.after = []byte(f.Whole)
	if old == nil && f.wrote(c.before) {
		next.Created, next.Dirs = true, m.clearable(a, f, c)
	}
	if c.before != nil && !bytes.Equal(c.before, c.after) && (old == nil || sum(c.before) != old.AfterSum) && !f.wrote(c.before) {
		return nil, fmt.Errorf("%s is there and was not written here, or was edited since; move it away, then install again", c.Path)
	}
	return nil, nil
}

func (m *Machine) installBlock(f File, c *Change) ([]byte, error) {
	if c.before == nil && hides(c.Path) {
		return nil, fmt.Errorf("a CLAUDE.local.md would switch off the AGENTS.md beside it, which Claude Code reads only where no file of its own stands: install with --scope project --rules instead")
	}
	base, err := splice.CutBlock(c.before, GuideBlock)
	if err != nil {
		return nil, err
	}
	block, there, err := splice.FindBlock(c.before, GuideBlock)
	if err != nil {
		return nil, err
	}
	if there && block.Edited {
		return nil, fmt.Errorf("the block between the markers in %s was edited by hand; take the markers away to keep it, or the block to get ours", c.Path)
	}
	note := ""
	if f.Scope != User || LeftBlank(c.Path, c.before) == Theirs {
		note = m.BlockNote(m.Project, c.Path, c.before)
	}
	from := c.before
	if c.before == nil {
		from = []byte(FrontMatter(c.Path))
	}
	c.after, err = splice.PutBlock(from, GuideBlock, f.Block, note)
	return base, err
}
