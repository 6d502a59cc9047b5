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

func TestNoMoreThanSoManyHaveATurnAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turn")
	var inside, most, turns atomic.Int32
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			unlock, err := Turn(t.Context(), path, 3, time.Minute)
			if err != nil {
				t.Error(err)
				return
			}
			for now := inside.Add(1); ; {
				if old := most.Load(); now <= old || most.CompareAndSwap(old, now) {
					break
				}
			}
			turns.Add(1)
			time.Sleep(time.Millisecond)
			inside.Add(-1)
			unlock()
		})
	}
	wg.Wait()
	if most.Load() > 3 || turns.Load() != 12 {
		t.Errorf("%d at once, %d of 12 in all", most.Load(), turns.Load())
	}
}

func TestWhoGetsNoTurnIsToldInTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turn")
	unlock, err := Turn(t.Context(), path, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if _, err := Turn(t.Context(), path, 1, 20*time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Turn(ctx, path, 1, time.Minute); err == nil {
		t.Error("a cancelled context waits")
	}
}
