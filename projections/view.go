package projections

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/factline/memory/items"
)

// View is the store as it is on disk at the moment of Open: sealed segments plus what changed since, analysed in memory.
// Document numbers are dense (0..Len-1) and ascend with the path, so they do not depend on how the index is cut into segments.
// A View takes no lock and survives any writer. Its methods may be called from several goroutines, but not during or after Close.
type View struct {
	reader  *reader
	docs    []place  // of each document: where its newest version stands
	origin  []source // as docs knows them: what rescue replaces among sources keeps its paths
	whole   []bool   // by source: every item that it held when the view was made is live
	runs    []run    // directories in docs
	bad     []items.Bad
	noModel string // why vectors are not used; "" when they are
	forget  func() // makes the next process build the projections anew; nil = nothing is kept

	doubted   atomic.Bool // Stands was false once
	unsettled []known     // what is kept of each file, as long as a caller of OpenBy cannot know whether all will be compared with it; else nil
	late      bool        // they were not

	mu       sync.RWMutex // guards what follows
	sources  []source
	docOf    [][]int32 // for each source and row the document, -1 where the row is not live
	failed   []source  // replaced by rescue
	degraded []string

	termsMu sync.Mutex
	terms   map[string]*termPostings

	lensOnce sync.Once
	lens     [][]fieldLens // by source and row
	averages [NumFields]float64

	classesOnce sync.Once
	classes     *Classes

	closed atomic.Bool
}

// run is a range of documents in one directory. Within it, paths and ids have the same order.
type run struct{ start, end int }

// newView takes the places of all files, sorted by path, also of those that are no items.
func newView(r *reader, files []place, sources []source) *View {
	v := &View{reader: r, sources: slices.Clone(sources), origin: sources, docOf: make([][]int32, len(sources)), terms: map[string]*termPostings{}}
	for i, s := range sources {
		v.docOf[i] = slices.Repeat([]int32{-1}, s.len())
	}
	v.docs = make([]place, 0, len(files))
	live := make([]int, len(sources))
	for _, at := range files {
		if sources[at.source].kind(int(at.row)) == kindItem {
			v.docOf[at.source][at.row] = int32(len(v.docs))
			v.docs = append(v.docs, at)
			live[at.source]++
		}
	}
	v.whole = make([]bool, len(sources))
	for i, s := range sources {
		v.whole[i] = live[i] == s.items()
	}
	v.runs = v.directoryRuns()
	return v
}

// path is the path of a document's file.
func (v *View) path(doc int) string {
	at := v.docs[doc]
	return v.origin[at.source].path(int(at.row))
}

func (v *View) id(doc int) items.ID { return items.ID(idOf(v.path(doc))) }

func (v *View) directoryRuns() []run {
	var runs []run
	for start := 0; start < len(v.docs); {
		dir := folderOf(v.path(start))
		rest := sort.Search(len(v.docs)-start, func(n int) bool {
			folder := folderOf(v.path(start + n))
			return folder > dir
		})
		runs = append(runs, run{start, start + rest})
		start += rest
	}
	return runs
}

// Close releases the files. Heads and terms got from the view stay valid.
func (v *View) Close() error {
	if v.closed.Swap(true) {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	var first error
	for _, s := range slices.Concat(v.sources, v.failed) {
		if err := s.close(); err != nil && first == nil {
			first = fmt.Errorf("close projections: %w", err)
		}
	}
	return first
}

// Len is the number of live documents.
func (v *View) Len() int { return len(v.docs) }

// Bad lists the files that are not items, sorted by path.
func (v *View) Bad() []items.Bad { return v.bad }

// Degraded says in words what had to be repaired or bypassed, up to now: a search may find more.
func (v *View) Degraded() []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return slices.Clone(v.degraded)
}

// Analyze returns the terms of a text exactly as the index has them, stop words dropped: first the words, in order, then the
// identifiers with Ident set. Parts of identifiers are stemmed like words, so a word may be looked up in Idents and Paths as well.
func (v *View) Analyze(text string) []Term { return v.reader.analyzer.query(text) }

// Words returns the words of a text alone: of what Analyze returns, the terms without Ident.
func (v *View) Words(text string) []Term { return v.reader.analyzer.words(text) }

// Lookup finds the document of an id.
func (v *View) Lookup(id items.ID) (doc int, ok bool) {
	name := string(id) + items.Ext
	for _, r := range v.runs {
		n := r.end - r.start
		i, ok := sort.Find(n, func(i int) int {
			path := v.path(r.start + i)
			return strings.Compare(name, path[len(folderOf(path)):])
		})
		if ok {
			return r.start + i, true
		}
	}
	return 0, false
}

// Head returns the head of a document; the zero Head where its file was damaged and could not be read again.
func (v *View) Head(doc int) items.Head {
	head, _ := v.headAndTargets(doc)
	return head
}

func (v *View) headAndTargets(doc int) (items.Head, []target) {
	var head items.Head
	var targets []target
	v.from(v.docs[doc].source, func(s source) error {
		card, err := s.card(int(v.docs[doc].row))
		if err == nil {
			head, targets, err = decodeCard(card)
		}
		return err
	})
	return head, targets
}

// from reads from a source. When the source turns out to be damaged, its live files are analysed again in its place.
func (v *View) from(i int32, read func(s source) error) {
	v.mu.RLock()
	s := v.sources[i]
	v.mu.RUnlock()
	if err := read(s); err != nil && !v.closed.Load() {
		_ = read(v.rescue(i, s, err))
	}
}
