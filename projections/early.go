package projections

import (
	"context"
	"crypto/sha256"
	"sync"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// earlyLimit is how many files are read while others are still looked at: an edit by hand or two. What changes hundreds of files at once, such
// as a checkout, is read when it is known how many there are.
const earlyLimit = 2

// earlyReads are files that are read as soon as they are seen to hold other bytes, so that a core that waits has something to do.
type earlyReads struct {
	reader  *reader
	rows    []known
	kept    *kept
	working sync.WaitGroup

	mu    sync.Mutex // guards what follows
	begun int
	done  map[int]earlyRead // by row
	guess *guess            // by the first file; nil where there is none
}

type earlyRead struct {
	file    items.File
	outcome outcome
}

// see tells who waits that a file differs, and begins to read it where its bytes must be others.
func (e *earlyReads) see(ctx context.Context, f seenFile) {
	if e.reader.differs != nil {
		e.reader.differs()
	}
	row := e.rows[f.row]
	stat := e.kept.sources[row.stat.source]
	if stat.stat(int(row.stat.row)).size == f.sight.Size {
		return
	}
	if sum, err := stat.sum(int(row.stat.row)); err == nil {
		e.begin(ctx, f.row, fileAt(e.kept.sources[row.doc.source].path(int(row.doc.row)), f.sight), sum)
	}
}

// begin reads the file of a row beside the caller, if it is one of the first.
func (e *earlyReads) begin(ctx context.Context, row int, f items.File, sum [sha256.Size]byte) {
	e.mu.Lock()
	e.begun++
	first, tooMany := e.begun == 1, e.begun > earlyLimit
	e.mu.Unlock()
	if tooMany {
		return
	}
	e.working.Go(func() {
		defer stopwatch.On(ctx, stopwatch.Sync)()
		o := e.reader.outcome(ctx, f, sum, true)
		if ctx.Err() != nil {
			return
		}
		e.mu.Lock()
		e.done[row] = earlyRead{f, o}
		e.mu.Unlock()
		if first {
			e.foresee(row, o)
		}
	})
}

// of returns what reading a row's file gave, if it was read as the file that is asked for.
func (e *earlyReads) of(row int, f items.File) (o outcome, ok bool) {
	if e == nil {
		return o, false
	}
	e.working.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	read, ok := e.done[row]
	return read.outcome, ok && read.file == f
}
