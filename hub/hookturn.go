package hub

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/filelock"
)

// Twenty searches at once on two cores are all late, and each has used its CPU for nothing. So the hooks of a store search in turns, one for
// two cores at once, and what gets no turn says so while it still can. That spares CPU; it does not make twenty at once answer with text
// (docs/bench/speed.md).

// searching is the time that a hook keeps for its search, of what it has until its deadline.
const searching = 60 * time.Millisecond

// busy is the reason of a hook that got no turn.
const busy = "the machine is busy: others search this store"

// turn waits until the hook may search; false where there is no time left for it.
func (s *hookSession) turn(ctx context.Context, h *Hub) (done func(), ok bool) {
	wait := time.Minute
	if end, limited := ctx.Deadline(); limited {
		wait = max(0, time.Until(end)-searching)
	}
	done, err := filelock.Turn(ctx, filepath.Join(h.Projections.Dir, "turn.lock"), filelock.Turns(), wait)
	switch {
	case errors.Is(err, filelock.ErrBusy), ctx.Err() != nil:
		return nil, false
	case err != nil:
		return func() {}, true // nothing can be written here: everybody for himself
	}
	return done, true
}
