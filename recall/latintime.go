package recall

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// token is a word or a number of a text, in small letters; "2026-05-12" is one.
type token struct {
	text       string
	start, end int
}

func tokens(text string) (out []token) {
	for at := 0; at < len(text); {
		if !isAlnum(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && (isAlnum(text[at]) || isDateSign(text, at)) {
			at++
		}
		out = append(out, token{strings.ToLower(text[start:at]), start, at})
	}
	return out
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDateSign(text string, at int) bool {
	digit := func(n int) bool { return n >= 0 && n < len(text) && '0' <= text[n] && text[n] <= '9' }
	return (text[at] == '-' || text[at] == '/') && digit(at-1) && digit(at+1)
}

// latinTimes finds the times that English words and numbers name: "yesterday", "last week", "3 days ago", "in March", "May 12, 2026",
// "since 2026-05".
func latinTimes(text string, now time.Time) (out []stretch) {
	r := timeReader{tokens: tokens(text), now: now}
	for r.at = 0; r.at < len(r.tokens); {
		s, n := r.read()
		if n == 0 {
			r.at++
			continue
		}
		first := r.at
		s, first = r.bound(s, first)
		s.start, s.end = r.tokens[first].start, r.tokens[r.at+n-1].end
		if more := strings.TrimLeft(text[s.end:], " "); !isASCII(more) { // 2026-05 以来
			var size int
			s, size = hanBound(s, more)
			s.end += size
		}
		out = append(out, s)
		r.at += n
	}
	return out
}

type timeReader struct {
	tokens []token
	at     int
	now    time.Time
}

// word is the token n after the one that is read, "" beyond the ends.
func (r *timeReader) word(n int) string {
	if n += r.at; n < 0 || n >= len(r.tokens) {
		return ""
	}
	return r.tokens[n].text
}

// read reads the time that begins at a token, and in how many tokens; none, 0.
func (r *timeReader) read() (s stretch, n int) {
	if !r.now.IsZero() {
		if s, n = r.fromNow(); n > 0 {
			s.relative = true
			return s, n
		}
	}
	year, month, date, n := r.date()
	if n == 0 {
		return s, 0
	}
	var ok bool
	if s.from, s.to, ok = calendar(year, month, date, r.now); !ok {
		return s, 0
	}
	return s, n
}

// fromNow reads a time that is told from now. "on Friday" is none: it may be any. "since Friday" is since the last one.
func (r *timeReader) fromNow() (s stretch, n int) {
	first := r.word(0)
	switch first {
	case "today":
		s.from, s.to = days.back(r.now, 0)
		return s, 1
	case "yesterday":
		s.from, s.to = days.back(r.now, 1)
		return s, 1
	case "last", "past", "previous", "this":
		back := 1
		if first == "this" {
			back = 0
		}
		if u, ok := unitOf(r.word(1)); ok {
			s.from, s.to = u.back(r.now, back)
			return s, 2
		}
		if d := nameIn(weekdays, r.word(1)); d >= 0 && back == 1 {
			s.from, s.to = lastWeekday(r.now, d)
			return s, 2
		}
		if u, ok := unitOf(r.word(2)); ok && back == 1 {
			if count := small(r.word(1)); count > 0 {
				s.from, _ = u.back(r.now, count)
				return s, 3 // up to now
			}
		}
	}
	if d := nameIn(weekdays, first); d >= 0 && slices.Contains([]string{"since", "until", "till", "before", "after"}, r.word(-1)) && len(first) > 3 {
		s.from, s.to = lastWeekday(r.now, d)
		return s, 1
	}
	if u, ok := unitOf(r.word(1)); ok && r.word(2) == "ago" {
		if count := small(first); count > 0 {
			s.from, s.to = u.back(r.now, count)
			return s, 3
		}
	}
	return s, 0
}

// date reads the parts of a date of the calendar; those that are not named are 0.
func (r *timeReader) date() (year, month, date, n int) {
	if y, m, d, ok := isoDate(r.word(0)); ok {
		return y, m, d, 1
	}
	if d := dayOf(r.word(0)); d > 0 {
		at := 1
		if r.word(1) == "of" {
			at = 2
		}
		if m := nameIn(monthNames, r.word(at)); m >= 0 {
			year, n = r.yearAt(at + 1)
			return year, m + 1, d, at + 1 + n
		}
	}
	if m := nameIn(monthNames, r.word(0)); m >= 0 {
		if d := dayOf(r.word(1)); d > 0 {
			year, n = r.yearAt(2)
			return year, m + 1, d, 2 + n
		}
		if year, n = r.yearAt(1); n > 0 || r.namesMonth() {
			return year, m + 1, 0, 1 + n
		}
	}
	if year, n = r.yearAt(0); n > 0 && isTimeWord(r.word(-1)) {
		return year, 0, 0, n
	}
	return 0, 0, 0, 0
}

func (r *timeReader) yearAt(n int) (year, tokens int) {
	if w := r.word(n); len(w) == 4 && (strings.HasPrefix(w, "20") || strings.HasPrefix(w, "19")) {
		if year, err := strconv.Atoi(w); err == nil {
			return year, 1
		}
	}
	return 0, 0
}

// namesMonth tells a month from a word that is spelt like it: "may" and "march" are verbs, "dec" and "mar" short for other things.
func (r *timeReader) namesMonth() bool {
	name := r.word(0)
	return len(name) > 3 && name != "march" || isTimeWord(r.word(-1))
}

// bound applies the word before a time: since, before, after, "the week before". It returns the number of the first token that is part of it.
func (r *timeReader) bound(s stretch, first int) (stretch, int) {
	before := r.word(-1)
	switch before {
	case "since":
		s.to = time.Time{}
		return s, first - 1
	case "until", "till", "by":
		s.from = time.Time{}
		return s, first - 1
	case "in", "on", "during", "of", "from", "last", "this":
		return s, first - 1
	case "before", "after":
	default:
		return s, first
	}
	_, isUnit := unitOf(r.word(-2))
	near := isUnit || r.word(-2) == "weekend" || nameIn(weekdays, r.word(-2)) >= 0
	if near {
		first--
	}
	switch {
	case before == "before" && near:
		s.from, s.to = s.from.Add(-oneWeek), s.from
	case before == "before":
		s.from, s.to = time.Time{}, s.from
	case near:
		s.from, s.to = s.to, s.to.Add(oneWeek)
	default:
		s.from, s.to = s.to, time.Time{}
	}
	return s, first - 1
}

func isTimeWord(word string) bool {
	switch word {
	case "in", "on", "since", "before", "after", "until", "till", "by", "during", "of", "from", "last", "this", "early", "late", "mid":
		return true
	}
	return false
}

var (
	monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
	weekdays   = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	smallNames = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
)

// nameIn finds a name of the calendar, or its first three letters, by number; -1: it is none.
func nameIn(names []string, word string) int {
	if len(word) < 3 {
		return -1
	}
	return slices.IndexFunc(names, func(name string) bool {
		return word == name || word == name[:3] || word == "sept" && name == "september"
	})
}

func unitOf(word string) (span, bool) {
	switch strings.TrimSuffix(word, "s") {
	case "day":
		return days, true
	case "week":
		return weeks, true
	case "month":
		return months, true
	case "year":
		return years, true
	}
	return 0, false
}

// small reads a count up to 99; what is none is 0.
func small(word string) int {
	if word == "a" || word == "an" {
		return 1
	}
	if n := slices.Index(smallNames, word); n > 0 {
		return n
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > 99 {
		return 0
	}
	return n
}

// dayOf reads the day of a month: "8", "8th".
func dayOf(word string) int {
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		word = strings.TrimSuffix(word, ending)
	}
	if n, err := strconv.Atoi(word); err == nil && len(word) <= 2 && n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// isoDate reads "2026-05", "2026-05-12" and the same with slashes.
func isoDate(word string) (year, month, date int, ok bool) {
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '/' })
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) != 4 {
		return 0, 0, 0, false
	}
	numbers := make([]int, 3)
	for n, part := range parts {
		v, err := strconv.Atoi(part)
		if err != nil || v < 1 || n > 0 && len(part) > 2 {
			return 0, 0, 0, false
		}
		numbers[n] = v
	}
	return numbers[0], numbers[1], numbers[2], true
}

// lastWeekday is the last day of that name before today.
func lastWeekday(now time.Time, weekday int) (from, to time.Time) {
	return days.back(now, (int(now.Weekday())-weekday+6)%7+1)
}
