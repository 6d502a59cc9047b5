package secrets

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainly writes a text as a keyboard would: the blanks that typesetters put into numbers as plain ones, full-width signs as ordinary ones, and
// without what no eye sees. at[i] is the offset in text of byte i of the result, and at its end len(text); nil when the text is so already.
func plainly(text string) (seen string, at []int) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && (oddBlank(r) || zeroWidth(r) || wide(r) > 0) }) {
		return text, nil
	}
	seenBytes := make([]byte, 0, len(text))
	at = make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r >= utf8.RuneSelf && zeroWidth(r):
		case r >= utf8.RuneSelf && oddBlank(r):
			seenBytes, at = append(seenBytes, ' '), append(at, i)
		case wide(r) > 0:
			seenBytes, at = append(seenBytes, wide(r)), append(at, i)
		default:
			for j := range n {
				seenBytes, at = append(seenBytes, text[i+j]), append(at, i+j)
			}
		}
		i += n
	}
	return string(seenBytes), append(at, len(text))
}

// oddBlank is a blank that no key makes: no-break, figure and thin ones, the ideographic one.
func oddBlank(r rune) bool { return unicode.Is(unicode.Zs, r) && r != ' ' }

// wide is the ASCII sign that a full-width one stands for, 0 for none.
func wide(r rune) byte {
	if r >= 0xFF01 && r <= 0xFF5E {
		return byte(r - 0xFEE0)
	}
	return 0
}

// personalPlainly finds what only shows once the text is written plainly, beside what was found in it as it is.
func personalPlainly(text string, kinds []string, found []Finding) []Finding {
	seen, at := plainly(text)
	if at == nil {
		return found
	}
	for _, f := range personalIn(seen, kinds) {
		f.Start, f.End = at[f.Start], at[f.End-1]
		_, n := utf8.DecodeRuneInString(text[f.End:])
		f.End += n
		if !slices.ContainsFunc(found, func(o Finding) bool { return o.Start < f.End && f.Start < o.End }) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	return found
}
