package items

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// FileChange is what one change does to one file of the store. nil stands for a file that is not there.
type FileChange struct {
	Path   string  `json:"path"` // relative to the store, with slashes
	Before *string `json:"before,omitempty"`
	After  *string `json:"after,omitempty"`
}

// Reversed takes the change back.
func (c FileChange) Reversed() FileChange { return FileChange{c.Path, c.After, c.Before} }

// ID is the id that the file's name stands for.
func (c FileChange) ID() ID { return ID(strings.TrimSuffix(path.Base(c.Path), Ext)) }

// Plan lists what Create (of an id that is not there) or Replace would do to files, in their order, and changes none.
func (w *Writer) Plan(ctx context.Context, it Item) ([]FileChange, error) {
	b, err := it.Encode()
	if err != nil {
		return nil, err
	}
	out := string(b)
	home, err := homeDir(it)
	if err != nil {
		return nil, err
	}
	to := path.Join(home, string(it.ID)+Ext)
	f, err := w.store.find(ctx, it.ID)
	if errors.Is(err, ErrNotFound) {
		return []FileChange{{Path: to, After: &out}}, nil
	}
	if err != nil {
		return nil, err
	}
	old, _, err := w.store.readFile(f.Path)
	if err != nil {
		return nil, err
	}
	was := string(old)
	if f.Candidate && home != ReviewDir {
		return []FileChange{{Path: to, After: &out}, {Path: f.Path, Before: &was}}, nil
	}
	return []FileChange{{Path: f.Path, Before: &was, After: &out}}, nil
}

// At reads a file as a FileChange has it: nil where there is none.
func (w *Writer) At(rel string) (*string, error) {
	if err := changeable(rel); err != nil {
		return nil, err
	}
	b, err := plainfile.Read(w.full(rel), plainfile.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text := string(b)
	return &text, nil
}

// Apply makes a file what the change says it is afterwards. The caller has looked that it is what it was before.
func (w *Writer) Apply(c FileChange) error {
	if err := changeable(c.Path); err != nil {
		return err
	}
	if err := w.ensureDir(path.Dir(c.Path), 0o755); err != nil {
		return err
	}
	if c.After == nil {
		if err := w.ops.remove(w.full(c.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", c.Path, err)
		}
		return w.ops.sync(w.full(path.Dir(c.Path)))
	}
	perm, err := w.filePerm(path.Dir(c.Path))
	if err != nil {
		return err
	}
	if err := w.ops.replace(w.full(c.Path), []byte(*c.After), perm); err != nil {
		return fmt.Errorf("write %s: %w", c.Path, err)
	}
	return nil
}

// Keep makes a change durable that was made before.
func (w *Writer) Keep(c FileChange) error {
	err := w.ops.sync(w.full(path.Dir(c.Path)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no file, no directory: it is as durable as nothing can be
	}
	return err
}

// changeable refuses paths that are no item's: a record of a change may come from a damaged file.
func changeable(rel string) error {
	dir := path.Dir(rel)
	if !fs.ValidPath(rel) || !strings.HasSuffix(rel, Ext) || dir != ReviewDir && path.Dir(dir) != ItemsDir {
		return fmt.Errorf("%.160q is no path of an item: %w", rel, ErrInvalid)
	}
	return nil
}

// Guard returns the writer with before asked ahead of each of its steps on the disk; an error takes the place of the step. It is how
// tests make a disk fail, or a process die, at every step.
func (w *Writer) Guard(before func(step string) error) *Writer {
	ops := w.ops
	guarded := *w
	guarded.ops = fileOps{
		mkdir: func(dir string, perm fs.FileMode) error {
			return after(before("mkdir"), func() error { return ops.mkdir(dir, perm) })
		},
		create: func(p string, b []byte, perm fs.FileMode) error {
			return after(before("create"), func() error { return ops.create(p, b, perm) })
		},
		replace: func(p string, b []byte, perm fs.FileMode) error {
			return after(before("replace"), func() error { return ops.replace(p, b, perm) })
		},
		rename: func(from, to string) error {
			return after(before("rename"), func() error { return ops.rename(from, to) })
		},
		remove: func(p string) error { return after(before("remove"), func() error { return ops.remove(p) }) },
		sync:   func(dir string) error { return after(before("sync"), func() error { return ops.sync(dir) }) },
		stage: func(p string, b []byte, perm fs.FileMode) func() (*atomicfile.Staged, error) {
			if err := before("stage"); err != nil {
				return func() (*atomicfile.Staged, error) { return nil, err }
			}
			return ops.stage(p, b, perm)
		},
		link: func(f *atomicfile.Staged) error { return after(before("create"), func() error { return ops.link(f) }) },
		move: func(f *atomicfile.Staged) error { return after(before("replace"), func() error { return ops.move(f) }) },
	}
	return &guarded
}

func after(err error, step func() error) error {
	if err != nil {
		return err
	}
	return step()
}
