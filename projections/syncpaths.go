package projections

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/stopwatch"
)

// SyncPaths brings in single files that the caller has just written, moved or removed, at a cost that does not grow with the store.
// Paths are relative to the store, with slashes; others than those of items and candidates are passed over. complete says that the
// caller looked at the whole store before (by OpenKeys or Open) and knows of no change since but these, so that the next OpenKeys need
// not look at it whole. Where it cannot serve, it does what Sync does.
func (p *Projections) SyncPaths(ctx context.Context, complete bool, paths ...string) (Report, error) {
	defer stopwatch.On(ctx, stopwatch.Sync)()
	start := time.Now()
	report, served, err := p.syncPaths(ctx, complete, paths)
	if err == nil && !served {
		report, err = p.Sync(ctx)
	} else if err != nil {
		err = fmt.Errorf("sync projections: %w", err)
	}
	if err == nil && p.Later && report.Wordy == "" {
		report.Wordy = p.feedWritten(ctx, paths) // no lock is held while the embedder is asked
	}
	report.Took = time.Since(start)
	return report, err
}

func (p *Projections) syncPaths(ctx context.Context, complete bool, paths []string) (report Report, served bool, err error) {
	r, err := p.newReader()
	if err != nil {
		return report, false, err
	}
	unlock, err := filelock.Lock(ctx, p.lockPath(), syncWait)
	if errors.Is(err, filelock.ErrBusy) {
		report.degrade("another process is writing the projections; the next search brings the difference in")
		return report, true, nil
	}
	if err != nil {
		return report, false, err
	}
	defer unlock()
	m, err := readManifest(p.Dir)
	if err != nil {
		return report, !p.quickToBuild(ctx, &report), nil
	}
	if r.setAside(p, m) {
		report.Wordy = p.otherVectors()
	}
	records, err := r.records(ctx, paths)
	if err != nil || len(records) == 0 {
		return report, true, err
	}
	report.Changed = len(records)
	return report, true, p.add(m, records, complete)
}

// quickToBuild reports whether a store without usable projections is small enough to build them while a writer waits. A large one is left to the next search or to Rebuild: until then searches read the changed files themselves.
func (p *Projections) quickToBuild(ctx context.Context, report *Report) bool {
	files, _, err := p.Items.Files(ctx)
	if err == nil && len(files) <= memoryLimit {
		return true
	}
	report.degrade("the index is missing; memory reindex builds it")
	return false
}

// records reads files again, whatever is known of them.
func (r *reader) records(ctx context.Context, paths []string) ([]*document, error) {
	var records []*document
	for n, path := range paths {
		if !itemPath(path) || slices.Contains(paths[:n], path) {
			continue
		}
		f, err := statPath(r.store, path)
		var d *document
		if err == nil {
			d, err = r.read(ctx, f)
		}
		switch {
		case isGone(err):
			records = append(records, &document{path: path, kind: kindRemoved})
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			records = append(records, d)
		} // what cannot be read is left to Open, which says so
	}
	return records, nil
}

// add appends records to the tail, or seals it when it is full. The caller holds the lock and has read m under it.
func (p *Projections) add(m manifest, records []*document, complete bool) error {
	tail := filepath.Join(p.Dir, m.Tail)
	t, err := measureTail(tail)
	if err != nil {
		return err
	}
	until, err := p.completeAt(m, t.whole)
	if err != nil {
		return err
	}
	if t.records+len(records) > p.syncTailLimit() {
		k := readKept(p.Dir)
		defer k.close()
		return p.keep(k, records, census{}, time.Time{}, p.syncTailLimit())
	}
	if err := appendTail(tail, t.whole, records, census{}); err != nil || complete && !until.IsZero() {
		return err
	}
	return completeUntil(tail, until)
}
