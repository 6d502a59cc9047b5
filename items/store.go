package items

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/atomicfile"
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
// files over 1 MiB come back as Bad. Of two files with one id the item is listed and not the candidate (a move that was
// interrupted, see Leftovers); a second item file with that id is Bad. Names that start with a dot are passed over. A missing items/
// or review/ counts as empty; a missing Dir is an error that matches fs.ErrNotExist.
func (s *Store) Files(ctx context.Context) ([]File, []Bad, error) {
	l, err := s.list(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	return l.files, l.bad, nil
}

// Leftovers lists candidates whose id is also an item's: the first half of a move was done, then the process died. They are not
// in Files. Writer.Tidy puts them away.
func (s *Store) Leftovers(ctx context.Context) ([]File, error) {
	l, err := s.list(ctx, true)
	return l.leftovers, err
}

// listing collects what the directories hold.
type listing struct {
	files, leftovers []File
	bad              []Bad
	byID             map[ID]string // path of the listed item
	stat             bool
}

// list reads the directories; without stat, sizes and times stay 0 and a big file is not noticed.
func (s *Store) list(ctx context.Context, stat bool) (listing, error) {
	l := listing{byID: map[ID]string{}, stat: stat}
	if _, err := os.Stat(s.Dir); err != nil {
		return l, fmt.Errorf("open store: %w; run memory init", err)
	}
	years, err := l.readDir(s.Dir, ItemsDir)
	if err != nil {
		return l, err
	}
	for _, y := range years {
		if err := ctx.Err(); err != nil {
			return l, err
		}
		rel := path.Join(ItemsDir, y.Name())
		switch {
		case y.Name()[0] == '.':
		case y.Type()&fs.ModeSymlink != 0:
			l.reject(rel, "a symbolic link; replace it by what it points to")
		case !y.IsDir() || !isYear(y.Name()):
			l.reject(rel, "items lie in folders named by year, such as items/2026; move it there or out of the store")
		default:
			if err := l.addDir(s.Dir, rel, false); err != nil {
				return l, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return l, err
	}
	err = l.addDir(s.Dir, ReviewDir, true)
	slices.SortFunc(l.bad, func(a, b Bad) int { return strings.Compare(a.Path, b.Path) })
	return l, err
}

func (l *listing) reject(rel, reason string) { l.bad = append(l.bad, Bad{rel, reason}) }

// readDir lists a directory of the store that must be a real one; a missing one is empty.
func (l *listing) readDir(dir, rel string) ([]fs.DirEntry, error) {
	full := filepath.Join(dir, filepath.FromSlash(rel))
	info, err := os.Lstat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		l.reject(rel, "must be a directory, not a file or a symbolic link")
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list items: %w", err)
	}
	entries, err := os.ReadDir(full)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list items: %w", err)
	}
	return entries, nil
}

func (l *listing) addDir(dir, rel string, candidate bool) error {
	entries, err := l.readDir(dir, rel)
	if err != nil {
		return err
	}
	var infos []fs.FileInfo
	var errs []error
	if l.stat {
		infos, errs = lstatAll(entries)
	}
	for i, e := range entries {
		name := e.Name()
		if name[0] == '.' || atomicfile.IsTemp(name) {
			continue
		}
		f, why := check(rel+"/"+name, e, candidate)
		if why != "" {
			l.reject(rel+"/"+name, why)
			continue
		}
		if l.stat {
			if errors.Is(errs[i], fs.ErrNotExist) {
				continue // removed since the directory was read
			}
			if errs[i] != nil {
				return fmt.Errorf("list items: %w", errs[i])
			}
			f.Size, f.ModTime = infos[i].Size(), infos[i].ModTime().UnixNano()
		}
		l.add(f)
	}
	return nil
}

// lstatAll asks for size and time of each entry, on all cores where it pays: this is the main cost of opening a store.
func lstatAll(entries []fs.DirEntry) ([]fs.FileInfo, []error) {
	infos, errs := make([]fs.FileInfo, len(entries)), make([]error, len(entries))
	const share = 512 // entries that are worth a goroutine
	workers := min(runtime.GOMAXPROCS(0), len(entries)/share+1)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w * len(entries) / workers; i < (w+1)*len(entries)/workers; i++ {
				infos[i], errs[i] = entries[i].Info()
			}
		})
	}
	wg.Wait()
	return infos, errs
}

// check makes a File of a directory entry, or says why it is not an item.
func check(rel string, e fs.DirEntry, candidate bool) (f File, why string) {
	name, isItem := strings.CutSuffix(e.Name(), Ext)
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		return f, "a symbolic link; replace it by the file"
	case !isItem:
		return f, "not an item: the name does not end in .md; move it out of the store"
	case !e.Type().IsRegular():
		return f, "not a regular file"
	}
	if why := ID(name).Check(); why != "" {
		return f, "the name is not an id: it " + why
	}
	return File{ID: ID(name), Path: rel, Candidate: candidate}, ""
}

// add sorts a file into files, leftovers or bad.
func (l *listing) add(f File) {
	switch first, taken := l.byID[f.ID]; {
	case f.Size > MaxBytes:
		l.reject(f.Path, "over 1 MiB; split it into several items")
	case taken && f.Candidate:
		l.leftovers = append(l.leftovers, f)
	case taken:
		l.reject(f.Path, "the same id as "+first+"; delete one")
	default:
		l.byID[f.ID] = f.Path
		l.files = append(l.files, f)
	}
}

func isYear(name string) bool {
	return len(name) == 4 && strings.Trim(name, "0123456789") == ""
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
