package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/pause"
)

// A caller that answers within milliseconds sets Most, and leaves what exceeds it to CatchUp in a process that nobody waits for.

// unread counts files that must be analysed, from several goroutines.
type unread struct {
	most, differ int // differ is for the message
	n            atomic.Int64
}

// hashedForOne is how many files are compared by their bytes in the time in which one is analysed.
const hashedForOne = 32

func (u *unread) add(n int) error {
	if total := u.n.Add(int64(n)); u.most > 0 && total > int64(u.most) {
		return fmt.Errorf("%d files: %w", u.differ, ErrUnindexed)
	}
	return nil
}

// others is how many of the unsure files are known to hold other bytes: new ones, and those of another size.
func (c *compared) others() int {
	count := 0
	for i, n := range c.unsure {
		if stat, known := c.stats[n]; !known || stat.size != c.files[i].Size {
			count++
		}
	}
	return count
}

// bearable is the error of a store of which nothing is kept, where it holds too many files.
func (r *reader) bearable(ctx context.Context) error {
	if r.most == 0 {
		return nil
	}
	files, _, err := r.store.Files(ctx)
	if err != nil {
		return nil // whoever reads them says it better
	}
	count := unread{most: r.most, differ: len(files)}
	return count.add(len(files))
}

// catchUpPause is how long after a CatchUp another one is not worth its start: what made a search late then was not the index.
const catchUpPause = 5 * time.Second

// catchUpPath is locked while one process catches up; its time says when one last ended.
func (p *Projections) catchUpPath() string { return filepath.Join(p.Dir, "catchup.lock") }

// WantsCatchUp reports whether a CatchUp is worth its start after opening a view failed with err: because of ErrUnindexed unless a process is
// at it, because time ran out (also with ErrUncompared) only where none ended a moment ago.
func (p *Projections) WantsCatchUp(ctx context.Context, err error) bool {
	much := errors.Is(err, ErrUnindexed)
	if !much && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrUncompared) {
		return false
	}
	info, err := os.Stat(p.catchUpPath())
	if err != nil {
		return true
	}
	if age := time.Since(info.ModTime()); !much && age >= 0 && age < catchUpPause {
		return false
	}
	unlock, err := filelock.Lock(ctx, p.catchUpPath(), 0)
	if err != nil {
		return false
	}
	unlock()
	return true
}

// CatchUp brings in whatever differs, however long it takes, and looks once more at files that were too young to be believed. It returns at
// once where another process is at it. Writers wait for it only while it stores what it found.
func (p *Projections) CatchUp(ctx context.Context) error {
	unlock, err := filelock.Lock(ctx, p.catchUpPath(), 0)
	if err != nil {
		return nil // another one is at it, or nothing can be written here: a search works all the same
	}
	defer unlock()
	defer func() {
		now := time.Now()
		_ = os.Chtimes(p.catchUpPath(), now, now)
	}()
	all := *p
	all.Most = 0
	if err := all.catchUp(ctx); err != nil {
		return fmt.Errorf("catch up with the item files: %w", err)
	}
	return nil
}

func (p *Projections) catchUp(ctx context.Context) error {
	r, err := p.newReader()
	if err != nil {
		return err
	}
	young, usable, err := p.bringIn(ctx, r)
	if err == nil && !usable {
		_, err = p.lockedBuild(ctx, r, rebuildWait, p.anyKept, nil) // settles what is young itself
	}
	if err != nil || young <= fewYoung {
		return err
	}
	if err := pause.For(ctx, time.Duration(racyWindow)); err != nil {
		return err
	}
	_, _, err = p.bringIn(ctx, r)
	return err
}

// bringIn stores what differs; usable is false where nothing is kept that it could be added to. young is how many files must still be read
// by each search.
func (p *Projections) bringIn(ctx context.Context, r *reader) (young int, usable bool, err error) {
	k := readKept(p.Dir)
	defer k.close()
	if !k.usable() {
		return 0, false, nil
	}
	r.setAside(p, k.manifest)
	out, err := r.refresh(ctx, k, r.retries())
	if err != nil {
		return 0, ctx.Err() != nil, ctx.Err() // damaged
	}
	if out.news() {
		unlock, err := filelock.Lock(ctx, p.lockPath(), rebuildWait)
		if err != nil {
			return 0, true, err
		}
		defer unlock()
		if err := p.keep(k, out.records, out.census, out.asOf, p.syncTailLimit()); err != nil {
			return 0, true, err
		}
	}
	return p.youngRows(), true, nil
}

// youngRows counts what is kept as young.
func (p *Projections) youngRows() (young int) {
	k := readKept(p.Dir)
	defer k.close()
	rows, _ := k.live()
	for _, row := range rows {
		if k.sources[row.stat.source].stat(int(row.stat.row)).racy {
			young++
		}
	}
	return young
}
