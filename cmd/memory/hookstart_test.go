package main

import (
	"testing"
	"time"
)

func TestTheStartOfTheProcessCountsUpToHalfOfThePatience(t *testing.T) {
	const patience = 200 * time.Millisecond
	for _, c := range []struct {
		ran, waited   time.Duration
		left, reserve time.Duration
		load          float64
	}{
		{0, 0, patience, closing, 1}, // a system that tells nothing
		{8 * time.Millisecond, 0, 192 * time.Millisecond, closing, 1},
		{8 * time.Millisecond, 32 * time.Millisecond, 160 * time.Millisecond, 5 * closing, 5},
		{8 * time.Millisecond, 792 * time.Millisecond, 100 * time.Millisecond, 50 * time.Millisecond, 100},
		{3 * time.Second, 0, 100 * time.Millisecond, closing, 1}, // a script that became this process
	} {
		s := &streams{startup: func() (ran, waited time.Duration) { return c.ran, c.waited }}
		before := time.Now()
		h := startedAt(s)
		if h.main().Before(before) || h.before != c.ran+c.waited || h.load != c.load {
			t.Errorf("%v and %v waited: %+v", c.ran, c.waited, h)
		}
		if left := h.deadline(patience).Sub(h.main()); left != c.left {
			t.Errorf("%v and %v waited: %v left, want %v", c.ran, c.waited, left, c.left)
		}
		if reserve := h.reserve(patience); reserve != c.reserve {
			t.Errorf("%v and %v waited: reserve %v, want %v", c.ran, c.waited, reserve, c.reserve)
		}
	}
	if h := startedAt(&streams{}); h.before != 0 || h.load != 1 {
		t.Errorf("without a word of the start: %+v", h)
	}
	if ran, waited := startup(); ran < 0 || waited < 0 {
		t.Errorf("the start of this process: %v, %v", ran, waited)
	}
}
