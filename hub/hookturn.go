package hub

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/filelock"
)

// Twenty searches at once on two cores are all late, and each has used its CPU for nothing. So the hooks of a store search in turns, one for
// two cores at once, and what gets no turn says so while it still can. Who waited long for its turn has others behind it: it ranks what the
// index has and compares no file but those of its answer, which takes half of the CPU (docs/bench/speed.md).

// searching is the time that a hook keeps for its search, of what it has until its deadline.
const searching = 60 * time.Millisecond

// hurried is how long after its start a hook that gets its turn does without the comparison. It comes that far in 3 ms where the machine has
// a core for it; what took longer would take longer yet.
const hurried = 40 * time.Millisecond

// comparing is the share of a hook's time after which it no longer waits for the comparison. What is left is for the pack.
const comparing = 0.75

// comparingUntil is when the hook goes on with what was compared by then; zero without a deadline.
func (s *hookSession) comparingUntil(ctx context.Context) time.Time {
	end, limited := ctx.Deadline()
	if !limited {
		return time.Time{}
	}
	return s.began.Add(time.Duration(comparing * float64(end.Sub(s.began))))
}

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
	if !h.until.IsZero() && time.Since(s.began) > hurried {
		h.answerBy(s.began)
	}
	return done, true
}
