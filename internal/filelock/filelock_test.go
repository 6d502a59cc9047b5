package filelock

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLockExcludes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "lock")
	unlock, err := Lock(t.Context(), path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(t.Context(), path, 0); !errors.Is(err, ErrBusy) {
		t.Errorf("second lock: %v, want ErrBusy", err)
	}
	if _, err := Lock(t.Context(), path, 10*time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("second lock after a wait: %v, want ErrBusy", err)
	}
	unlock()
	unlock, err = Lock(t.Context(), path, 0)
	if err != nil {
		t.Fatalf("after unlock: %v", err)
	}
	unlock()
}

func TestWaitersAllGetTheirTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside, turns atomic.Int32 // atomic for the race detector, which does not see a kernel lock
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			unlock, err := Lock(context.Background(), path, time.Minute)
			if err != nil {
				t.Error(err)
				return
			}
			if inside.Add(1) != 1 {
				t.Error("two holders at once")
			}
			turns.Add(1)
			inside.Add(-1)
			unlock()
		})
	}
	wg.Wait()
	if got := turns.Load(); got != 8 {
		t.Errorf("%d of 8 got the lock", got)
	}
}

func TestCancelledContextEndsTheWait(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(t.Context(), path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Lock(ctx, path, time.Minute); err == nil {
		t.Error("want an error")
	}
}
