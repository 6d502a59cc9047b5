package projections

import (
	"context"
	"maps"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/factline/memory/items"
)

// lookChunk is how many files one goroutine looks at before it takes the next: about a millisecond of work.
const lookChunk = 256

// lookAgain is after how many files it sees that nobody waits any more. Where a file system takes a millisecond for each, a whole chunk would
// make a hook late that has an answer already.
const lookAgain = 16

// looks is what a look at every known file gave, when no file came or went since the census: what a listing would have given.
type looks struct {
	rows   []known
	differ map[int]items.Sight // rows whose file differs or is young
}

// lookAtKnown compares the known files with the disk by name. ok is false where only a listing can tell.
func (r *reader) lookAtKnown(ctx context.Context, k *kept, rows []known, retry bool, early *earlyReads) (l looks, ok bool) {
	if !k.usable() || !r.store.Unchanged(k.tail.census.folders) {
		return l, false
	}
	l = looks{rows: rows, differ: map[int]items.Sight{}}
	var next atomic.Int64
	var failed atomic.Bool
	var mu sync.Mutex // guards differ
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(rows)/lookChunk+1) {
		workers.Go(func() {
			w := lookWorker{reader: r, kept: k, rows: rows, retry: retry, early: early, differ: map[int]items.Sight{}}
			defer w.close()
			for !failed.Load() && ctx.Err() == nil {
				start := int(next.Add(lookChunk)) - lookChunk
				if start >= len(rows) {
					break
				}
				if !w.look(ctx, start, min(start+lookChunk, len(rows))) {
					failed.Store(true)
				}
				runtime.Gosched() // on a machine that is overloaded a hook's deadline would else wait for both workers
			}
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(l.differ, w.differ)
		})
	}
	workers.Wait()
	return l, !failed.Load() && ctx.Err() == nil
}

// lookWorker keeps one folder open.
type lookWorker struct {
	reader *reader
	kept   *kept
	rows   []known
	retry  bool
	early  *earlyReads
	differ map[int]items.Sight
	folder string
	looker *items.Looker
}

func (w *lookWorker) close() {
	if w.looker != nil {
		w.looker.Close()
	}
}

// look compares the rows from start to end and notes those that must be read. It is false where a file cannot be looked at, or nobody waits any more.
func (w *lookWorker) look(ctx context.Context, start, end int) bool {
	sources := w.kept.sources
	for n := start; n < end; n++ {
		if n%lookAgain == 0 && ctx.Err() != nil {
			return false
		}
		row := w.rows[n]
		path := sources[row.doc.source].path(int(row.doc.row))
		cut := strings.LastIndexByte(path, '/')
		if !w.open(path[:cut]) {
			return false
		}
		sight, err := w.looker.At(path[cut+1:])
		if err != nil || sight.Size > items.MaxBytes {
			return false
		}
		stat := sources[row.stat.source].stat(int(row.stat.row))
		again := w.retry && sources[row.doc.source].unfed(int(row.doc.row))
		differs := stat.size != sight.Size || stat.mtime != sight.ModTime || stat.ctime != sight.ChangeTime
		if differs && w.reader.differs != nil {
			w.reader.differs()
		}
		if stat.size != sight.Size && !again {
			if sum, err := sources[row.stat.source].sum(int(row.stat.row)); err == nil {
				w.early.begin(ctx, n, fileAt(path, sight), sum)
			}
		}
		if differs || stat.racy || again {
			w.differ[n] = sight
		}
	}
	return true
}

func (w *lookWorker) open(folder string) bool {
	if w.looker != nil && w.folder == folder {
		return true
	}
	w.close()
	looker, err := w.reader.store.Look(folder)
	w.looker, w.folder = looker, folder
	return err == nil
}

func isCandidate(path string) bool { return strings.HasPrefix(path, items.ReviewDir+"/") }
