package recall

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// token is a word or a number of a text, in small letters; "2026-05-12" is one.
type token struct {
	text       string
	start, end int
	sure       bool // it names a month, though English has a verb that is spelt so
}

func tokens(text string) (out []token) {
	for at := 0; at < len(text); {
		size := letterAt(text, at)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(text[at:])
			at += size
			continue
		}
		start := at
		for at < len(text) && (letterAt(text, at) > 0 || isDateSign(text, at)) {
			at += max(1, letterAt(text, at))
		}
		out = append(out, token{text: strings.ToLower(text[start:at]), start: start, end: at})
	}
	return out
}

// letterAt is the size of the Latin letter or digit at a place, 0 where there is none.
func letterAt(text string, at int) int {
	if text[at] < utf8.RuneSelf {
		if isAlnum(text[at]) {
			return 1
		}
		return 0
	}
	if r, size := utf8.DecodeRuneInString(text[at:]); unicode.Is(unicode.Latin, r) {
		return size
	}
	return 0
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
	r := timeReader{tokens: inEnglish(tokens(text)), now: now}
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
	if s, n = r.quarter(); n > 0 {
		return s, n
	}
	year, month, date, n := r.date()
	if n == 0 {
		return s, 0
	}
	var ok bool
	if s.from, s.to, ok = calendar(year, month, date, r.now); !ok {
		return s, 0
	}
	s.yearless = year == 0
	return s, n
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
	if year, n = r.yearAt(0); n == 1 && isTimeWord(r.word(-1)) {
		return year, 0, 0, n
	}
	return 0, 0, 0, 0
}

// yearAt reads a year, as a number or told from now: "2025", "of 2025", "last year".
func (r *timeReader) yearAt(n int) (year, tokens int) {
	if n > 0 && r.word(n) == "of" {
		if year, tokens = r.yearAt(n + 1); tokens > 0 {
			return year, tokens + 1
		}
		return 0, 0
	}
	w := r.word(n)
	if len(w) == 4 && (strings.HasPrefix(w, "20") || strings.HasPrefix(w, "19")) {
		if year, err := strconv.Atoi(w); err == nil {
			return year, 1
		}
	}
	if n == 0 || r.now.IsZero() {
		return 0, 0
	}
	u, ok := unitOf(r.word(n + 1))
	other, after := unitOf(w)
	switch {
	case ok && u == years && (w == "last" || w == "past" || w == "previous" || w == lastAfter):
		return r.now.Year() - 1, 2
	case ok && u == years && w == "this":
		return r.now.Year(), 2
	case after && other == years && r.word(n+1) == lastAfter:
		return r.now.Year() - 1, 2
	}
	return 0, 0
}

// namesMonth tells a month from a word that is spelt like it: "may" and "march" are verbs, "dec" and "mar" short for other things.
func (r *timeReader) namesMonth() bool {
	name := r.word(0)
	return len(name) > 3 && name != "march" || r.tokens[r.at].sure || isTimeWord(r.word(-1)) || (r.word(-1) == "to" || r.word(-1) == "through") && nameIn(monthNames, r.word(-2)) >= 0
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
	case "early", "mid", "late":
		return s.part(before), first - 1
	case "of":
		if p := r.word(-2); partOf(p) >= 0 {
			return s.part(p), first - 2
		}
		return s, first - 1
	case "in", "on", "during", "from", "last", "this":
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
