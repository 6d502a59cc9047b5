package adapters

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/factline/memory/splice"
)

// uninstall says what a file becomes without us; nil = it goes.
func (m *Machine) uninstall(a Agent, f File, c *Change, old *record) error {
	c.keep = nil
	if c.before == nil {
		if old != nil && old.Created { // an interrupted command, or somebody, deleted the file alone
			c.dirs = old.Dirs
		}
		return nil
	}
	if scope := m.installedAs(a, f, c.Path); scope != "" {
		c.Reason = fmt.Sprintf("it is the same file as in %s scope, for which it was installed; memory adapter uninstall %s --scope %s takes it out", scope, a.Name, scope)
		return nil
	}
	if others := m.stays(f, c); others != "" {
		if old != nil {
			c.Reason = "it stays for " + others
		}
		return nil
	}
	if old != nil && sum(c.before) == old.AfterSum {
		// Also of a file that we made, only our part goes: what was put in before a later install is a person's.
		if b, whole := old.before(c.file); whole && !old.Exact {
			c.after = b
			return nil
		}
	}
	return m.withoutUs(a, f, c, old)
}

// withoutUs takes out what is ours and leaves the rest as it is.
func (m *Machine) withoutUs(a Agent, f File, c *Change, old *record) error {
	var err error
	switch {
	case f.Whole != "":
		if old != nil && sum(c.before) != old.AfterSum || old == nil && string(c.before) != f.Whole && !f.wrote(c.before) {
			if old == nil {
				return nil // somebody else's
			}
			return fmt.Errorf("%s was edited since it was written; delete it by hand if you do not need it", c.Path)
		}
		c.after = nil
	case f.Block != "":
		c.after, err = splice.CutBlock(c.before, GuideBlock)
	default:
		c.after, err = m.removeEntries(a, f, c.before, old, c.first)
	}
	if f.Whole == "" && c.after == nil {
		c.after = []byte{} // an empty file is one, too
	}
	if err != nil {
		if old == nil && !namesUs(c.before, a) {
			c.after = c.before
			return nil // whatever is wrong with the file, it is not ours to mend
		}
		return err
	}
	switch {
	case old != nil && old.Created && holdsNothing(f, c.Path, c.after):
		c.after, c.dirs = nil, old.Dirs
	case old == nil && !bytes.Equal(c.after, c.before):
		m.clear(a, f, c)
		if c.first == nil {
			c.Reason = m.unsure(a, f, c.after)
		}
	}
	return nil
}

// removeEntries takes our entries out; those that belong to the form of the file only when nothing else is left.
func (m *Machine) removeEntries(a Agent, f File, src []byte, old *record, was *original) ([]byte, error) {
	edits, done := m.edits(a, f.Entries, old), []splice.Insertion(nil)
	frame := func(i int) bool { return f.Entries[i].Frame }
	if old != nil {
		edits, done = old.edits(a), old.Done
		frame = func(i int) bool { return old.Edits[i].Frame }
	} else { // what is empty without ours would have been made for them
		for _, e := range edits {
			done = append(done, splice.Insertion{Made: len(e.Path)})
		}
	}
	var frames, ours []splice.Edit
	var framesDone, oursDone []splice.Insertion
	for i, e := range edits {
		in := splice.Insertion{}
		if i < len(done) {
			in = done[i]
		}
		if in.Over == "" { // a container that one of us made for all of us goes with the last, whoever that is
			in.Made = max(in.Made, was.lacked(f.Format, e.Path))
		}
		if frame(i) {
			frames, framesDone = append(frames, e), append(framesDone, in)
		} else {
			ours, oursDone = append(ours, e), append(oursDone, in)
		}
	}
	out, err := splice.Remove(f.Format, src, ours, oursDone)
	if err == nil {
		err = stillStarts(f.Format, out, ours, oursDone)
	}
	if err != nil || len(frames) == 0 {
		return out, err
	}
	bare, err := splice.Bare(f.Format, out, frames)
	needed := old.needed(f.Format, out, ours)
	if old == nil && was != nil { // the record is lost, and the copy of the file tells what was there
		frames, framesDone = was.without(f.Format, frames, framesDone)
		needed = besides(f.Format, out, ours)
	}
	if err != nil || !bare && needed {
		return out, err
	}
	return splice.Remove(f.Format, out, frames, framesDone)
}

// needed reports that what is left of a file may rely on the form that we gave it: a file that we made, and entries that came beside ours. Those that
// were there before us did without it.
func (r *record) needed(format splice.Format, src []byte, ours []splice.Edit) bool {
	return r == nil || r.Created || !r.Beside && besides(format, src, ours)
}

// besides reports that somebody has entries where ours go, or do not go: at the first key of each.
func besides(format splice.Format, src []byte, ours []splice.Edit) bool {
	for _, e := range ours {
		if len(e.Path) == 0 {
			continue
		}
		if tree, err := splice.Lookup(format, src, e.Path[0]); err == nil && !isBlank(tree) {
			return true
		}
	}
	return false
}

// isBlank reports a value in which nothing stands, however many containers are around it.
func isBlank(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			if !isBlank(inner) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	}
	return v == nil
}

// stillStarts is the error of a file that would go on to start a hook of ours: one that stands where only a person can take it out.
func stillStarts(format splice.Format, src []byte, edits []splice.Edit, done []splice.Insertion) error {
	tree, err := splice.Lookup(format, src)
	if err != nil {
		return nil // nothing is in it
	}
	for _, c := range commands(tree) {
		for i, e := range edits {
			if before := i < len(done) && done[i].Present; !before && hookEvent(c) != "" && e.Mine(map[string]any{"command": c}) {
				return fmt.Errorf("a hook of ours stands there among others: delete %q by hand", c)
			}
		}
	}
	return nil
}

// holdsNothing reports a file, made by us, in which nobody has put anything since.
func holdsNothing(f File, path string, b []byte) bool {
	if b == nil || len(bytes.TrimSpace(b)) == 0 {
		return true
	}
	if f.Block != "" {
		return string(bytes.TrimSpace(b)) == strings.TrimSpace(FrontMatter(path))
	}
	if f.Format == "" {
		return false
	}
	bare, err := splice.Bare(f.Format, b, nil)
	return err == nil && bare && !bytes.ContainsAny(b, "#/")
}

// namesUs reports whether a file that cannot be read may still hold something of ours.
func namesUs(src []byte, a Agent) bool {
	return bytes.Contains(src, []byte(ServerName)) || bytes.Contains(src, []byte("--agent "+a.Name))
}
