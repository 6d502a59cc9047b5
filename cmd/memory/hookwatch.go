package main

import (
	"context"
	"time"
)

// A process that wants to be woken at its deadline is woken late where others want the CPU too: by as much as half the deadline with twenty
// at once on two cores. So a hook that waits is woken often, sees how late it comes each time, and ends while it can still end in time.

// watchAfter is how long a hook waits before it begins to look at the clock: most have answered by then.
const watchAfter = 20 * time.Millisecond

// watchEvery is how often it looks then. A look takes some 20 microseconds of CPU.
const watchEvery = 5 * time.Millisecond

// inTime waits for the work; false where ctx ends, or where waiting on would miss the deadline.
func inTime[T any](ctx context.Context, work <-chan T, deadline time.Time) (done T, ok bool) {
	var worst time.Duration // that a look came too late by
	for pause := watchAfter; ; pause = watchEvery {
		asked := time.Now()
		select {
		case done = <-work:
			return done, true
		case <-ctx.Done():
			return done, false
		case <-time.After(pause):
		}
		now := time.Now()
		worst = max(worst, now.Sub(asked)-pause)
		if now.Add(watchEvery + 2*worst).After(deadline) {
			return done, false
		}
	}
}
