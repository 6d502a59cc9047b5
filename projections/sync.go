package projections

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/items"
)

// Report says what a Sync or Rebuild did.
type Report struct {
	Items    int           `json:"items"`
	Added    int           `json:"added"`
	Changed  int           `json:"changed"`
	Removed  int           `json:"removed"`
	Bad      []items.Bad   `json:"bad,omitempty"`
	Rebuilt  bool          `json:"rebuilt"`
	Degraded []string      `json:"degraded,omitempty"`
	Took     time.Duration `json:"-"`
	Wordy    string        `json:"-"` // why what was brought in has no vectors yet; "" where it has, or needs none
}

func (r *Report) degrade(words string) {
	if !slices.Contains(r.Degraded, words) {
		r.Degraded = append(r.Degraded, words)
	}
}

// syncWait is how long Sync waits for another writer. Writers hold the lock for milliseconds; after that the difference is left to
// the next process, which sees it all the same.
const syncWait = 500 * time.Millisecond

// Sync persists the difference between the item files and the projections. Idempotent. When another process holds the lock for
// longer than half a second, nothing is written and Degraded says so: searches see the difference anyway.
func (p *Projections) Sync(ctx context.Context) (Report, error) {
	start := time.Now()
	report, err := p.sync(ctx)
	report.Took = time.Since(start)
	if err != nil {
		return report, fmt.Errorf("sync projections: %w", err)
	}
	return report, nil
}

func (p *Projections) sync(ctx context.Context) (Report, error) {
	r, err := p.newReader()
	if err != nil {
		return Report{}, err
	}
	report, needed, err := p.syncTail(ctx, r)
	if err != nil || needed == "" {
		return report, err
	}
	report, err = p.lockedBuild(ctx, r, syncWait, nil, nil)
	if errors.Is(err, filelock.ErrBusy) {
		report.degrade(needed + "; another process is building them")
		return report, nil
	}
	report.degrade(needed + ": built anew")
	return report, err
}

// syncTail brings the difference in where the projections are usable; otherwise it says why they must be built.
func (p *Projections) syncTail(ctx context.Context, r *reader) (report Report, build string, err error) {
	unlock, err := filelock.Lock(ctx, p.lockPath(), syncWait)
	if errors.Is(err, filelock.ErrBusy) {
		report.degrade("another process is writing the projections; the next search brings the difference in")
		return report, "", nil
	}
	if err != nil {
		return report, "", err
	}
	defer unlock()
	k := readKept(p.Dir)
	defer k.close()
	if !k.usable() {
		if build = k.trouble(); build == "" {
			build = "there were no projections"
		}
		return report, build, nil
	}
	if r.setAside(p, k.manifest) {
		report.Wordy = p.otherVectors()
	}
	out, err := r.refresh(ctx, k, r.retries())
	out.report.Wordy = report.Wordy
	if err == nil && out.news() {
		err = p.keep(k, out.records, out.census, out.asOf, p.syncTailLimit())
	}
	if errors.Is(err, errDamaged) || isGone(err) && ctx.Err() == nil {
		return report, fmt.Sprintf("projections were damaged (%v)", err), nil
	}
	return out.report, "", err
}

// Rebuild throws the projections away and builds them anew beside the live ones, then swaps. It waits for a build that another
// process has begun. progress (may be nil) is called from the calling goroutine, after each batch.
func (p *Projections) Rebuild(ctx context.Context, progress func(done, total int)) (Report, error) {
	start := time.Now()
	r, err := p.newReader()
	if err != nil {
		return Report{}, err
	}
	report, err := p.lockedBuild(ctx, r, rebuildWait, nil, progress)
	report.Took = time.Since(start)
	if err != nil {
		return report, fmt.Errorf("rebuild projections: %w", err)
	}
	return report, nil
}

// rebuildWait is how long Rebuild waits for another build: longer than one of 100,000 items takes.
const rebuildWait = 10 * time.Minute

// lockedBuild builds, unless done says after a wait for another process that what is wanted is there; a nil done always builds.
func (p *Projections) lockedBuild(ctx context.Context, r *reader, wait time.Duration, done func() bool, progress func(done, total int)) (Report, error) {
	for try := 1; ; try++ {
		report, err := p.tryLockedBuild(ctx, r, wait, done, progress)
		if err == nil || try == buildTries || !isGone(err) && !errors.Is(err, fs.ErrExist) {
			return report, err
		}
	}
}

// buildTries is how often a build starts again because somebody deleted its directory (and with it the
// lock, so that two builds may have met) meanwhile.
const buildTries = 3

func (p *Projections) tryLockedBuild(ctx context.Context, r *reader, wait time.Duration, done func() bool, progress func(done, total int)) (Report, error) {
	unlock, err := filelock.Lock(ctx, p.buildLockPath(), wait)
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	if done != nil && done() {
		return Report{}, nil
	}
	return p.build(ctx, r, progress)
}
