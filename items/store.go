package items

import (
	"context"
	"errors"
	"iter"
)

// Errors of this package, for errors.Is. Each is wrapped with file and remedy.
var (
	ErrNotFound  = errors.New("no such item")
	ErrAmbiguous = errors.New("id prefix is ambiguous")
	ErrExists    = errors.New("item exists")
	ErrConflict  = errors.New("item changed meanwhile")
	ErrInvalid   = errors.New("item is not valid")
)

// Store reads the item files below Dir (the .memory directory): items/<year>/<id>.md and review/<id>.md. It takes no lock and
// follows no symlink.
type Store struct {
	Dir string
}

// File is one item file as the file system shows it.
type File struct {
	ID        ID
	Path      string // relative to Dir, with slashes
	Candidate bool   // in review/
	Size      int64
	ModTime   int64 // Unix nanoseconds
}

// Bad is a file in items/ or review/ that is not an item, and why.
type Bad struct {
	Path   string
	Reason string // includes the line
}

// Files lists all item files, sorted by path, by directory reads and lstat alone. Symlinks, directories named like items and
// files over 1 MiB come back as Bad.
func (s *Store) Files(ctx context.Context) ([]File, []Bad, error) { return nil, nil, nil }

// Read parses one listed file and returns its bytes as well. An error wraps ErrInvalid when the file is not an item.
func (s *Store) Read(ctx context.Context, f File) (Item, []byte, error) { return Item{}, nil, nil }

// Get reads the item with exactly this id; an item wins over a candidate left behind with the same id.
func (s *Store) Get(ctx context.Context, id ID) (Item, File, error) {
	return Item{}, File{}, ErrNotFound
}

// Resolve finds the one id that starts with prefix (or whose random tail does). ErrAmbiguous lists up to 5.
func (s *Store) Resolve(ctx context.Context, prefix string) (ID, error) { return "", ErrNotFound }

// All yields every item and candidate, sorted by path; a file that does not parse yields its error and the walk goes on.
func (s *Store) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(func(Item, error) bool) {}
}

// Writer changes item files. Only writeservice may make one; gates checks it. Every method is atomic: after kill -9 a file is
// whole, old or new. The caller holds the store's lock.
type Writer struct {
	dir string
}

// NewWriter returns the writer of the store at dir.
func NewWriter(dir string) *Writer { return &Writer{dir} }

// Create writes a new file and fails with ErrExists if there is one. Status proposed goes to review/, all else to items/<year>/.
func (w *Writer) Create(ctx context.Context, it Item) (File, error) { return File{}, nil }

// Replace rewrites an existing file if its bytes still hash to sha256 (hex), else ErrConflict. A candidate that is no longer
// proposed moves to items/ (new file first, then the old one is removed); a rejected one stays in review/.
func (w *Writer) Replace(ctx context.Context, it Item, sha256 string) (File, error) {
	return File{}, nil
}

// Remove moves the file to undo/<id>.<n>.md and returns that path.
func (w *Writer) Remove(ctx context.Context, id ID) (undo string, err error) { return "", nil }
