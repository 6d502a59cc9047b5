package items

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
)

// Remove moves the file to undo/<id>.<n>.md and returns that path. A candidate left behind with the same id goes first, so that it
// does not come back in the item's place.
func (w *Writer) Remove(ctx context.Context, id ID) (undo string, err error) {
	f, err := w.store.find(ctx, id)
	if err != nil {
		return "", err
	}
	if !f.Candidate {
		leftover, err := w.store.statIn(id, ReviewDir)
		if err == nil {
			_, err = w.putAway(leftover)
		}
		if err != nil && !errors.Is(err, ErrNotFound) {
			return "", err
		}
	}
	return w.putAway(f)
}

// putAway moves one file into undo/ under the next free number.
func (w *Writer) putAway(f File) (string, error) {
	if err := w.ensureDir(UndoDir, 0o700); err != nil {
		return "", err
	}
	if err := w.ensureDir(path.Dir(f.Path), 0o755); err != nil { // not through a symlink
		return "", err
	}
	n, err := w.lastUndo(f.ID)
	if err != nil {
		return "", err
	}
	rel := fmt.Sprintf("%s/%s.%d%s", UndoDir, f.ID, n+1, Ext)
	return rel, w.move(f.Path, rel)
}

// lastUndo is the highest number under which undo/ holds the id, 0 for none.
func (w *Writer) lastUndo(id ID) (int, error) {
	entries, err := os.ReadDir(w.full(UndoDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("list undo copies: %w", err)
	}
	last := 0
	for _, e := range entries {
		if of, n := parseUndo(e.Name()); of == id {
			last = max(last, n)
		}
	}
	return last, nil
}

// parseUndo takes <id>.<n>.md apart; n is 0 for another name.
func parseUndo(name string) (ID, int) {
	name, ok := strings.CutSuffix(name, Ext)
	dot := strings.LastIndexByte(name, '.')
	if !ok || dot < 0 {
		return "", 0
	}
	n, err := strconv.ParseUint(name[dot+1:], 10, 31)
	if err != nil {
		return "", 0
	}
	return ID(name[:dot]), int(n)
}

// Restore brings back what Remove put away: undo is the path it returned, or an id for that id's newest copy. It fails with ErrExists if
// the id is in use again.
func (w *Writer) Restore(ctx context.Context, undo string) (File, error) {
	rel := path.Clean(filepath.ToSlash(undo))
	if path.Dir(rel) != UndoDir {
		n, err := w.lastUndo(ID(undo))
		if err != nil {
			return File{}, err
		}
		if n == 0 {
			return File{}, fmt.Errorf("no undo copy of %.160q: %w", undo, ErrNotFound)
		}
		rel = fmt.Sprintf("%s/%s.%d%s", UndoDir, undo, n, Ext)
	}
	b, _, err := w.store.readFile(rel)
	if err != nil {
		return File{}, err
	}
	it, err := Parse(b)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", rel, err)
	}
	switch f, err := w.store.find(ctx, it.ID); {
	case err == nil:
		return File{}, fmt.Errorf("restore %s: %w as %s", rel, ErrExists, f.Path)
	case !errors.Is(err, ErrNotFound):
		return File{}, err
	}
	dir, err := homeDir(it)
	if err != nil {
		return File{}, err
	}
	if err := w.ensureDir(dir, 0o755); err != nil {
		return File{}, err
	}
	to := path.Join(dir, string(it.ID)+Ext)
	if err := w.move(rel, to); err != nil {
		return File{}, err
	}
	return w.written(it.ID, to, b), nil
}

// move renames a file whose target is known to be free, and makes it durable.
func (w *Writer) move(from, to string) error {
	if err := w.ops.rename(w.full(from), w.full(to)); err != nil {
		return fmt.Errorf("move %s to %s: %w", from, to, err)
	}
	for _, rel := range []string{to, from} {
		if err := w.ops.sync(filepath.Dir(w.full(rel))); err != nil {
			return fmt.Errorf("move %s to %s: done, but not known to be durable: %w", from, to, err)
		}
	}
	return nil
}

// Tidy puts away what killed processes left: candidates that became items go to undo/, temporary files are deleted. It returns
// their paths. The caller's lock is what makes a temporary file a leftover.
func (w *Writer) Tidy(ctx context.Context) ([]string, error) {
	var done []string
	leftovers, err := w.store.Leftovers(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range leftovers {
		if _, err := w.putAway(f); err != nil {
			return done, err
		}
		done = append(done, f.Path)
	}
	temps, err := w.store.temps()
	if err != nil {
		return done, err
	}
	for _, rel := range temps {
		if err := w.ops.remove(w.full(rel)); err != nil {
			return done, fmt.Errorf("remove temporary file: %w", err)
		}
		done = append(done, rel)
	}
	return done, nil
}

// temps lists the temporary files of interrupted writes in the directories that a Writer writes to.
func (s *Store) temps() ([]string, error) {
	dirs := []string{ReviewDir, UndoDir, ItemsDir}
	var l listing
	years, err := l.readDir(s.Dir, ItemsDir)
	if err != nil {
		return nil, err
	}
	for _, y := range years {
		if y.kind.IsDir() {
			dirs = append(dirs, path.Join(ItemsDir, y.name))
		}
	}
	var out []string
	for _, dir := range dirs {
		entries, err := l.readDir(s.Dir, dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if atomicfile.IsTemp(e.name) && e.kind.IsRegular() {
				out = append(out, path.Join(dir, e.name))
			}
		}
	}
	return out, nil
}
