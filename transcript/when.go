package transcript

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// when reads a time in any of the shapes that transcripts use: RFC 3339, the same without zone (taken as UTC) or with a space,
// and Unix time in seconds, milliseconds, microseconds or nanoseconds, told apart by size. Unreadable is the zero time.
func (v value) when() time.Time {
	switch {
	case v.isString():
		return parseTime(v.str())
	case v.isNumber():
		return epochOf(v.raw())
	}
	return time.Time{}
}

// parseTime reads a time that is written out, or Unix time in digits. A year that no record can hold is none.
func parseTime(s string) time.Time {
	if t := writtenTime(s); t.Year() >= 1 && t.Year() <= 9999 {
		return t
	}
	return time.Time{}
}

func writtenTime(s string) time.Time {
	s = strings.TrimSpace(s)
	if len(s) < 8 {
		return time.Time{}
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t.UTC()
	}
	for _, layout := range []string{
		"2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05Z", "2006-01-02 15:04:05",
		"2006-01-02T15:04:05-0700", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02",
	} {
		if t, err := time.ParseInLocation(layout, s, time.UTC); err == nil {
			return t.UTC()
		}
	}
	return epochOf(s)
}

// epochOf reads Unix time. Bounds: seconds until the year 5138, then milli-, micro- and nanoseconds by three digits each.
func epochOf(s string) time.Time {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		switch {
		case n <= 0:
			return time.Time{}
		case n < 1e11:
			return time.Unix(n, 0).UTC()
		case n < 1e14:
			return time.UnixMilli(n).UTC()
		case n < 1e17:
			return time.UnixMicro(n).UTC()
		}
		return time.Unix(0, n).UTC()
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(f > 0) || f >= 1e14 {
		return time.Time{}
	}
	if f >= 1e11 {
		f /= 1000
	}
	sec, frac := math.Modf(f)
	return time.Unix(int64(sec), int64(math.Round(frac*1e6))*1000).UTC()
}
