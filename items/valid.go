package items

import "time"

// End is the first instant at which what ends with Until does not hold any more: a plain date counts to the end of its day. Zero: no end.
func (v Valid) End() time.Time {
	if u := v.Until.UTC(); !u.IsZero() && u.Truncate(24*time.Hour).Equal(u) {
		return u.Add(24 * time.Hour)
	}
	return v.Until
}
