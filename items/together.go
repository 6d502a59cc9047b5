package items

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/factline/memory/internal/atomicfile"
)

// Together is a writer that makes several changes in one wait for the disk: new contents go there side by side from its making on, and each
// directory is synced once, by Settle. Until that has returned a power cut may take back any of the changes and leave the others, so the
// caller has put down first what they are.
type Together struct {
	*Writer
	sync    func(dir string) error
	ahead   map[string]*ahead // by full path
	changed []string          // directories
}

// ahead is a file on its way to the disk.
type ahead struct {
	out  string
	perm fs.FileMode
	wait func() (*atomicfile.Staged, error)
}

// Together begins to write what Plan gave. Close it.
func (w *Writer) Together(changes []FileChange) *Together {
	own := *w
	t := &Together{Writer: &own, sync: w.ops.sync, ahead: map[string]*ahead{}}
	for _, c := range changes {
		perm, err := w.permOf(c)
		if c.After == nil || err != nil {
			continue // nothing to write, or a directory that is still to be made: it is written when its turn comes
		}
		full := w.full(c.Path)
		t.ahead[full] = &ahead{*c.After, perm, w.ops.stage(full, []byte(*c.After), perm)}
	}
	own.ops.create = func(full string, out []byte, perm fs.FileMode) error {
		return t.place(full, out, perm, w.ops.link, w.ops.create)
	}
	own.ops.replace = func(full string, out []byte, perm fs.FileMode) error {
		return t.place(full, out, perm, w.ops.move, w.ops.replace)
	}
	own.ops.sync = func(dir string) error { t.touched(dir); return nil }
	return t
}

// permOf is what create or replace gives the file.
func (w *Writer) permOf(c FileChange) (fs.FileMode, error) {
	if c.Before == nil {
		return w.filePerm(path.Dir(c.Path))
	}
	info, err := os.Lstat(w.full(c.Path))
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file: %w", c.Path, ErrInvalid)
	}
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), nil
}

// place names the file that is on the disk by now, or writes one that was not foreseen.
func (t *Together) place(full string, out []byte, perm fs.FileMode, name func(*atomicfile.Staged) error, write func(string, []byte, fs.FileMode) error) error {
	a := t.ahead[full]
	if a == nil || a.out != string(out) || a.perm != perm {
		return write(full, out, perm)
	}
	delete(t.ahead, full)
	staged, err := a.wait()
	if err != nil {
		return err
	}
	t.touched(filepath.Dir(full))
	return name(staged)
}

func (t *Together) touched(dir string) {
	if !slices.Contains(t.changed, dir) {
		t.changed = append(t.changed, dir)
	}
}

// Settle makes the changes durable.
func (t *Together) Settle() error {
	for len(t.changed) > 0 {
		if err := t.sync(t.changed[0]); err != nil {
			return err
		}
		t.changed = t.changed[1:]
	}
	return nil
}

// Close removes what was not used.
func (t *Together) Close() {
	for _, a := range t.ahead {
		if staged, err := a.wait(); err == nil {
			staged.Discard()
		}
	}
}
