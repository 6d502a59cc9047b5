package mcp

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/internal/pause"
	"github.com/factline/memory/projections"
)

// A server lives as long as a session and mostly waits, so it makes the sentence vectors that its store lacks between the calls: one text at a
// time, never while a call is under way, half of the time at most. For that alone it opens a store without a call, once the client is there.

const (
	fillQuiet = 500 * time.Millisecond // after a call: an agent seldom sends one alone
	fillSlice = time.Minute            // after so long the store is opened anew, and what was written meanwhile comes first
)

// filler is the work between the calls of a session.
type filler struct {
	calls atomic.Int64            // under way
	ended atomic.Int64            // when the last one ended, Unix nanoseconds
	wake  chan *sdk.ServerSession // a call ended
	now   func() time.Time        // the machine's clock
	sleep func(context.Context, time.Duration) error
}

func newFiller() *filler {
	return &filler{wake: make(chan *sdk.ServerSession, 1), now: time.Now, sleep: pause.For}
}

// call is told of each call; what it returns is called when the call ends.
func (f *filler) call(session *sdk.ServerSession) (ended func()) {
	f.calls.Add(1)
	return func() {
		f.ended.Store(f.now().UnixNano())
		f.calls.Add(-1)
		select {
		case f.wake <- session:
		default: // it is awake already
		}
	}
}

// rest waits until no call was under way for a while.
func (f *filler) rest(ctx context.Context) error {
	for {
		quiet := f.now().Sub(time.Unix(0, f.ended.Load()))
		if f.calls.Load() == 0 && quiet >= fillQuiet {
			return ctx.Err()
		}
		if err := f.sleep(ctx, max(fillQuiet-quiet, fillQuiet/10)); err != nil {
			return err
		}
	}
}

// fill works until ctx ends. That it cannot is nobody's matter: what has no sentence vector is found by the others.
func (s *server) fill(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case session := <-s.filler.wake:
			for again := true; again && ctx.Err() == nil; {
				again = s.fillOnce(ctx, session)
			}
		}
	}
}

// fillOnce fills for a while and reports whether there is more to do.
func (s *server) fillOnce(ctx context.Context, session *sdk.ServerSession) (more bool) {
	if s.filler.rest(ctx) != nil {
		return false
	}
	h, _, err := s.open(ctx, session, false)
	if err != nil {
		return false
	}
	defer h.Close()
	slice, cancel := context.WithTimeout(ctx, fillSlice)
	defer cancel()
	o := projections.FillOptions{Gently: true, Rest: s.filler.rest}
	_ = h.FillBehind(slice, o) // why it could not is noted for memory doctor
	err = h.FillSentences(slice, o)
	return (err == nil || errors.Is(err, projections.ErrFilling)) && slice.Err() != nil
}
