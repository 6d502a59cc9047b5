package items

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Read parses one listed file and returns its bytes as well. An error wraps ErrInvalid when the file is not an item, and
// ErrNotFound when it is gone.
func (s *Store) Read(ctx context.Context, f File) (Item, []byte, error) {
	if err := ctx.Err(); err != nil {
		return Item{}, nil, err
	}
	b, _, err := s.readFile(f.Path)
	if err != nil {
		return Item{}, nil, err
	}
	it, err := Parse(b)
	if err == nil && it.ID != f.ID {
		err = &ParseError{Key: "id", Reason: "is not the file's name; make the two the same"}
	}
	if err != nil {
		return Item{}, b, fmt.Errorf("%s: %w", f.Path, err)
	}
	return it, b, nil
}

// readFile reads a regular file of at most MaxBytes below Dir without leaving it: os.Root refuses a path that escapes, and the
// lstat of each step refuses every symlink, also one that stays inside.
func (s *Store) readFile(rel string) ([]byte, fs.FileInfo, error) {
	if !fs.ValidPath(rel) {
		return nil, nil, fmt.Errorf("%q is not a path inside the store: %w", rel, ErrInvalid)
	}
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open store: %w", err)
	}
	defer root.Close()
	want, err := lstatSteps(root, rel)
	if err != nil {
		return nil, nil, err
	}
	h, err := root.Open(filepath.FromSlash(rel))
	if err != nil {
		return nil, nil, readError(rel, err)
	}
	defer h.Close()
	info, err := h.Stat()
	if err != nil {
		return nil, nil, readError(rel, err)
	}
	// A rename between lstat and open is a writer's work and fine; a symlink or a device in that moment is not.
	if !os.SameFile(info, want) {
		if want, err = lstatSteps(root, rel); err != nil {
			return nil, nil, err
		}
		if !info.Mode().IsRegular() || !want.Mode().IsRegular() {
			return nil, nil, fmt.Errorf("%s: not a regular file: %w", rel, ErrInvalid)
		}
	}
	b := make([]byte, 0, min(info.Size(), MaxBytes)+1)
	b, err = readAtMost(h, b, MaxBytes+1)
	if err != nil {
		return nil, nil, readError(rel, err)
	}
	if len(b) > MaxBytes {
		return nil, nil, fmt.Errorf("%s: over 1 MiB; split it into several items: %w", rel, ErrInvalid)
	}
	return b, info, nil
}

// lstatSteps wants real directories on the way and a regular file at the end.
func lstatSteps(root *os.Root, rel string) (fs.FileInfo, error) {
	for i, c := range rel {
		if c != '/' {
			continue
		}
		info, err := root.Lstat(filepath.FromSlash(rel[:i]))
		if err != nil {
			return nil, readError(rel, err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s: not a directory (symbolic links are not followed): %w", rel[:i], ErrInvalid)
		}
	}
	info, err := root.Lstat(filepath.FromSlash(rel))
	if err != nil {
		return nil, readError(rel, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file (symbolic links are not followed): %w", rel, ErrInvalid)
	}
	return info, nil
}

func readError(rel string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w: %w", rel, ErrNotFound, fs.ErrNotExist)
	}
	return fmt.Errorf("read %s: %w", rel, err)
}

// readAtMost reads r into b until its end or until b holds limit bytes.
func readAtMost(r io.Reader, b []byte, limit int) ([]byte, error) {
	for len(b) < limit {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):min(cap(b), limit)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// Get reads the item with exactly this id; an item wins over a candidate left behind with the same id.
func (s *Store) Get(ctx context.Context, id ID) (Item, File, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return Item{}, File{}, err
	}
	it, _, err := s.Read(ctx, f)
	return it, f, err
}

// find locates the file of an id, the one that a listing gives: in the folders of years, then in review.
func (s *Store) find(ctx context.Context, id ID) (File, error) {
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	if why := id.Check(); why != "" {
		return File{}, fmt.Errorf("an id that %s: %w", why, ErrNotFound)
	}
	home := id.year()
	if s.Vouched == nil && home != "" {
		if f, err := s.statIn(id, path.Join(ItemsDir, home)); err == nil || !errors.Is(err, ErrNotFound) {
			return f, err
		}
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir, ItemsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return File{}, fmt.Errorf("find item %s: %w", id, err)
	}
	years, dirs := []string{}, []string{}
	for _, e := range entries {
		if e.IsDir() && isYear(e.Name()) {
			years, dirs = append(years, e.Name()), append(dirs, path.Join(ItemsDir, e.Name()))
		}
	}
	if files := s.inYears(id, years); len(files) == 1 {
		return files[0], nil
	} else if len(files) > 1 {
		return files[s.choose(files)], nil
	}
	return s.statIn(id, append(dirs, ReviewDir)...) // which says what is wrong with one that is no item
}

// statIn looks for the id's file in the directories, in order.
func (s *Store) statIn(id ID, dirs ...string) (File, error) {
	for _, dir := range dirs {
		rel := dir + "/" + string(id) + Ext
		e, err := lstat(filepath.Join(s.Dir, filepath.FromSlash(rel)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return File{}, fmt.Errorf("find item %s: %w", id, err)
		}
		return File{ID: id, Path: rel, Candidate: dir == ReviewDir, Size: e.size, ModTime: e.modTime, ChangeTime: e.changeTime}, nil
	}
	return File{}, fmt.Errorf("item %s: %w; memory list shows what there is", id, ErrNotFound)
}
