package hub

import (
	"context"
	"errors"

	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// ahead calls work with the view that the hub's methods share. While the files are compared with the projections that is what those hold
// already; once a file turns out to differ, the same with that edit; and where that is not all, the store as it is. work is called again for each and
// must forget what it did before. Nothing of it may leave before ahead returns. A search within it gives up with recall.ErrMoot as soon as it is not
// needed any more.
func (h *Hub) ahead(ctx context.Context, work func() error) error {
	if h.view != nil {
		return work()
	}
	a, err := h.Projections.OpenBy(ctx, h.haste())
	if err = h.inTime(err); err != nil {
		return err
	}
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
	if !h.hasty() {
		if view := a.Edited(); view != nil {
			in(view, a.Others())
		}
	}
	view, stands, err := a.Settle(ctx)
	if err = h.inTime(err); err != nil {
		return err
	}
	h.see(view)
	if !stands || errors.Is(failed, recall.ErrMoot) || len(view.Degraded()) > said { // also where something is to be said since
		failed = work()
	}
	return failed
}
