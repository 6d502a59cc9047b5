package recall

import (
	"slices"
	"time"
)

// fromNow reads a time that is told from now. "on Friday" is none in a plan, where it may be any; in a question about what was it is the last one, and so it
// is behind "since".
func (r *timeReader) fromNow() (s stretch, n int) {
	if s, n = r.dayFromNow(); n > 0 {
		more := 0
		if r.word(n) == "hui" { // "aujourd'hui"
			more++
		}
		if from, to := dayPart(r.word(n + more)); to > 0 {
			return s.hours(from, to), n + more + 1
		}
		return s, n + more
	}
	first := r.word(0)
	switch first {
	case "earlier":
		if r.at++; r.at < len(r.tokens) {
			s, n = r.fromNow()
		}
		if r.at--; n > 0 {
			return s, n + 1
		}
	case "last", "past", "previous", "this", lastAfter:
		return r.lastOrThis(first)
	case agoFirst:
		if count, words := r.countAt(1); count != 0 {
			if u, ok := unitOf(r.word(1 + words)); ok {
				return u.ago(r.now, count), words + 2
			}
		}
	case "weekend":
		if slices.Contains([]string{"over", "at", "on", "during"}, r.word(-2)) && r.word(-1) == "the" {
			return weekend(r.now, 1), 1
		}
	case "other":
		if r.word(1) == "day" {
			return days.ago(r.now, fewWord), 2
		}
	}
	if u, ok := unitOf(first); ok && r.word(1) == lastAfter {
		s.from, s.to = u.back(r.now, 1)
		return s, 2
	}
	if count, words := r.countAt(0); count != 0 {
		if u, ok := unitOf(r.word(words)); ok && r.word(words+1) == "ago" {
			return u.ago(r.now, count), words + 2
		}
	}
	return s, 0
}

// dayFromNow reads a day.
func (r *timeReader) dayFromNow() (s stretch, n int) {
	day := func(back, words int) (stretch, int) {
		s.from, s.to = days.back(r.now, back)
		return s, words
	}
	switch first := r.word(0); first {
	case "today", "tonight":
		return day(0, 1)
	case "yesterday":
		return day(1, 1)
	case beforeYesterday:
		return day(2, 1)
	case "day":
		if r.word(1) == "before" && r.word(2) == "yesterday" {
			return day(2, 3)
		}
	case "last":
		if r.word(1) == "night" {
			s, n = day(1, 2)
			return s.hours(18, 24), n
		}
	case "this":
		if from, to := dayPart(r.word(1)); to > 0 {
			s, n = day(0, 2)
			return s.hours(from, to), n
		}
	default:
		d, before := nameIn(weekdays, first), r.word(-1)
		if d >= 0 && len(first) > 3 && (slices.Contains([]string{"since", "until", "till", "before", "after"}, before) || before == "on" && r.past()) {
			s.from, s.to = lastWeekday(r.now, d)
			return s, 1
		}
	}
	return s, 0
}

// past reports a text about what was.
func (r *timeReader) past() bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool {
		switch t.text {
		case "did", "was", "were", "had", "happened":
			return true
		}
		return false
	})
}

// lastOrThis reads what follows "last" or "this": a unit of time, a weekday, a count of units. What is past reaches up to now.
func (r *timeReader) lastOrThis(first string) (s stretch, n int) {
	back := 1
	if first == "this" {
		back = 0
	}
	if u, ok := unitOf(r.word(1)); ok {
		if s.from, s.to = u.back(r.now, back); first == "past" {
			s.to = time.Time{}
		}
		return s, 2
	}
	if r.word(1) == "weekend" {
		return weekend(r.now, back), 2
	}
	if d := nameIn(weekdays, r.word(1)); d >= 0 && back == 1 {
		s.from, s.to = lastWeekday(r.now, d)
		return s, 2
	}
	if count, words := r.countAt(1); count != 0 && back == 1 {
		if u, ok := unitOf(r.word(1 + words)); ok {
			s.from, _ = u.back(r.now, few(count))
			return s, words + 2 // up to now
		}
	}
	return s, 0
}

// dayPart are the hours of a part of a day, 0, 0 for any other word.
func dayPart(word string) (from, to int) {
	switch word {
	case "morning":
		return 0, 12
	case "afternoon":
		return 12, 18
	case "evening", "night":
		return 18, 24
	}
	return 0, 0
}

// quarter reads "Q3 2026", "in Q3", "the third quarter of 2026".
func (r *timeReader) quarter() (s stretch, n int) {
	number, words := 0, 1
	if w := r.word(0); len(w) == 2 && w[0] == 'q' && '1' <= w[1] && w[1] <= '4' {
		number = int(w[1] - '0')
	} else if u, ok := unitOf(r.word(1)); ok && u == quarters {
		number, words = slices.Index([]string{"", "first", "second", "third", "fourth"}, w), 2
		if w == "" {
			number = 0
		}
	}
	if number < 1 {
		return s, 0
	}
	year, more := r.yearAt(words)
	if more == 0 && words == 1 && !isTimeWord(r.word(-1)) {
		return s, 0
	}
	if s.from, s.to = quarterOf(year, number, r.now); s.from.IsZero() {
		return s, 0
	}
	s.yearless = year == 0
	return s, words + more
}

// lastWeekday is the last day of that name before today.
func lastWeekday(now time.Time, weekday int) (from, to time.Time) {
	return days.back(now, (int(now.Weekday())-weekday+6)%7+1)
}
