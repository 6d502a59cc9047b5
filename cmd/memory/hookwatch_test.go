package main

import (
	"context"
	"testing"
	"time"
)

func TestAHookWaitsWhileItCanStillEndInTime(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	ready := func() <-chan int {
		work := make(chan int, 1)
		work <- 7
		return work
	}
	if got, ok := inTime(t.Context(), ready(), time.Now().Add(time.Hour)); !ok || got != 7 {
		t.Errorf("finished work gives %d, %v", got, ok)
	}
	if _, ok := inTime(ended, make(chan int), time.Now().Add(time.Hour)); ok {
		t.Error("an ended context was waited out")
	}
	if _, ok := inTime(t.Context(), make(chan int), time.Now().Add(-time.Second)); ok {
		t.Error("a deadline that is over was waited for")
	}
	// Woken after watchAfter, it sees that one more look comes behind the deadline, and ends before it.
	if _, ok := inTime(t.Context(), make(chan int), time.Now().Add(watchAfter+watchEvery/2)); ok {
		t.Error("work that never ends was waited for")
	}
}
