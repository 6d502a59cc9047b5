package items

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"path/filepath"
)

// Errors of this package, for errors.Is. Each is wrapped with file and remedy.
var (
	ErrNotFound  = errors.New("no such item")
	ErrAmbiguous = errors.New("id prefix is ambiguous")
	ErrExists    = errors.New("item exists")
	ErrConflict  = errors.New("item changed meanwhile")
	ErrInvalid   = errors.New("item is not valid")
)

// Layout of a store, relative to its directory, with slashes.
const (
	ItemsDir  = "items"  // items/<year>/<id>.md, tracked by git
	ReviewDir = "review" // review/<id>.md, tracked by git
	UndoDir   = "undo"   // undo/<id>.<n>.md, what Remove took away; not tracked
	LockFile  = "lock"   // what writers of all processes lock for the time of one write
	Ext       = ".md"
)

// Store reads the item files below Dir (the .memory directory): items/<year>/<id>.md and review/<id>.md. It takes no lock and
// follows no symlink below Dir.
type Store struct {
	Dir string

	// Vouched tells of the bytes of a file whether somebody here stands for them; nil where nobody is asked. It decides between several files of
	// one id, and only then it is called, perhaps from several goroutines.
	Vouched func(file []byte) bool
}

// File is one item file as the file system shows it.
type File struct {
	ID        ID
	Path      string // relative to Dir, with slashes
	Candidate bool   // in review/
	Size      int64
	ModTime   int64 // Unix nanoseconds
	// ChangeTime is when bytes, mode or name last changed, in Unix nanoseconds (ctime). The system sets it and no program can set it
	// back, unlike ModTime. 0 where there is none (Windows).
	ChangeTime int64
}

// Bad is a file in items/ or review/ that is not an item, and why.
type Bad struct {
	Path   string
	Reason string // includes the line
}

// Files lists all item files, sorted by path, by directory reads and lstat alone. Symlinks, directories named like items and
// files over 1 MiB come back as Bad. Of two files with one id the item is listed and not the candidate (a move that was
// interrupted, see Leftovers); of several item files with one id one counts
// (see choose) and the others are Bad. Names that start with a dot are passed over. A missing items/
// or review/ counts as empty; a missing Dir is an error that matches fs.ErrNotExist.
func (s *Store) Files(ctx context.Context) ([]File, []Bad, error) {
	l, err := s.list(ctx)
	if err != nil {
		return nil, nil, err
	}
	return l.files, l.bad, nil
}

// Stat describes the one file at a path that Files could list. What is there but is no item's file is an error that matches
// ErrInvalid; a missing one matches fs.ErrNotExist.
func (s *Store) Stat(rel string) (File, error) {
	e, err := lstat(filepath.Join(s.Dir, filepath.FromSlash(rel)))
	if err != nil {
		return File{}, err
	}
	e.name = path.Base(rel)
	f, why := check(rel, e, path.Dir(rel) == ReviewDir)
	if why != "" {
		return File{}, fmt.Errorf("%s is %s: %w", rel, why, ErrInvalid)
	}
	return f, nil
}

// Leftovers lists candidates whose id is also an item's: the first half of a move was done, then the process died. They are not
// in Files. Writer.Tidy puts them away.
func (s *Store) Leftovers(ctx context.Context) ([]File, error) {
	l, err := s.list(ctx)
	return l.leftovers, err
}

// All yields every item and candidate, sorted by path; a file that does not parse yields its error (which names the file) and
// the walk goes on.
func (s *Store) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		files, bad, err := s.Files(ctx)
		if err != nil {
			yield(Item{}, err)
			return
		}
		for len(files)+len(bad) > 0 {
			if len(files) == 0 || len(bad) > 0 && bad[0].Path < files[0].Path {
				if !yield(Item{}, fmt.Errorf("%s: %s: %w", bad[0].Path, bad[0].Reason, ErrInvalid)) {
					return
				}
				bad = bad[1:]
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(Item{}, err)
				return
			}
			it, _, err := s.Read(ctx, files[0])
			if gone := errors.Is(err, ErrNotFound); !gone && !yield(it, err) {
				return
			}
			files = files[1:]
		}
	}
}
