package pause

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestForWaitsAsLongAsItIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := For(t.Context(), 3*time.Second); err != nil || time.Since(start) != 3*time.Second {
			t.Fatalf("%v after %v", err, time.Since(start))
		}
	})
}

func TestForEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if err := For(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Fatalf("%v after %v", err, time.Since(start))
		}
		for _, d := range []time.Duration{0, -time.Second, time.Hour} {
			if err := For(ctx, d); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v of an ended context: %v", d, err)
			}
		}
	})
}

func TestNoTimeIsNoWait(t *testing.T) {
	for _, d := range []time.Duration{0, -time.Hour} {
		if err := For(t.Context(), d); err != nil {
			t.Errorf("%v: %v", d, err)
		}
	}
}
