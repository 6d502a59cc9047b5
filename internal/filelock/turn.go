package filelock

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"github.com/factline/memory/internal/pause"
)

// Turns is how many processes work at once where each keeps two cores busy for a while: more of them only make each other late.
func Turns() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Turn waits at most wait for one of n locks, path-1 to path-n, and returns the function that releases it; ErrBusy where others kept all of
// them. The longer a process waits the more often it asks, so that those who came first mostly go first.
func Turn(ctx context.Context, path string, n int, wait time.Duration) (unlock func(), err error) {
	places := make([]*flock.Flock, n)
	for i := range places {
		if places[i], err = at(fmt.Sprintf("%s-%d", path, i+1)); err != nil {
			return nil, err
		}
	}
	for started := time.Now(); ; {
		for _, place := range places {
			switch ok, err := place.TryLock(); {
			case err != nil:
				return nil, fmt.Errorf("lock %s: %w", place.Path(), err)
			case ok:
				return func() { _ = place.Unlock() }, nil
			}
		}
		waited := time.Since(started)
		rest := max(time.Millisecond, slowest-waited/16)
		if waited+rest > wait {
			return nil, fmt.Errorf("%s: %w", path, ErrBusy)
		}
		if err := pause.For(ctx, rest); err != nil {
			return nil, err
		}
	}
}

// slowest is the pause of a process that begins to wait.
const slowest = 8 * time.Millisecond
