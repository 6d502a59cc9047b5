package adapters

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
	"github.com/rogpeppe/go-internal/diff"
)

// ErrChanged says that a file changed between the plan and its execution.
var ErrChanged = errors.New("changed meanwhile")

// patience is how long a command waits for another that changes agents' files; one takes milliseconds.
const patience = 10 * time.Second

// Exclusive keeps other commands of this program away from agents' files, from before the plan until unlock. What other programs write
// meanwhile is seen by Apply, which reads every file again.
func (m *Machine) Exclusive(ctx context.Context) (unlock func(), err error) {
	unlock, err = filelock.Lock(ctx, filepath.Join(m.State, "lock"), patience)
	if errors.Is(err, filelock.ErrBusy) {
		return nil, fmt.Errorf("another memory command that writes agents' files is at work: %w; run this again when it is done", err)
	}
	return unlock, err
}

// Apply does what the plan says, file by file, each atomically and read back. Files that the plan refuses are left alone. What was done
// before an error stays done: running the command again, or undoing it, starts from there.
func (m *Machine) Apply(ctx context.Context, p Plan) error {
	for _, c := range p.Changes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.apply(c); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	return m.sweep(p)
}

func (m *Machine) apply(c Change) error {
	switch c.Action {
	case Refuse:
		return nil
	case Nothing:
		if c.keep == nil {
			removeEmpty(c.dirs)
			return m.forget(c)
		}
		if err := m.remember(c.place, c.first, c.then); err != nil || c.was != nil {
			return err
		}
		return m.save(c.file, c.keep, c.base)
	}
	now, err := plainfile.Read(c.real, plainfile.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.Equal(now, c.before) || errors.Is(err, fs.ErrNotExist) != (c.before == nil) {
		return fmt.Errorf("the file %w; run the command again", ErrChanged)
	}
	if c.Action == Delete {
		if err := os.Remove(c.real); err != nil {
			return err
		}
		removeEmpty(c.dirs)
		return m.forget(c)
	}
	if c.then != nil { // the backup first
		if err := m.remember(c.place, c.first, c.then); err != nil {
			return err
		}
	}
	if c.keep != nil {
		if err := m.save(c.file, c.keep, c.base); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(c.real), 0o755); err != nil {
		return err
	}
	if err := atomicfile.WriteMarked(c.real, c.after, c.mode, TempMark); err != nil {
		return err
	}
	if got, err := plainfile.Read(c.real, plainfile.MaxText); err != nil || !bytes.Equal(got, c.after) {
		return fmt.Errorf("what was written could not be read back (%v)", err)
	}
	if c.keep == nil {
		return m.forget(c)
	}
	return nil
}

// removeEmpty takes directories away, innermost first, up to one in which something else is.
func removeEmpty(dirs []string) {
	for _, dir := range dirs {
		if os.Remove(dir) != nil && there(dir) {
			return
		}
	}
}

// forget drops the record of a change that took ours out, and the original with the last of them.
func (m *Machine) forget(c Change) error {
	if err := drop(c.file); err != nil {
		return err
	}
	return m.remember(c.place, c.first, c.then)
}

// Diff shows what the plan would do, as a unified diff.
func (p Plan) Diff() string {
	var b strings.Builder
	for _, c := range p.Changes {
		switch c.Action {
		case Create, Write, Delete:
			b.Write(diff.Diff(c.Path, c.before, c.Path, c.after))
		}
	}
	return b.String()
}

// Refused are the changes that the plan does not make.
func (p Plan) Refused() (out []Change) {
	for _, c := range p.Changes {
		if c.Action == Refuse {
			out = append(out, c)
		}
	}
	return out
}

// Changes reports whether the plan does anything.
func (p Plan) Changed() bool {
	for _, c := range p.Changes {
		if c.Action != Nothing && c.Action != Refuse {
			return true
		}
	}
	return false
}

// PutBack undoes a plan that was applied: the files become what they were before it, and what is remembered of them too.
func (m *Machine) PutBack(ctx context.Context, p Plan) error {
	for _, c := range slices.Backward(p.Changes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch c.Action {
		case Write, Delete:
			if err := atomicfile.WriteMarked(c.real, c.before, c.mode, TempMark); err != nil {
				return err
			}
		case Create:
			if err := os.Remove(c.real); err != nil {
				return err
			}
		default:
			if c.Action == Refuse || c.keep == nil || c.was != nil {
				continue // else a record was all that was written
			}
		}
		err := drop(c.file)
		if c.was != nil {
			err = m.save(c.file, c.was, c.backup)
		}
		if err == nil {
			err = m.remember(c.place, c.then, c.first)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Entry is what any MCP client needs to be told.
func (m *Machine) Entry() string {
	out, _, err := splice.Apply(splice.JSON, nil, []splice.Edit{{Path: []string{"mcpServers"}, Key: ServerName, Value: m.fill(stdio())}})
	if err != nil {
		return ""
	}
	return string(out)
}
