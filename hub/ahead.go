package hub

import (
	"context"
	"errors"
	"time"

	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// ahead calls work with the view that the hub's methods share. While the files are compared with the projections that is what those hold
// already; once a file turns out to differ, the same with that edit; and where that is not all, the store as it is. work is called again for each and
// must forget what it did before. Nothing of it may leave before ahead returns. A search within it gives up with recall.ErrMoot as soon as it is not
// needed any more.
func (h *Hub) ahead(ctx context.Context, work func() error) (took aheadStages, err error) {
	if h.view != nil {
		return took, work()
	}
	started := time.Now()
	a, err := h.Projections.OpenBy(ctx, h.haste())
	if err = h.inTime(err); err != nil {
		return took, err
	}
	took.open = []recall.Stage{{Name: "open", Took: time.Since(started)}}
	said := 0
	var failed error
	in := func(view *projections.View, moot <-chan struct{}) {
		said = len(view.Degraded())
		h.view, h.moot = view, moot
		failed = work()
		h.view, h.moot = nil, nil
	}
	switch view := a.View(); {
	case view == nil:
	case h.hasty():
		in(view, nil)
	default:
		in(view, a.Differs())
	}
	started = time.Now()
	if !h.hasty() {
		if view := a.Edited(); view != nil {
			took.compare = []recall.Stage{{Name: "compare", Took: time.Since(started)}}
			in(view, a.Others())
			started = time.Now()
		}
	}
	view, stands, err := a.Settle(ctx)
	if err = h.inTime(err); err != nil {
		return took, err
	}
	h.see(view)
	took.compare = summed(took.compare, []recall.Stage{{Name: "compare", Took: time.Since(started)}})
	if !stands || errors.Is(failed, recall.ErrMoot) || len(view.Degraded()) > said { // also where something is to be said since
		failed = work()
	}
	return took, failed
}

// aheadStages are what opening took before the work, and what the comparison took after it; none in an open view.
type aheadStages struct{ open, compare []recall.Stage }

// around puts them around the stages of the work, one line for each name.
func (s aheadStages) around(work []recall.Stage) []recall.Stage {
	return summed(summed(s.open, work), s.compare)
}
