package items

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/factline/memory/marks"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Key folds each part to its normalised value and hashes them: 32 hex digits. Equal keys mean the same words in the same order.
//
// The normalised value is NFKC with full case folding (so full width equals half width, and Straße equals STRASSE), without
// zero-width and other format characters and without apostrophes between letters. Every run of white space, punctuation and
// Markdown marks becomes one space, or nothing at the ends and beside a Chinese, Japanese or Korean letter. What tells two claims
// apart stays: symbols (+ = < > $ ...), a # after a letter or digit (C#), a % after a digit, a minus sign before a number.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(fold(p)))
		h.Write([]byte{'\n'}) // never in folded text
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// SameWords reports two texts with one Key that agree in the signs too that it folds away.
func SameWords(a, b string) bool { return Key(a) == Key(b) && marks.Same(a, b) }

// Fold returns the normalised value of a text that Key documents: two texts that fold to the same say the same words.
func Fold(text string) string { return fold(text) }

// SpanKey names the cited bytes whatever record they stand in: the citation's sha256, or id and span without one.
func SpanKey(c Citation) string {
	if c.SHA256 != "" {
		return strings.ToLower(c.SHA256)
	}
	return c.ID + ":" + c.Span
}

// SessionOf names the session of the record that a citation points to: the record's id (ev-AGENT-SESSION-EVENT) without the event.
// An id of another shape names none.
func SessionOf(c Citation) string {
	cut := strings.LastIndexByte(c.ID, '-')
	if cut <= 0 || !strings.HasPrefix(c.ID, "ev-") || strings.Count(c.ID, "-") < 3 {
		return ""
	}
	return c.ID[:cut]
}

// fold returns the normalised value that Key documents.
func fold(s string) string {
	if isASCII(s) {
		s = strings.ToLower(s) // all that the next line would do, at a tenth of the cost
	} else {
		s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	}
	text := []rune(s)
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	var b strings.Builder
	last, gap := rune(0), false
	for i, r := range text {
		switch {
		case r >= 0x80 && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)):
			continue
		case (r == '\'' || r == '’') && unicode.IsLetter(at(i-1)) && unicode.IsLetter(at(i+1)):
			continue
		case separates(r, at(i-1), at(i+1)):
			gap = true
			continue
		}
		if gap && last != 0 && !isCJK(last) && !isCJK(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last, gap = r, false
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// separates reports whether r only separates words, given its neighbours.
func separates(r, before, after rune) bool {
	switch {
	case unicode.IsSpace(r) || unicode.IsControl(r) || r == '`':
		return true
	case !unicode.IsPunct(r):
		return false
	case r == '#':
		return !isWord(before)
	case r == '%':
		return !unicode.IsDigit(before)
	case r == '-':
		return isWord(before) || !unicode.IsDigit(after)
	}
	return true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isCJK reports whether r is a letter of a script that is written, or commonly mixed with Latin, without spaces.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
