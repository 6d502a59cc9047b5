package harvest

import (
	"strings"
	"unicode/utf8"
)

// sentence is one sentence of a message. from and to are bytes of the record's text, half-open, without outer blanks.
type sentence struct {
	w        *words
	from, to int
	low      string // masked, lower case A-Z, apostrophes straightened: what rules match on; no offsets into it
	ask      bool   // ends as a question
}

// text is the sentence as recorded.
func (s sentence) text() string { return s.w.text[s.from:s.to] }

// Sentences outside these lengths carry no statement that a rule could read: bytes.
const (
	minSentence = 6
	maxSentence = 420
)

// sentences splits the masked text. A full stop ends a sentence before a blank; a line break does unless the line was wrapped.
func sentences(w *words) []sentence {
	var out []sentence
	m := w.mask
	start := 0
	add := func(end int) {
		from, to := start, end
		for from < to && isBlank(m[from]) {
			from++
		}
		for to > from && isBlank(m[to-1]) {
			to--
		}
		from += bullet(m[from:to])
		if from < to {
			t := m[from:to]
			out = append(out, sentence{w: w, from: from, to: to, low: straight(lowerASCII(t)), ask: asks(t)})
		}
		start = end
	}
	for i := 0; i < len(m); {
		r, n := utf8.DecodeRuneInString(m[i:])
		next := i + n
		switch r {
		case '\n':
			if !wrapped(m, start, i) {
				add(i)
			}
		case '.', '!', '?':
			if (next == len(m) || isBlank(m[next])) && !abbreviates(m[start:i]) {
				add(next)
			}
		case '。', '！', '？', '；':
			add(next)
		}
		i = next
	}
	add(len(m))
	return out
}

func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// bullet returns the length of a list mark at the start of a line.
func bullet(s string) int {
	for _, p := range []string{"- [ ] ", "- [x] ", "- ", "* ", "• "} {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	n := 0
	for n < len(s) && n < 2 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(s) && (s[n] == '.' || s[n] == ')') && s[n+1] == ' ' {
		return n + 2
	}
	return 0
}

// wrapped reports whether the line break at i only wraps a long line of prose.
func wrapped(m string, start, i int) bool {
	if i+1 >= len(m) || i-strings.LastIndexByte(m[:i], '\n') < 60 {
		return false
	}
	c := m[i+1]
	return c >= 'a' && c <= 'z' && strings.TrimSpace(m[start:i]) != ""
}

// abbreviates reports whether the dot after s belongs to an abbreviation and ends nothing.
func abbreviates(s string) bool {
	for _, a := range []string{"e.g", "i.e", "vs", "etc", "approx", "cf", "resp"} {
		if strings.HasSuffix(s, a) {
			return true
		}
	}
	return false
}

func asks(s string) bool {
	s = strings.TrimRight(s, " \"'”）)")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
}

// straight turns typographic apostrophes into plain ones. Lengths change: nothing computes offsets from the result.
func straight(s string) string { return strings.ReplaceAll(s, "’", "'") }
