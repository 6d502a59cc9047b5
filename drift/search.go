package drift

import (
	"bytes"
	"context"
	"crypto/sha256"
	"path"
	"path/filepath"
	"slices"
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
	wanted := sortOut(lost, files, limits)
	hits, err := t.scan(ctx, lost, files, wanted)
	if err != nil {
		return err
	}
	for i, r := range lost {
		if hits[i].found {
			r.State, r.Now = Moved, hits[i].now
		} else {
			r.Bounded = bounded
		}
	}
	for _, w := range wanted {
		for _, h := range w.windows {
			for _, i := range h.lost() {
				lost[i].Bounded = lost[i].State != Moved && (bounded || h.end < len(files))
			}
		}
	}
	return nil
}

// wanted is what is looked for in files of one ending, all of it in one pass over each. Numbers are places in the list of lost anchors.
type wanted struct {
	names   *names
	symbols map[string][]int // by the declaration that the lines belong to
	windows []*window        // of the anchors without one
}

// window is what may begin at any line and is so many lines long.
type window struct {
	lines int
	sums  map[[sha256.Size]byte][]int
	end   int // how many of the files are looked at
}

func (w *window) lost() (all []int) {
	for _, some := range w.sums {
		all = append(all, some...)
	}
	return all
}

// sortOut makes of the lost anchors what is looked for, by the files' ending.
func sortOut(lost []*Report, files []candidate, limits Limits) map[string]*wanted {
	byEnding := map[string]*wanted{}
	windows := 0
	for i, r := range lost {
		ext := path.Ext(r.Anchor.Path)
		w := byEnding[ext]
		if w == nil {
			w = &wanted{symbols: map[string][]int{}}
			byEnding[ext] = w
		}
		if s := r.Anchor.Symbol; s != "" {
			w.symbols[s] = append(w.symbols[s], i)
			continue
		}
		sum, ok := sumOf(r.Anchor)
		if !ok {
			continue
		}
		h := w.window(Lines(r.Anchor))
		if h == nil {
			h = &window{lines: Lines(r.Anchor), sums: map[[sha256.Size]byte][]int{}}
			w.windows = append(w.windows, h)
			windows++
		}
		h.sums[sum] = append(h.sums[sum], i)
	}
	for ext, w := range byEnding {
		var symbols []string
		for s := range w.symbols {
			symbols = append(symbols, s)
		}
		w.names = newNames(language("x"+ext), symbols)
		for _, h := range w.windows {
			h.end = reach(ext, h.lines, files, limits.Hash/int64(windows))
		}
	}
	return byEnding
}

func (w *wanted) window(lines int) *window {
	for _, h := range w.windows {
		if h.lines == lines {
			return h
		}
	}
	return nil
}

// reach says how many of the files may be hashed at every line within a number of bytes. It depends on the files alone, so that every run
// gives the same answer.
func reach(ext string, lines int, files []candidate, left int64) int {
	for i, c := range files {
		if path.Ext(c.name) != ext {
			continue
		}
		if left -= c.size * int64(lines); left < 0 {
			return i
		}
	}
	return len(files)
}

// hit is the first file, in the order of the list, that holds an anchor's text.
type hit struct {
	found bool
	file  int // index in the list
	now   items.Anchor
}

// scan reads the files on all cores. Whatever core is faster, the first file of the list wins.
func (t *tree) scan(ctx context.Context, lost []*Report, files []candidate, wanted map[string]*wanted) ([]hit, error) {
	hits := make([]hit, len(lost))
	var lock sync.Mutex
	settled := func(i int) bool {
		lock.Lock()
		defer lock.Unlock()
		return !slices.ContainsFunc(hits, func(h hit) bool { return !h.found || h.file > i })
	}
	rooms := sync.Pool{New: func() any { return new([]byte) }}
	err := onAllCores(ctx, len(files), func(i int) {
		if settled(i) {
			return
		}
		room := rooms.Get().(*[]byte)
		defer rooms.Put(room)
		c := files[i]
		*room = t.scanFile(*room, lost, i, c, wanted[path.Ext(c.name)], func(n int, now items.Anchor) {
			lock.Lock()
			defer lock.Unlock()
			if h := &hits[n]; !h.found || i < h.file {
				*h = hit{true, i, now}
			}
		})
	})
	return hits, err
}

// scanFile looks for every lost anchor that file number i may hold. Only one that declares a name of theirs, or whose text may begin at any
// line, is cut into lines. buf is room to read into, and comes back for the next file.
func (t *tree) scanFile(buf []byte, lost []*Report, i int, c candidate, w *wanted, found func(n int, now items.Anchor)) []byte {
	// a regular file below real directories, as the walk saw it
	b, err := plainfile.ReadSized(buf, filepath.Join(t.root, filepath.FromSlash(c.name)), c.size, maxFile)
	if err != nil {
		return buf
	}
	var file *text
	open := func() *text {
		if file == nil {
			file = newText(c.name, bytes.Clone(b))
		}
		return file
	}
	var seen []string
	w.names.declared(b, func(symbol string) {
		if len(w.symbols[symbol]) == 0 || slices.Contains(seen, symbol) {
			return
		}
		seen = append(seen, symbol)
		for _, n := range w.symbols[symbol] {
			a := lost[n].Anchor
			if a.Path == c.name {
				continue
			}
			if at := open().findNear(a, Lines(a)); at > 0 {
				found(n, open().anchor(a, at))
			}
		}
	})
	for _, h := range w.windows {
		if i < h.end {
			open().windows(h, func(n, at int) {
				a := lost[n].Anchor
				if a.Path != c.name && (open().tells(at, h.lines) || samePlace(a, c.name, at)) {
					found(n, open().anchor(a, at))
				}
			})
		}
	}
	return b
}

// samePlace reports the line that an anchor had, in a file of the same name: the file went to another directory.
func samePlace(a items.Anchor, name string, at int) bool {
	from, _ := span(a.Lines)
	return path.Base(a.Path) == path.Base(name) && from == at
}

// windows calls yield for the first place of each text of a window's length.
func (t *text) windows(h *window, yield func(n, at int)) {
	var seen [][sha256.Size]byte
	for at := 1; at+h.lines-1 <= len(t.lines); at++ {
		sum := t.sum(at, at+h.lines-1)
		if len(h.sums[sum]) == 0 || slices.Contains(seen, sum) {
			continue
		}
		seen = append(seen, sum)
		for _, n := range h.sums[sum] {
			yield(n, at)
		}
	}
}
