package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/filelock"
)

// memoryLimit is how many files Open analyses in memory where nothing is kept. Above it the projections are built first, batch by
// batch, if no other process does so already.
const memoryLimit = 2000

// buildFirst builds the projections of a large store that has none, and says whether it did.
func (p *Projections) buildFirst(ctx context.Context, r *reader) bool {
	files, _, err := r.store.Files(ctx)
	if err != nil || len(files) <= memoryLimit {
		return false
	}
	unlock, err := filelock.Lock(ctx, p.buildLockPath(), 0)
	if err != nil {
		return false
	}
	defer unlock()
	_, err = p.build(ctx, r, nil)
	return err == nil
}

// keepIfFree stores records unless another process writes. It returns what should be said about a failure.
func (p *Projections) keepIfFree(ctx context.Context, k *kept, out refreshed) string {
	unlock, err := filelock.Lock(ctx, p.lockPath(), 0)
	if errors.Is(err, filelock.ErrBusy) {
		return "" // whoever holds it brings the same difference in
	}
	if err == nil {
		defer unlock()
		err = p.keep(k, out.records, out.census, out.asOf, openFactor*p.syncTailLimit())
	}
	if err != nil {
		if len(out.records) == 0 {
			return "" // only a census is lost: the next search lists the files again
		}
		return fmt.Sprintf("projections could not be written (%v): each search analyses the difference again", err)
	}
	return ""
}

// forget removes the manifest m, whose files turned out to be damaged, unless somebody writes or has replaced it already.
func (p *Projections) forget(m manifest) {
	unlock, err := filelock.Lock(context.Background(), p.lockPath(), 0)
	if err != nil {
		return
	}
	defer unlock()
	if now, err := readManifest(p.Dir); err == nil && now.Generation == m.Generation {
		os.Remove(filepath.Join(p.Dir, manifestFile))
	}
}

func (v *View) degrade(words string) {
	if words == "" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.degraded = append(v.degraded, words)
}

func isContext(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
