package writeservice

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// defaultWait is how long a write waits for other writers before it goes to pending/. They hold the lock for milliseconds.
const defaultWait = 5 * time.Second

func (s *Service) lock(ctx context.Context) (unlock func(), err error) {
	defer stopwatch.On(ctx, stopwatch.Lock)()
	wait := s.LockWait
	if wait == 0 {
		wait = defaultWait
	}
	return filelock.Lock(ctx, filepath.Join(s.Dir, "lock"), wait)
}

func (s *Service) journal() journal { return journal{filepath.Join(s.Dir, "lock.journal")} }

// now is the time as items store it: UTC, whole seconds.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Second) }

// stored is one item with the file it was read from.
type stored struct {
	items.Item
	file items.File
	sha  string // hex, of the file's bytes
	out  []byte // what Encode gives for the item as it is now, once that is known
}

// at finds an item's file.
func (s *Service) at(ctx context.Context, id items.ID) (items.File, items.Item, error) {
	it, f, err := s.Items.Get(ctx, id)
	return f, it, err
}

// load reads the item with this id and the hash of its file.
func (s *Service) load(ctx context.Context, id items.ID) (stored, error) {
	it, f, err := s.Items.Get(ctx, id)
	if err != nil {
		return stored{}, err
	}
	return stored{Item: it, file: f, sha: items.Hash([]byte(it.Source()))}, nil
}

// touch tells other writers that this item is about to change. The caller holds the lock.
func (s *Service) touch(id items.ID) error {
	random := s.Random()
	salt := fmt.Sprintf("%x-%x", s.Now().UnixNano(), random)
	if err := s.journal().touch(salt, id); err != nil {
		return fmt.Errorf("tell other writers: %w", err)
	}
	return nil
}

// create writes a new item file. The caller holds the lock.
func (s *Service) create(ctx context.Context, n *neighbours, it items.Item) (items.File, error) {
	out, err := it.Encode()
	if err != nil {
		return items.File{}, err
	}
	if err := s.sealFile(trust.Seen, out); err != nil {
		return items.File{}, err
	}
	return s.put(ctx, n, s.writer(), stored{Item: it, out: out})
}

// replace rewrites an item file that still has the bytes it was loaded with. The caller holds the lock.
func (s *Service) replace(ctx context.Context, n *neighbours, it items.Item, sha string) (items.File, error) {
	out, err := it.Encode()
	if err != nil {
		return items.File{}, err
	}
	if err := s.sealFile(s.sealOf(ctx, it.ID), out); err != nil {
		return items.File{}, err
	}
	return s.put(ctx, n, s.writer(), stored{Item: it, sha: sha, out: out})
}

// put tells other writers, then creates or replaces the file of an item that is encoded and sealed. When that fails n still stands before the
// journal's entry, so the next refresh looks at what is really there. The caller holds the lock.
func (s *Service) put(ctx context.Context, n *neighbours, w *items.Writer, one stored) (f items.File, err error) {
	if err := s.touch(one.ID); err != nil {
		return items.File{}, err
	}
	if one.sha == "" {
		f, err = w.CreateAs(ctx, one.Item, one.out)
	} else {
		f, err = w.ReplaceAs(ctx, one.Item, one.out, one.sha)
	}
	if err != nil {
		return f, err
	}
	n.put(one.Item, f)
	if now, err := s.journal().end(); err == nil {
		n.at = now
	}
	return f, nil
}
