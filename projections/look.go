package projections

import (
	"context"
	"maps"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// lookChunk is how many files one goroutine looks at before it takes the next: about a millisecond of work.
const lookChunk = 256

// lookAgain is after how many files it sees that nobody waits any more. Where a file system takes a millisecond for each, a whole chunk would
// make a hook late that has an answer already.
const lookAgain = 16

// looking is a look at every known file, on its way. It gives what a listing would have given, where no file came or went since the census.
type looking struct {
	store  *items.Store
	kept   *kept
	rows   []known
	retry  bool
	asOf   time.Time // of the item directories, before the first file was looked at; zero = unknown
	cancel context.CancelFunc
	done   chan struct{} // closed when the following are set
	differ map[int]items.Sight
	ok     bool // false where only a listing can tell

	mu   sync.Mutex // guards what follows
	seen []seenFile // those that differ, until somebody listens
	tell func(seenFile)
}

// seenFile is the file of a row as it was seen.
type seenFile struct {
	row   int
	sight items.Sight
}

// look begins to compare the known files with the disk by name; nil where nothing is known by name.
func (k *kept) look(ctx context.Context, store *items.Store, retry bool) *looking {
	rows, ok := k.live()
	if !ok || len(k.tail.census.folders) == 0 {
		return nil
	}
	l := &looking{store: store, kept: k, rows: rows, retry: retry, done: make(chan struct{}), differ: map[int]items.Sight{}}
	l.asOf, _ = lastChange(store.Dir)
	ctx, l.cancel = context.WithCancel(ctx)
	go func() {
		defer close(l.done)
		defer stopwatch.On(ctx, stopwatch.Files)()
		l.ok = store.Unchanged(k.tail.census.folders) && l.all(ctx)
	}()
	return l
}

// all looks at the files, on all cores.
func (l *looking) all(ctx context.Context) bool {
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(l.rows)/lookChunk+1) {
		workers.Go(func() {
			w := lookWorker{looking: l, differ: map[int]items.Sight{}}
			defer w.close()
			for !failed.Load() && ctx.Err() == nil {
				start := int(next.Add(lookChunk)) - lookChunk
				if start >= len(l.rows) {
					break
				}
				if !w.look(ctx, start, min(start+lookChunk, len(l.rows))) {
					failed.Store(true)
				}
				runtime.Gosched() // on a machine that is overloaded a hook's deadline would else wait for both workers
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			maps.Copy(l.differ, w.differ)
		})
	}
	workers.Wait()
	return !failed.Load() && ctx.Err() == nil
}

// found notes a file that differs, and tells who listens.
func (l *looking) found(f seenFile) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tell == nil {
		l.seen = append(l.seen, f)
		return
	}
	l.tell(f)
}

// listen has each file that differs told, also those that were seen before, one at a time from any goroutine.
func (l *looking) listen(tell func(seenFile)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tell = tell
	for _, f := range l.seen {
		tell(f)
	}
	l.seen = nil
}

// wait waits until all files were looked at, or nobody needs it any more.
func (l *looking) wait(ctx context.Context) (ok bool) {
	defer context.AfterFunc(ctx, l.cancel)()
	<-l.done
	l.cancel()
	return l.ok
}

// stop gives up.
func (l *looking) stop() {
	if l != nil {
		l.cancel()
		<-l.done
	}
}

// lookWorker keeps one folder open.
type lookWorker struct {
	*looking
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
		if differs {
			w.found(seenFile{n, sight})
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
	looker, err := w.store.Look(folder)
	w.looker, w.folder = looker, folder
	return err == nil
}

func isCandidate(path string) bool { return strings.HasPrefix(path, items.ReviewDir+"/") }
