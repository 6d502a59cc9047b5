package secrets

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// span is one secret in a text, before it becomes a Finding.
type span struct {
	start, end int
	rule       string
	rank       int  // of overlapping spans the lowest rank names the whole
	prefix     int  // bytes at the start that every key of this provider has
	whole      bool // ends are a string's own quotes: escapes inside are complete
}

// Ranks: a provider's own format says more than a key name, and a key name more than closeness.
const (
	rankPEM = iota
	rankProvider
	rankURL
	rankAssigned
	rankNear
)

// merge orders spans and joins those that overlap, so that no byte of either is left.
func merge(text string, spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.rank, b.rank), cmp.Compare(b.end, a.end), strings.Compare(a.rule, b.rule))
	})
	var out []span
	for _, s := range spans {
		last := len(out) - 1
		if last < 0 || s.start >= out[last].end {
			out = append(out, s)
			continue
		}
		if s.rank < out[last].rank {
			out[last].rule, out[last].rank, out[last].prefix = s.rule, s.rank, 0
		}
		out[last].end = max(out[last].end, s.end)
	}
	return out
}

// clean cuts a span before the first byte that must survive a redaction: a quote, a line break, a marker, or a backslash that
// is not part of a whole escape inside the span. It reports whether enough is left to be a secret.
func clean(text string, s span) (span, bool) {
	s = afterEscape(text, s)
	for i := s.start; i < s.end; i++ {
		switch c := text[i]; {
		case c == '\\' && s.whole:
			i++
		case c == '"', c == '\n', c == '\r', c == '\\', c == '[' && strings.HasPrefix(text[i:], markerOpen):
			s.end = i
		}
	}
	for s.end > s.start && s.end < len(text) && !utf8.RuneStart(text[s.end]) {
		s.end--
	}
	return s, s.end-s.start >= 3
}

// afterEscape moves a start that stands inside a JSON escape (the n of \n, the hex digits of \u00e9) behind it.
func afterEscape(text string, s span) span {
	for k := max(0, s.start-5); k < s.start; k++ {
		if text[k] != '\\' || backslashes(text, k)%2 == 1 || k+1 >= len(text) {
			continue
		}
		end := k + 2
		if text[k+1] == 'u' && k+6 <= len(text) && isHex(text[k+2:k+6]) {
			end = k + 6
		}
		if end > s.start && (end > k+2 || strings.IndexByte(`"\/bfnrtu`, text[k+1]) >= 0) {
			s.start = min(end, s.end)
		}
	}
	return s
}

// backslashes counts the backslashes that stand directly before offset at.
func backslashes(text string, at int) int {
	n := 0
	for at-n > 0 && text[at-n-1] == '\\' {
		n++
	}
	return n
}
