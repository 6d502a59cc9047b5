package projections

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/factline/memory/internal/filelock"
)

// memoryLimit is how many files Open analyses in memory where nothing is kept. Above it the projections are built first, batch by
// batch, by one process: the others wait for it, since the same work in each of them would make all of them late.
const memoryLimit = 2000

const (
	firstWait = 2 * time.Minute        // longer than a build of 100,000 items takes alone; then a search reads the files itself
	tellAfter = 300 * time.Millisecond // a shorter wait is nobody's matter
)

// stillBuilding is what a search says that waited in vain.
const stillBuilding = "another process is still building the index: searched the item files without it"

// buildFirst builds the projections of a large store that has none, or waits until another process has. What is kept must be read again
// afterwards. It returns what should be said about a wait in vain.
func (p *Projections) buildFirst(ctx context.Context, r *reader) string {
	files, _, err := r.store.Files(ctx)
	if err != nil || len(files) <= cmp.Or(p.inMemory, memoryLimit) {
		return ""
	}
	unlock, err := p.firstTurn(ctx)
	if errors.Is(err, filelock.ErrBusy) && p.Most == 0 && ctx.Err() == nil {
		return stillBuilding
	}
	if err != nil {
		return "" // nothing can be written here, or nobody waits any more
	}
	defer unlock()
	if !p.anyKept() {
		_, _ = p.build(ctx, r, nil) // an error is met again by who reads the files without an index
	}
	return ""
}

// firstTurn takes the lock of builds. A caller with milliseconds does not wait for it.
func (p *Projections) firstTurn(ctx context.Context) (unlock func(), err error) {
	unlock, err = filelock.Lock(ctx, p.buildLockPath(), 0)
	if !errors.Is(err, filelock.ErrBusy) || p.Most > 0 {
		return unlock, err
	}
	unlock, err = filelock.Lock(ctx, p.buildLockPath(), tellAfter)
	if !errors.Is(err, filelock.ErrBusy) || ctx.Err() != nil {
		return unlock, err
	}
	if p.Waits != nil {
		p.Waits()
	}
	return filelock.Lock(ctx, p.buildLockPath(), firstWait)
}

// anyKept says that there are usable projections, perhaps those of another process that was waited for.
func (p *Projections) anyKept() bool {
	k := readKept(p.Dir)
	defer k.close()
	return k.usable()
}
