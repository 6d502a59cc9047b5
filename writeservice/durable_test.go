package writeservice

import (
	"errors"
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// Whoever made a deed may have died before its names were durable: the record goes only when the one who completes it has synced them.
func TestACompletedDeedIsSyncedBeforeItsRecordGoes(t *testing.T) {
	s := newService(t)
	must(t, Written)(s.Write(t.Context(), Draft{Item: claim("The API timeout is 30 seconds"), Channel: items.Human}))
	s.guard = func(step string) error {
		if step == "sync" || step == "done" {
			return errors.New("the disk failed")
		}
		return nil
	}
	r := must(t, Written)(s.Write(t.Context(), Draft{Item: claim("The API timeout is 60 seconds"), Channel: items.Human}))
	if len(r.Degraded) == 0 {
		t.Error("the receipt does not say that the change may not last")
	}
	var steps []string
	s.guard = func(step string) error { steps = append(steps, step); return nil }
	if _, err := s.Replay(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sync, done := slices.Index(steps, "sync"), slices.Index(steps, "done"); sync < 0 || done < sync {
		t.Errorf("steps %v, want a sync before done", steps)
	}
}
