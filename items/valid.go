package items

import (
	"errors"
	"fmt"
	"time"
)

// Instant is t as an item can hold it: in UTC, and within the four digits that RFC 3339 has for a year. What a computation or a zone brings
// beyond them is the first or last second that can be named.
func Instant(t time.Time) time.Time {
	first, last := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	switch t = t.UTC(); {
	case t.Before(first):
		return first
	case t.After(last):
		return last
	}
	return t
}

// End is the first instant at which what ends with Until does not hold any more: a plain date counts to the end of its day. Zero: no end.
func (v Valid) End() time.Time {
	if u := v.Until.UTC(); !u.IsZero() && u.Truncate(24*time.Hour).Equal(u) {
		return u.Add(24 * time.Hour)
	}
	return v.Until
}

// Missed says on which side of what is true a time lies, "from 2027-03-01" before it and "until 2026-05-01" after it; "" where it is true.
func (v Valid) Missed(at time.Time) string {
	day := func(t time.Time) string {
		if t = t.UTC(); t.Truncate(24 * time.Hour).Equal(t) {
			return t.Format(time.DateOnly)
		}
		return t.Format(time.RFC3339)
	}
	switch end := v.End(); {
	case !v.From.IsZero() && at.Before(v.From):
		return "from " + day(v.From)
	case !end.IsZero() && !at.Before(end):
		return "until " + day(v.Until)
	}
	return ""
}

// SetValid takes from people and agents when a fact was true, which may be another time than when it is written. An empty text leaves its side as
// it is, "none" takes it away. The error begins with the side.
func (it *Item) SetValid(from, until string) error {
	for _, side := range []struct {
		name, text string
		at         *time.Time
	}{{"from", from, &it.Valid.From}, {"until", until, &it.Valid.Until}} {
		if side.text == "" {
			continue
		}
		at, err := validTime(side.text)
		if err != nil {
			return fmt.Errorf("%s %.40q: want a date such as 2026-11-29, an instant such as 2026-11-29T10:00:00Z, or none", side.name, side.text)
		}
		*side.at = at
		it.Settle("valid." + side.name)
	}
	return nil
}

func validTime(text string) (time.Time, error) {
	if text == "none" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		at, err = time.Parse(time.RFC3339, text)
		at = Instant(at)
	}
	if err == nil && at.IsZero() {
		err = errors.New("the first instant of the year 1 stands for no time at all")
	}
	return at, err
}
