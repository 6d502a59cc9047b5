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

// hurried is how long after its start a hook that has its turn does without the comparison. It comes that far in 3 ms where the machine has
// a core for it; where it took so much longer, the rest would too.
const hurried = 20 * time.Millisecond

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

// turn waits until the hook may search; false where there is no time left for it. The turn ends with the call.
func (s *hookSession) turn(ctx context.Context, h *Hub) (ok bool) {
	if s.release == nil { // else it came at once
		wait := time.Minute
		if end, limited := ctx.Deadline(); limited {
			wait = max(0, time.Until(end)-searching)
		}
		err := s.takeTurn(ctx, wait)
		if errors.Is(err, filelock.ErrBusy) || ctx.Err() != nil {
			return false
		} // any other error: nothing can be written here, and everybody searches for himself
	}
	if !h.until.IsZero() && time.Since(s.began) > hurried {
		h.answerBy(s.began)
	}
	return true
}

func (s *hookSession) takeTurn(ctx context.Context, wait time.Duration) (err error) {
	s.release, err = filelock.Turn(ctx, filepath.Join(s.options.Place.Dir, "projections", "turn.lock"), filelock.Turns(), wait)
	return err
}

// endTurn lets the next one search.
func (s *hookSession) endTurn() {
	if s.release != nil {
		s.release()
		s.release = nil
	}
}
