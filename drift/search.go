package drift

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// search looks for the text of lost anchors in the other files of the tree: those of the same name first, then those of the same ending.
func (t *tree) search(ctx context.Context, lost []*Report, limits Limits) error {
	files, bounded, err := t.list(ctx, lost, limits)
	if err != nil {
		return err
	}
	ends := reach(lost, files, limits)
	hits, err := t.scan(ctx, lost, files, ends)
	if err != nil {
		return err
	}
	for i, r := range lost {
		switch {
		case hits[i].found:
			r.State, r.Now = Moved, hits[i].now
		case bounded || ends[i] < len(files):
			r.Bounded = true
		}
	}
	return nil
}

// reach says for each lost anchor how many of the files are looked at: all where its declaration's name sorts them out, else as many
// as its share of the hashing allows. It depends on the files alone, so that every run gives the same answer.
func reach(lost []*Report, files []candidate, limits Limits) []int {
	open := 0
	for _, r := range lost {
		if r.Anchor.Symbol == "" {
			open++
		}
	}
	ends := make([]int, len(lost))
	for n, r := range lost {
		ends[n] = len(files)
		if r.Anchor.Symbol != "" {
			continue
		}
		from, to := span(r.Anchor.Lines)
		left := limits.Hash / int64(open)
		for i, c := range files {
			if path.Ext(c.name) != path.Ext(r.Anchor.Path) {
				continue
			}
			if left -= c.size * int64(to-from+1); left < 0 {
				ends[n] = i
				break
			}
		}
	}
	return ends
}

// candidate is a file that may hold lost text.
type candidate struct {
	name string
	size int64
	rank int // 0: it has the name of a lost anchor's file
}

// skipped are directories of other people's code and of git.
func skipped(name string) bool {
	switch name {
	case ".git", ".memory", "node_modules", ".hg", ".svn", ".venv", "__pycache__":
		return true
	}
	return false
}

// list returns the candidates in the order in which they are read, as far as the limits allow.
func (t *tree) list(ctx context.Context, lost []*Report, limits Limits) (files []candidate, bounded bool, err error) {
	names, endings := map[string]bool{}, map[string]bool{}
	for _, r := range lost {
		names[path.Base(r.Anchor.Path)], endings[path.Ext(r.Anchor.Path)] = true, true
	}
	seen := 0
	err = filepath.WalkDir(t.root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // what cannot be read holds nothing for us
		case d.IsDir():
			if skipped(d.Name()) && file != t.root {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		if seen++; seen > limits.Files {
			bounded = true
			return fs.SkipAll
		}
		if !endings[path.Ext(d.Name())] {
			return nil
		}
		rel, err := filepath.Rel(t.root, file)
		if err != nil {
			return nil
		}
		rank := 1
		if names[d.Name()] {
			rank = 0
		}
		if info, err := d.Info(); err == nil && info.Size() <= maxFile {
			files = append(files, candidate{filepath.ToSlash(rel), info.Size(), rank})
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(files, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.name, b.name)) })
	var bytes int64
	for i := range files {
		if bytes += files[i].size; bytes > limits.Bytes {
			return files[:i], true, nil
		}
	}
	return files, bounded, nil
}

// hit is the first file, in the order of the list, that holds an anchor's text.
type hit struct {
	found bool
	file  int // index in the list
	now   items.Anchor
}

// share is how many files a goroutine takes at a time.
const share = 64

// scan reads the files on all cores. Whatever core is faster, the first file of the list wins.
func (t *tree) scan(ctx context.Context, lost []*Report, files []candidate, ends []int) ([]hit, error) {
	hits := make([]hit, len(lost))
	var lock sync.Mutex
	next := 0
	take := func() (from, to int) {
		lock.Lock()
		defer lock.Unlock()
		open := slices.ContainsFunc(hits, func(h hit) bool { return !h.found || h.file > next })
		if next >= len(files) || !open {
			return 0, 0
		}
		from = next
		next = min(next+share, len(files))
		return from, next
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)/share+1) {
		wg.Go(func() {
			var buf []byte
			for ctx.Err() == nil {
				from, to := take()
				if from == to {
					return
				}
				for i := from; i < to; i++ {
					wanted := func(n int) bool { return i < ends[n] }
					buf = t.scanFile(buf, lost, files[i], wanted, func(n int, now items.Anchor) {
						lock.Lock()
						defer lock.Unlock()
						if h := &hits[n]; !h.found || i < h.file {
							*h = hit{true, i, now}
						}
					})
				}
			}
		})
	}
	wg.Wait()
	return hits, ctx.Err()
}

// scanFile looks for every lost anchor that a file of its ending may hold. A file without the declaration's name is not cut into lines.
// buf is room to read into, and comes back for the next file.
func (t *tree) scanFile(buf []byte, lost []*Report, c candidate, wanted func(n int) bool, found func(n int, now items.Anchor)) []byte {
	b, err := readInto(buf, filepath.Join(t.root, filepath.FromSlash(c.name)), c.size) // a regular file below real directories, as the walk saw it
	if err != nil || len(b) > maxFile {
		return buf
	}
	ext := path.Ext(c.name)
	var file *text
	for n, r := range lost {
		a := r.Anchor
		if !wanted(n) || path.Ext(a.Path) != ext || a.Path == c.name || !mentions(b, a.Symbol) {
			continue
		}
		if file == nil {
			file = newText(c.name, bytes.Clone(b))
		}
		from, to := span(a.Lines)
		if at := file.findNear(a, to-from+1); at > 0 {
			found(n, file.anchor(a, at))
		}
	}
	return b
}

// readInto reads a file whose size was just seen, with as few calls as that allows: one read shows that there is no more. One that grew
// meanwhile is read to its end.
func readInto(buf []byte, name string, size int64) ([]byte, error) {
	f, err := plainfile.Open(name)
	if err != nil {
		return buf, err
	}
	defer f.Close()
	buf = slices.Grow(buf[:0], int(size)+1)
	n, err := f.Read(buf[:size+1])
	buf = buf[:n]
	if err == nil && int64(n) != size {
		rest, restErr := io.ReadAll(io.LimitReader(f, maxFile+1))
		return append(buf, rest...), restErr
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buf, err
}

// mentions reports whether the text has the last word of a name; a method is declared without its type before it.
func mentions(b []byte, symbol string) bool {
	return symbol == "" || bytes.Contains(b, []byte(symbol[strings.LastIndexByte(symbol, '.')+1:]))
}
