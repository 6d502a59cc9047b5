package items

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/atomicfile"
)

// listing collects what the directories hold.
type listing struct {
	files, leftovers []File // sorted by path
	bad              []Bad
	twice            []File   // item files whose id a listed one has, until settle decides
	dirs             [][]File // files by directory, none empty, each sorted by path
}

// entry is one name of a directory as lstat shows it.
type entry struct {
	name string
	kind fs.FileMode // type bits
	size int64
	// In Unix nanoseconds; changeTime is 0 where the system keeps none.
	modTime, changeTime int64
}

// list reads the directories. review/ comes first: an item that is approved meanwhile is then seen in review/, in items/ or in both,
// where the item wins, and never in neither.
func (s *Store) list(ctx context.Context) (listing, error) {
	var l listing
	if _, err := os.Stat(s.Dir); err != nil {
		return l, fmt.Errorf("open store: %w; run memory init", err)
	}
	waiting, err := l.readDir(s.Dir, ReviewDir)
	if err != nil {
		return l, err
	}
	years, err := l.readDir(s.Dir, ItemsDir)
	if err != nil {
		return l, err
	}
	for _, y := range years {
		if err := ctx.Err(); err != nil {
			return l, err
		}
		rel := path.Join(ItemsDir, y.name)
		switch {
		case y.name[0] == '.':
		case y.kind&fs.ModeSymlink != 0:
			l.reject(rel, "a symbolic link; replace it by what it points to")
		case !y.kind.IsDir() || !isYear(y.name):
			l.reject(rel, "items lie in folders named by year, such as items/2026; move it there or out of the store")
		default:
			entries, err := l.readDir(s.Dir, rel)
			if err != nil {
				return l, err
			}
			l.addDir(rel, entries, false)
		}
	}
	s.settle(&l)
	l.addDir(ReviewDir, waiting, true)
	l.files = slices.Concat(l.dirs...)
	slices.SortFunc(l.bad, func(a, b Bad) int { return strings.Compare(a.Path, b.Path) })
	return l, ctx.Err()
}

func (l *listing) reject(rel, reason string) { l.bad = append(l.bad, Bad{rel, reason}) }

// readDir lists a directory of the store, sorted by name; it must be a real one. A missing one is empty.
func (l *listing) readDir(dir, rel string) ([]entry, error) {
	full := filepath.Join(dir, filepath.FromSlash(rel))
	info, err := os.Lstat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		l.reject(rel, "must be a directory, not a file or a symbolic link")
		return nil, nil
	}
	var entries []entry
	if err == nil {
		entries, err = readEntries(full)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list items: %w", err)
	}
	return entries, nil
}

// share is how many names of a directory are worth a goroutine.
const share = 512

// sortedEntries makes the entries of names, sorted by name, each name once: a directory that is renamed into while it is read may give
// one twice. lstat makes the entries of some names, in their order, and leaves out what is gone. The work is shared among the cores: this
// is the main cost of opening a store.
func sortedEntries(names []string, lstat func(names []string) ([]entry, error)) ([]entry, error) {
	workers := min(runtime.GOMAXPROCS(0), len(names)/share+1)
	parts, errs := make([][]entry, workers), make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			mine := names[w*len(names)/workers : (w+1)*len(names)/workers]
			slices.Sort(mine)
			parts[w], errs[w] = lstat(mine)
		})
	}
	wg.Wait()
	return mergeEntries(parts), errors.Join(errs...)
}

// mergeEntries joins sorted parts into one, each name once.
func mergeEntries(parts [][]entry) []entry {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	merged := make([]entry, 0, n)
	for {
		first := -1
		for i, p := range parts {
			if len(p) > 0 && (first < 0 || p[0].name < parts[first][0].name) {
				first = i
			}
		}
		if first < 0 {
			return merged
		}
		if e := parts[first][0]; len(merged) == 0 || merged[len(merged)-1].name != e.name {
			merged = append(merged, e)
		}
		parts[first] = parts[first][1:]
	}
}

// addDir sorts the entries of one directory into files, leftovers and bad. Of two files with one id the item wins over the
// candidate; of several items settle decides.
func (l *listing) addDir(rel string, entries []entry, candidate bool) {
	paths := joinPaths(rel, entries)
	files := make([]File, 0, len(entries))
	finders := make([]func(string) bool, len(l.dirs))
	for i, dir := range l.dirs {
		finders[i] = ascending(dir)
	}
	for i, e := range entries {
		if e.name[0] == '.' || atomicfile.IsTemp(e.name) {
			continue
		}
		f, why := check(paths[i], e, candidate)
		if why != "" {
			l.reject(paths[i], why)
			continue
		}
		other := slices.IndexFunc(finders, func(has func(string) bool) bool { return has(e.name) })
		switch {
		case other < 0:
			files = append(files, f)
		case candidate:
			l.leftovers = append(l.leftovers, f)
		default:
			l.twice = append(l.twice, f)
		}
	}
	if len(files) > 0 {
		l.dirs = append(l.dirs, files)
	}
}

// ascending returns a function that tells whether the files of one directory hold a name. It must be asked in ascending order: both
// sides are walked once. (Names and ids do not have the same order: a-b.md stands before a.md.)
func ascending(files []File) func(name string) bool {
	start := strings.LastIndexByte(files[0].Path, '/') + 1
	return func(name string) bool {
		for len(files) > 0 && files[0].Path[start:] < name {
			files = files[1:]
		}
		return len(files) > 0 && files[0].Path[start:] == name
	}
}

// joinPaths makes the paths of a directory's entries out of one piece of memory.
func joinPaths(rel string, entries []entry) []string {
	var all strings.Builder
	n := 0
	for _, e := range entries {
		n += len(rel) + 1 + len(e.name)
	}
	all.Grow(n)
	for _, e := range entries {
		all.WriteString(rel)
		all.WriteByte('/')
		all.WriteString(e.name)
	}
	rest := all.String()
	paths := make([]string, len(entries))
	for i, e := range entries {
		n := len(rel) + 1 + len(e.name)
		paths[i], rest = rest[:n], rest[n:]
	}
	return paths
}

// check makes a File of a directory entry, or says why it is not an item.
func check(rel string, e entry, candidate bool) (f File, why string) {
	name, isItem := strings.CutSuffix(rel[len(rel)-len(e.name):], Ext)
	switch {
	case e.kind&fs.ModeSymlink != 0:
		return f, "a symbolic link; replace it by the file"
	case !isItem:
		return f, "not an item: the name does not end in .md; move it out of the store"
	case !e.kind.IsRegular():
		return f, "not a regular file"
	}
	if why := ID(name).Check(); why != "" {
		return f, "the name is not an id: it " + why
	}
	if e.size > MaxBytes {
		return f, "over 1 MiB; split it into several items"
	}
	return File{ID: ID(name), Path: rel, Candidate: candidate, Size: e.size, ModTime: e.modTime, ChangeTime: e.changeTime}, ""
}

func isYear(name string) bool {
	return len(name) == 4 && strings.Trim(name, "0123456789") == ""
}
