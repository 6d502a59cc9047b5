package writeservice

import (
	"errors"
	"fmt"
	"time"

	"github.com/factline/memory/items"
)

// A successor that is true from a later date does not end today's fact today: the old item stays in force and gets the date as the end of
// its own truth, so that it runs out by itself when the other begins. Before that date a prompt has the one, after it the other, and asking as
// of either time gives the same.

// giveWay puts an item out of force for what supersedes it, at once or from the date on. False says that nothing is left to do: it runs
// out by itself before the other is true.
func (s *Service) giveWay(old *items.Item, successor items.Item, to items.Status) bool {
	from, now := successor.Valid.From, s.now()
	if old.Status != items.Active || !from.After(now) {
		old.Status = to
		return true
	}
	last := lastBefore(from)
	switch {
	case last.Before(old.Valid.From): // it would have begun with or after what takes its place
		old.Status = to
		return true
	case !old.Valid.Until.IsZero() && !old.Valid.End().After(from):
		return false
	}
	old.Valid.Until = last
	old.Settle("valid.until")
	return true
}

// lastBefore is the valid.until of what holds up to a time: the day before, where that begins a day, or else the second before. One that
// would read as a whole day is moved on by a second.
func lastBefore(from time.Time) time.Time {
	if day := 24 * time.Hour; from.UTC().Truncate(day).Equal(from) {
		return from.UTC().Add(-day)
	}
	last := from.UTC().Add(-time.Second)
	if !(items.Valid{Until: last}).End().Equal(last) {
		return last.Add(-time.Second)
	}
	return last
}

// runsOut reports that an item ends by its own date before its successor is true: it waits for no second half of a change.
func runsOut(old, successor items.Valid) bool {
	return !old.Until.IsZero() && !successor.From.IsZero() && !old.End().After(successor.From)
}

// untilThen says of superseded items that stay in force for now, until when.
func untilThen(olds []stored, from time.Time) (words []string) {
	when := from.UTC().Format(time.DateOnly)
	if !from.UTC().Truncate(24 * time.Hour).Equal(from) {
		when = from.UTC().Format(time.RFC3339)
	}
	for _, old := range olds {
		if old.Status == items.Active {
			words = append(words, fmt.Sprintf("%s stays in force until then: this is true from %s", old.ID, when))
		}
	}
	return words
}

// moveDate moves the end of what gave way from a date when that date is changed: else neither would hold between the two, or both.
func (t *tx) moveDate(it *items.Item) error {
	was := t.old.Valid.From
	if it.Valid.From.Equal(was) || was.IsZero() || it.Status != items.Active {
		return nil
	}
	for _, id := range it.Supersedes {
		old, err := t.s.load(t.ctx, id)
		if errors.Is(err, items.ErrNotFound) || err == nil && (old.Status != items.Active || !old.Valid.Until.Equal(lastBefore(was)) || old.closedTo(t.who.Channel) != "") {
			continue
		}
		if err != nil {
			return err
		}
		old.Valid.Until = time.Time{}
		if t.s.giveWay(&old.Item, *it, items.Superseded) {
			old.Updated = t.s.now()
			t.last = append(t.last, old)
			t.reasons = append(t.reasons, untilThen([]stored{old}, it.Valid.From)...)
		}
	}
	return nil
}
