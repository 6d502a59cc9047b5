package projections

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/internal/pause"
)

// fewYoung is how many young files a search may compare by reading without anybody noticing: 5 ms of CPU.
const fewYoung = 256

// settle looks again at the files that were young when they were read, and waits before until they are old enough where they are many: a
// clone or a restored backup that is indexed at once would else be read whole by every search. What changed meanwhile stays as it was read,
// and the next search sees that. Nothing is young for longer than a moment where the kernel stamps files by its tick.
func (b *builder) settle(ctx context.Context) error {
	var young []int
	until := int64(0)
	for i, row := range b.rows {
		if row.stat.racy {
			young = append(young, i)
			until = max(until, row.stat.mtime, row.stat.ctime)
		}
	}
	if len(young) > fewYoung {
		wait := min(until-b.reader.now().UnixNano()+racyWindow, racyWindow) // a time in the future never gets old
		if err := pause.For(ctx, time.Duration(wait)); err != nil {
			return err
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range young {
		g.Go(func() error {
			b.rows[i].stat = b.reader.settled(b.rows[i])
			return ctx.Err()
		})
	}
	return g.Wait()
}

// settled is the stat of a row, no longer young where its file bears the same times and the same bytes at a greater age.
func (r *reader) settled(row sealedRow) fileStat {
	f, err := statPath(r.store, row.path)
	if err != nil || !row.stat.matches(f) {
		return row.stat
	}
	now := r.statOf(f, r.now().UnixNano())
	if now.racy {
		return row.stat
	}
	if sum, err := r.sum(f); err != nil || sum != row.sum {
		return row.stat
	}
	return now
}
