package recall

import (
	"math"
	"time"

	"github.com/factline/memory/items"
)

// stretch is a piece of time that a question names, and where it does. An open end is the zero time.
type stretch struct {
	from, to   time.Time // from <= t < to
	start, end int       // bytes of the text
	relative   bool      // told from now ("last week"): the same words in an item mean another week
	yearless   bool      // a time of the calendar without its year: the last one that has begun
}

const (
	oneDay  = 24 * time.Hour
	oneWeek = 7 * oneDay
)

// stretches are the times that a text names, in the order of the text. Days are those of now's place; without a clock only a time with its
// year is one. A text that is longer than a question is a log, and full of times.
func stretches(text string, now time.Time) []stretch {
	if len(text) > maxAsked {
		return nil
	}
	return ranges(text, append(latinTimes(text, now), hanTimes(text, now)...))
}

// timed reports whether a unit is one of the words of time, and whether of a time told from now.
func timed(at int, named []stretch) (yes, relative bool) {
	for _, s := range named {
		if s.start <= at && at < s.end {
			return true, s.relative
		}
	}
	return false, false
}

// fit is how well an item's time fits the best of the stretches, 0..1. What happened at a moment fits where it happened, and so does what
// began in the stretch; what had begun before and was still in force half. Beside the stretch it fits half, and by
// half of that with each half of its length: what happened last week may be told on Monday.
func fit(h items.Head, named []stretch) (best float64) {
	for _, s := range named {
		best = max(best, s.fit(h))
	}
	return best
}

func (s stretch) fit(h items.Head) float64 {
	at := began(h)
	if at.IsZero() {
		return 0
	}
	var beside time.Duration
	switch {
	case at.Before(s.from):
		beside = s.from.Sub(at)
	case !s.to.IsZero() && !at.Before(s.to):
		beside = at.Sub(s.to)
	default:
		return 1
	}
	if at.Before(s.from) && holds(h, s.from) {
		return 0.5
	}
	half := oneDay
	if !s.from.IsZero() && !s.to.IsZero() {
		half = max(half, s.to.Sub(s.from)/2)
	}
	return math.Exp2(-float64(beside)/float64(half)) / 2
}

// holds reports whether an item that began before a time was still true at it, as far as its own head says. What fades is true of a moment.
func holds(h items.Head, at time.Time) bool {
	switch h.Type {
	case items.Episode, items.Signal, items.Handoff:
		return false
	}
	return h.Valid.Until.IsZero() || at.Before(h.Valid.End())
}

// midnight is when the day of t began.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// span names a whole number of hours, days, weeks (from Monday), months, quarters or years: the one that lies back units before that of now.
type span byte

const (
	hours    span = 'h'
	days     span = 'd'
	weeks    span = 'w'
	months   span = 'm'
	quarters span = 'q'
	years    span = 'y'
)

func (u span) back(now time.Time, back int) (from, to time.Time) {
	today := midnight(now)
	switch u {
	case hours:
		from = now.Add(-time.Duration(back) * time.Hour).Truncate(time.Hour)
		return from, from.Add(time.Hour)
	case quarters:
		from = time.Date(now.Year(), (now.Month()-1)/3*3+1-time.Month(3*back), 1, 0, 0, 0, 0, now.Location())
		return from, from.AddDate(0, 3, 0)
	case days:
		from = today.AddDate(0, 0, -back)
		return from, from.AddDate(0, 0, 1)
	case weeks:
		from = today.AddDate(0, 0, -(int(today.Weekday())+6)%7-7*back)
		return from, from.AddDate(0, 0, 7)
	case months:
		from = time.Date(now.Year(), now.Month()-time.Month(back), 1, 0, 0, 0, 0, now.Location())
		return from, from.AddDate(0, 1, 0)
	}
	from = time.Date(now.Year()-back, 1, 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(1, 0, 0)
}

// calendar is a year, a month of it, or a day of that; parts that are 0 were not named. A month without its year is the last one that
// has begun. ok is false for what no calendar has.
func calendar(year, month, date int, now time.Time) (from, to time.Time, ok bool) {
	if year == 0 {
		if now.IsZero() || month == 0 {
			return from, to, false
		}
		year = now.Year()
		if time.Date(year, time.Month(month), max(1, date), 0, 0, 0, 0, now.Location()).After(now) {
			year--
		}
	}
	if year < 1970 || year > 2199 || month > 12 || date > 31 || month == 0 && date > 0 {
		return from, to, false
	}
	from = time.Date(year, time.Month(max(1, month)), max(1, date), 0, 0, 0, 0, now.Location())
	switch {
	case date > 0:
		return from, from.AddDate(0, 0, 1), int(from.Month()) == month
	case month > 0:
		return from, from.AddDate(0, 1, 0), true
	}
	return from, from.AddDate(1, 0, 0), true
}
