package hub

import (
	"context"
	"errors"
	"time"
)

// A hook does not index: after a clone or a pull of a thousand items it would be late with each call and keep nothing of its work. What it
// cannot bring in within its time it leaves to a process of its own, and says nothing until that is done.

// analysing is the wall time in which one changed file is read and analysed, of an item of ordinary length on two loaded cores.
const analysing = 1250 * time.Microsecond

// quick are the options of a hub that must answer before ctx ends.
func (s *hookSession) quick(ctx context.Context) Options {
	o := s.options
	if end, ok := ctx.Deadline(); ok {
		o.Most = max(1, int(time.Until(end)/analysing))
	}
	return o
}

// inTime notes why a view could not be opened.
func (h *Hub) inTime(err error) error {
	if err != nil {
		h.late = err
	}
	return err
}

// leaveIndex starts the work on the indexes that were not ready, unless somebody is at it.
func (s *hookSession) leaveIndex(ctx context.Context, h *Hub, rec *HookRecord) {
	for _, store := range []*Hub{h, h.user} {
		if store == nil || s.start == nil || !store.Projections.WantsCatchUp(context.WithoutCancel(ctx), store.late) {
			continue
		}
		if err := s.start(Job{Index: store.Dir}); err != nil {
			s.fault(rec, errors.New("the process that indexes what changed could not be started: "+err.Error()))
		}
	}
}

// CatchUpIndex does that work.
func (h *Hub) CatchUpIndex(ctx context.Context) error { return h.Projections.CatchUp(ctx) }
