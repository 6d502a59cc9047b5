package items

import "time"

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
