package projections

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/filelock"
)

// Drop removes all generations, with their vectors and what killed builds left, so that no word of an item that is gone lies in them. The
// next Open, Rebuild or SearchEvidence makes them anew from the files. It waits for builds that are under way, also of the evidence's index.
// Of the sentence vectors it takes those of files that are not there any more: the others would take minutes to make.
func (p *Projections) Drop(ctx context.Context) error {
	if _, err := os.Stat(p.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, lock := range []string{p.evidenceLockPath(), p.buildLockPath(), p.lockPath()} { // the one that searches wait for last
		unlock, err := filelock.Lock(ctx, lock, rebuildWait)
		if err != nil {
			return fmt.Errorf("drop projections: %w", err)
		}
		defer unlock()
	}
	entries, err := os.ReadDir(p.Dir) // under the locks: what was built while they were waited for is there too
	if err != nil {
		return fmt.Errorf("drop projections: %w", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "lock") || e.Name() == sentenceFileName { // held; they hold nothing
			continue
		}
		if err := os.RemoveAll(filepath.Join(p.Dir, e.Name())); err != nil {
			return fmt.Errorf("drop projections: %w", err)
		}
	}
	if err := p.purgeSentences(ctx); err != nil {
		return fmt.Errorf("drop projections: take out sentence vectors: %w", err)
	}
	return nil
}
