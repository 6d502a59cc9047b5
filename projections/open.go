package projections

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/stopwatch"
)

// keepIfFree stores records unless another process writes. It returns what should be said about a failure.
func (p *Projections) keepIfFree(ctx context.Context, k *kept, out refreshed) string {
	if len(out.records) > 0 {
		defer stopwatch.On(ctx, stopwatch.Sync)()
	}
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
