// Package filelock gives processes of one machine a mutex by a file. The kernel drops the lock when its holder dies, so a
// lock file left behind is harmless. It alone holds the locking library.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/factline/memory/internal/plainfile"
)

// ErrBusy says that another process held the lock for the whole wait.
var ErrBusy = errors.New("another process holds the lock")

// poll is how often a waiting process asks again; writers hold the lock for milliseconds.
const poll = 2 * time.Millisecond

// Lock waits at most wait for the exclusive lock at path (its directory is made, 0700) and returns the function that
// releases it. With wait 0 it tries once.
func Lock(ctx context.Context, path string, wait time.Duration) (unlock func(), err error) {
	l, err := at(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	ok, err := l.TryLock()
	if err == nil && !ok && wait > 0 {
		ok, err = l.TryLockContext(ctx, poll)
	}
	if errors.Is(err, context.DeadlineExceeded) || err == nil && !ok {
		return nil, fmt.Errorf("%s: %w", path, ErrBusy)
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return func() { _ = l.Unlock() }, nil
}

// at is the lock at a path, not taken yet.
func at(path string) (*flock.Flock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := plainfile.Check(path); err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	return flock.New(path, flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDONLY|plainfile.NoFollow)), nil
}
