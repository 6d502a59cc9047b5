package mcp

import (
	"context"
	"testing"
	"time"
)

// Time stands still but for what the filler sleeps: it works only where no call is under way and none was for a while.
func TestTheFillerRestsWhileAgentsCall(t *testing.T) {
	at := time.Unix(1000, 0)
	f := newFiller()
	f.now = func() time.Time { return at }
	slept := 0
	var end func()
	f.sleep = func(ctx context.Context, d time.Duration) error {
		at = at.Add(max(d, 0))
		if slept++; slept == 20 && end != nil {
			end()
		}
		return ctx.Err()
	}
	end = f.call(nil)
	if err := f.rest(t.Context()); err != nil || slept < 20 || at.Sub(time.Unix(0, f.ended.Load())) < fillQuiet {
		t.Errorf("slept %d times, to %s after the call, %v", slept, at.Sub(time.Unix(0, f.ended.Load())), err)
	}
	if len(f.wake) != 1 {
		t.Error("the end of a call did not wake it")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if f.rest(ended) == nil {
		t.Error("it goes on after the end of the session")
	}
}
