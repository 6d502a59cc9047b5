package items

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
)

// Writer changes item files. Only writeservice may make one; gates checks it. Every method is atomic: after kill -9 a file is
// whole, old or new. The caller holds the store's lock.
type Writer struct {
	dir   string
	store *Store
	ops   fileOps
}

// fileOps are the steps that change the disk, each atomic in itself; a test lets one of them fail.
type fileOps struct {
	mkdir   func(dir string, perm fs.FileMode) error
	create  func(path string, data []byte, perm fs.FileMode) error
	replace func(path string, data []byte, perm fs.FileMode) error
	rename  func(from, to string) error
	remove  func(path string) error
	sync    func(dir string) error

	// What create and replace are made of, for Together: stage begins, link and move give the name.
	stage func(path string, data []byte, perm fs.FileMode) (wait func() (*atomicfile.Staged, error))
	link  func(*atomicfile.Staged) error
	move  func(*atomicfile.Staged) error
}

// NewWriter returns the writer of the store at dir.
func NewWriter(dir string) *Writer {
	return &Writer{dir: dir, store: &Store{Dir: dir}, ops: fileOps{
		mkdir: os.Mkdir, create: atomicfile.Create, replace: atomicfile.Write, rename: os.Rename, remove: os.Remove, sync: atomicfile.SyncDir,
		stage: atomicfile.StageAside, link: (*atomicfile.Staged).Create, move: (*atomicfile.Staged).Replace,
	}}
}

// As makes the writer find files as a store does, which may know who vouches for them.
func (w *Writer) As(s *Store) *Writer {
	w.store = s
	return w
}

// Hash is the sha256, in hex, of a file's bytes: what Replace compares.
func Hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Create writes a new file and fails with ErrExists if there is one. A proposed or rejected one goes to review/, all else to
// items/<year>/, the year of the id's date or else of Created. Directories are made as needed (0755 less umask), the file gets 0644 within what its
// directory allows.
func (w *Writer) Create(ctx context.Context, it Item) (File, error) {
	out, err := it.Encode()
	if err != nil {
		return File{}, err
	}
	return w.CreateAs(ctx, it, out)
}

// CreateAs is Create for a caller who has what Encode gives for the item.
func (w *Writer) CreateAs(ctx context.Context, it Item, out []byte) (File, error) {
	switch f, err := w.store.find(ctx, it.ID); {
	case err == nil:
		return File{}, fmt.Errorf("create %s: %w as %s", it.ID, ErrExists, f.Path)
	case !errors.Is(err, ErrNotFound):
		return File{}, err
	}
	dir, err := homeDir(it)
	if err != nil {
		return File{}, err
	}
	return w.create(it.ID, dir, out)
}

// create writes the file of id into dir, which must not hold it yet.
func (w *Writer) create(id ID, dir string, out []byte) (File, error) {
	if err := w.ensureDir(dir, 0o755); err != nil {
		return File{}, err
	}
	perm, err := w.filePerm(dir)
	if err != nil {
		return File{}, err
	}
	rel := path.Join(dir, string(id)+Ext)
	err = w.ops.create(w.full(rel), out, perm)
	if errors.Is(err, fs.ErrExist) {
		return File{}, fmt.Errorf("create %s: %w", rel, ErrExists)
	}
	if err != nil {
		return File{}, fmt.Errorf("create %s: %w", rel, err)
	}
	return w.written(id, rel, out), nil
}

// Replace rewrites an existing file if its bytes still hash to sha256 (hex), else ErrConflict. A candidate that is no longer
// proposed moves to items/ (new file first, then the old one is removed); a rejected one stays in review/. The file keeps its
// permissions. Bytes that do not change are not written.
func (w *Writer) Replace(ctx context.Context, it Item, sha256 string) (File, error) {
	out, err := it.Encode()
	if err != nil {
		return File{}, err
	}
	return w.ReplaceAs(ctx, it, out, sha256)
}

// ReplaceAs is Replace for a caller who has what Encode gives for the item.
func (w *Writer) ReplaceAs(ctx context.Context, it Item, out []byte, sha256 string) (File, error) {
	f, err := w.store.find(ctx, it.ID)
	if err != nil {
		return File{}, err
	}
	old, info, err := w.store.readFile(f.Path)
	if err != nil {
		return File{}, err
	}
	if !strings.EqualFold(Hash(old), sha256) {
		return File{}, fmt.Errorf("replace %s: %w; read it again and repeat the change", f.Path, ErrConflict)
	}
	if f.Candidate {
		dir, err := homeDir(it)
		if err != nil {
			return File{}, err
		}
		if dir != ReviewDir {
			return w.promote(f, it.ID, dir, out)
		}
	}
	if string(out) == string(old) {
		return f, nil
	}
	if err := w.ops.replace(w.full(f.Path), out, info.Mode().Perm()); err != nil {
		return File{}, fmt.Errorf("replace %s: %w", f.Path, err)
	}
	return w.written(it.ID, f.Path, out), nil
}

// promote makes a candidate an item. The new file is the change; once it is there, a failure to remove the old one is no failure of
// the write: every reader takes the item, and Tidy removes the leftover.
func (w *Writer) promote(old File, id ID, dir string, out []byte) (File, error) {
	f, err := w.create(id, dir, out)
	if err != nil {
		return File{}, err
	}
	if w.ops.remove(w.full(old.Path)) == nil {
		_ = w.ops.sync(w.full(ReviewDir))
	}
	return f, nil
}

// homeDir is the directory in which an item belongs.
func homeDir(it Item) (string, error) {
	year := it.ID.year()
	switch {
	case it.Status == Proposed || it.Review.Verdict == "rejected":
		return ReviewDir, nil
	case year != "":
	case !it.Created.IsZero():
		year = it.Created.UTC().Format("2006")
	default:
		return "", fmt.Errorf("item %s has no date in its id and no created time to file it under; set created: %w", it.ID, ErrInvalid)
	}
	return path.Join(ItemsDir, year), nil
}

// ensureDir makes a directory of the store, level by level, and refuses one that is a symlink or a file.
func (w *Writer) ensureDir(rel string, perm fs.FileMode) error {
	parent := w.dir
	for _, name := range strings.Split(rel, "/") {
		dir := filepath.Join(parent, name)
		info, err := os.Lstat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := w.ops.mkdir(dir, perm); err != nil && !errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("make %s: %w", rel, err)
			}
			if err := w.ops.sync(parent); err != nil {
				return fmt.Errorf("make %s: %w", rel, err)
			}
		case err != nil:
			return fmt.Errorf("make %s: %w", rel, err)
		case !info.IsDir():
			return fmt.Errorf("%s is not a directory (symbolic links are not followed); replace it by one: %w", rel, ErrInvalid)
		}
		parent = dir
	}
	return nil
}

// filePerm is 0644 within the permissions of the directory: that is how the umask under which the store was made is honoured,
// since temporary files are chmodded.
func (w *Writer) filePerm(rel string) (fs.FileMode, error) {
	info, err := os.Lstat(w.full(rel))
	if err != nil {
		return 0, err
	}
	return 0o644 & info.Mode().Perm(), nil
}

func (w *Writer) full(rel string) string { return filepath.Join(w.dir, filepath.FromSlash(rel)) }

// written describes a file just written. The write stands, so a failing lstat only leaves its times 0.
func (w *Writer) written(id ID, rel string, out []byte) File {
	f := File{ID: id, Path: rel, Candidate: path.Dir(rel) == ReviewDir, Size: int64(len(out))}
	if e, err := lstat(w.full(rel)); err == nil {
		f.Size, f.ModTime, f.ChangeTime = e.size, e.modTime, e.changeTime
	}
	return f
}
