package projections

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/factline/memory/items"
)

// kept is what the last writers left: the sources that a manifest names, newest first, as one process reads them at one moment.
type kept struct {
	manifest manifest
	problem  error // why nothing is usable; isGone when there was never anything
	sources  []source
	segments []*sealed // the sealed ones among sources, newest first
	tail     tail
	liveOnce sync.Once
	rows     []known
	rowsOK   bool
	badOnce  sync.Once
	badFiles []items.Bad
	early    *looking // begun before anybody asked for it; nil = nobody did, or somebody took it
}

// readTries is how often a reader starts again because a writer replaced the segments under it. Two swaps within one open are
// already rare; after the last try the reader goes around the projections.
const readTries = 5

// readKept never fails: where the projections cannot be used, problem says why and there are no sources.
func readKept(dir string) *kept {
	last := -1
	for range readTries {
		k, err := tryKept(dir)
		if err == nil {
			return k
		}
		k.close()
		// Missing files of a manifest that stays the same were deleted by hand: trying again cannot help.
		if !isGone(err) || k.manifest.Generation == last || k.manifest.Generation == 0 {
			return &kept{manifest: k.manifest, problem: err}
		}
		last = k.manifest.Generation
	}
	return &kept{problem: fmt.Errorf("segments were replaced %d times while reading", readTries)}
}

func tryKept(dir string) (*kept, error) {
	k := &kept{}
	m, err := readManifest(dir)
	k.manifest = m
	if err != nil {
		return k, err
	}
	for _, entry := range m.Segments {
		if err := entry.checkSizes(dir); err != nil {
			return k, err
		}
		s, err := openSealed(dir, entry, m.Dim)
		if err != nil {
			return k, err
		}
		k.segments = append([]*sealed{s}, k.segments...)
	}
	k.tail, err = readTail(filepath.Join(dir, m.Tail))
	if err != nil {
		return k, err
	}
	k.sources = append(k.sources, newMemory(k.tail.docs))
	for _, s := range k.segments {
		k.sources = append(k.sources, s)
	}
	return k, nil
}

// live is what the sources hold as files, sorted by path; ok is false where they cannot tell, also where nothing is kept.
func (k *kept) live() (rows []known, ok bool) {
	k.liveOnce.Do(func() {
		if k.usable() {
			k.rows, k.rowsOK = live(k.sources)
		}
	})
	return k.rows, k.rowsOK
}

// looked is a look at the known files that is on its way, or begins now; nil where there is none.
func (k *kept) looked(ctx context.Context, store *items.Store, retry bool) *looking {
	l := k.early
	k.early = nil
	if l != nil && (retry || l.store.Dir != store.Dir) {
		l.stop()
		l = nil
	}
	if l == nil {
		return k.look(ctx, store, retry)
	}
	return l
}

func (k *kept) usable() bool { return k.problem == nil }

func (k *kept) close() {
	k.early.stop()
	for _, s := range k.segments {
		s.close()
	}
}

// trouble describes an unusable state for people; "" where there was simply nothing yet.
func (k *kept) trouble() string {
	switch {
	case k.problem == nil || isGone(k.problem) && k.manifest.Generation == 0 && !errors.Is(k.problem, errDamaged):
		return ""
	case errors.Is(k.problem, errOtherVersion):
		return "projections were of another version"
	default:
		return "projections were damaged (" + k.problem.Error() + ")"
	}
}
