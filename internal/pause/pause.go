// Package pause waits: the one sleep that a context ends.
package pause

import (
	"context"
	"time"
)

// For waits for d and returns nil, or returns ctx's error as soon as ctx ends. Where d is not positive it only asks ctx.
func For(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
