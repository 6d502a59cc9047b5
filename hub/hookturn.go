package hub

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/projections"
)

// Twenty searches at once on two cores are all late, and each has used its CPU for nothing. So the hooks of a store search in turns, one for
// two cores at once, and what gets no turn says so while it still can. Who waited long for its turn has others behind it: it ranks what the
// index has and compares no file but those of its answer, which takes half of the CPU (docs/bench/speed.md).

// searching is the time that a hook keeps for its search, of what it has until its deadline, where few others want the CPU.
const searching = 60 * time.Millisecond

// SearchTime is what a search without the comparison takes of a hook's time where everything takes load times as long as on an idle machine; 0
// where that is no matter. Who has less left gives up at once and spends no CPU on an answer that would come too late.
func SearchTime(p Place, load float64) time.Duration {
	if load <= laden || !p.Exists {
		return 0
	}
	const opening, thousand = 4 * time.Millisecond, 1000 * time.Microsecond // of a thousand items
	idle := opening + thousand*time.Duration(projections.Rows(filepath.Join(p.Dir, "projections")))/1000
	return time.Duration(load * float64(idle))
}

// laden is how many times longer than its work the start of a hook takes where it matters what a search will take.
const laden = 2.5

// withFiles is how many times longer a search takes with the comparison.
const withFiles = 3

// hurried is how long after its start a hook that has its turn does without the comparison. It comes that far in 3 ms where the machine has
// a core for it; where it took so much longer, the rest would too.
const hurried = 20 * time.Millisecond

// HookOnlyKeeps reports a call that is appended to a file and gets no text: whatever the store holds, or because ctx ends too early for a
// search. The door need not wait beside it.
func HookOnlyKeeps(ctx context.Context, c hook.Call, search time.Duration) bool {
	s := &hookSession{search: search}
	switch c.Event {
	case hook.SessionStart, hook.UserPromptSubmit, hook.PreCompact:
		return !c.Shape().Takes() || s.outOfTime(ctx)
	case hook.Stop:
		return !c.Shape().Takes()
	}
	return true
}

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

// Reasons of a hook that does not search.
const (
	busy   = "the machine is busy: others search this store"
	noTime = "the machine is busy: no time is left for a search"
)

// outOfTime reports whether a search that began now would come too late.
func (s *hookSession) outOfTime(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return limited && s.search > 0 && time.Until(end) < s.search
}

// turn waits until the hook may search, or says why it does not. The turn ends with the call.
func (s *hookSession) turn(ctx context.Context) (reason string) {
	if s.outOfTime(ctx) {
		return noTime
	}
	if s.release == nil { // else it came at once
		wait := time.Minute
		if end, limited := ctx.Deadline(); limited {
			wait = max(0, time.Until(end)-max(searching, s.search))
		}
		err := s.takeTurn(ctx, wait)
		if errors.Is(err, filelock.ErrBusy) || ctx.Err() != nil {
			return busy
		} // any other error: nothing can be written here, and everybody searches for himself
	}
	return ""
}

// hurries reports whether the machine is too busy for the comparison.
func (s *hookSession) hurries(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return limited && (time.Until(end) < withFiles*s.search || time.Since(s.began) > hurried)
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
