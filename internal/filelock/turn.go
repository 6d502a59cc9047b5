package filelock

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Turns is how many processes work at once where each keeps two cores busy for a while: more of them only make each other late.
func Turns() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Turn waits at most wait for one of n locks, path-1 to path-n, and returns the function that releases it; ErrBusy where others kept all of
// them. The longer a process waits the more often it asks, so that those who came first mostly go first.
func Turn(ctx context.Context, path string, n int, wait time.Duration) (unlock func(), err error) {
	for started := time.Now(); ; {
		for i := range n {
			unlock, err = Lock(ctx, fmt.Sprintf("%s-%d", path, i+1), 0)
			if !errors.Is(err, ErrBusy) {
				return unlock, err
			}
		}
		waited := time.Since(started)
		pause := max(time.Millisecond, slowest-waited/16)
		if waited+pause > wait {
			return nil, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// slowest is the pause of a process that begins to wait.
const slowest = 8 * time.Millisecond
