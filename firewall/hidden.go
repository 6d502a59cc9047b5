package firewall

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/secrets"
)

// hidden finds runs of characters that a reader does not see and a model does. What they spell is decoded into the detail.
func hidden(text string) []Finding {
	var out []Finding
	for i := firstWide(text, 0); i < len(text); i = firstWide(text, i) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !invisible(r) || legitimate(text, i, r, n) {
			if r == blackFlag {
				n = max(n, flagLength(text[i:]))
			}
			i += n
			continue
		}
		start := i
		for i < len(text) {
			r, n := utf8.DecodeRuneInString(text[i:])
			if !invisible(r) {
				break
			}
			i += n
		}
		out = append(out, Finding{Rule: RuleHidden, Start: start, End: i, Detail: decoded(text[start:i])})
	}
	return out
}

// firstWide returns the offset of the first non-ASCII byte from i on: ordinary text costs one look a byte.
func firstWide(text string, i int) int {
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// invisible reports the characters of the block list: zero-width, bidi controls, fillers, variation selectors, tags.
func invisible(r rune) bool {
	switch {
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2064, r >= 0x2066 && r <= 0x2069,
		r == 0xFEFF, r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r >= 0x180B && r <= 0x180F,
		r == 0x3164, r == 0xFFA0, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE0FFF,
		r == 0x2065, r >= 0x206A && r <= 0x206F, r >= 0xFFF0 && r <= 0xFFFB, r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A: // further format characters, and what Unicode ignores by default
		return true
	}
	return false
}

const (
	zeroWidthNonJoiner = 0x200C
	zeroWidthJoiner    = 0x200D
	blackFlag          = 0x1F3F4
)

// legitimate reports the uses of an invisible character that writing needs.
func legitimate(text string, i int, r rune, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+n:])
	switch {
	case r == 0xFEFF:
		return i == 0 // a byte order mark
	case r == zeroWidthJoiner && (emoji(before) || before == 0xFE0F) && emoji(after):
		return true
	case r == zeroWidthJoiner || r == zeroWidthNonJoiner:
		return joins(before) && (joins(after) || after == utf8.RuneError || unicode.IsSpace(after))
	case r == 0xFE0F || r == 0xFE0E:
		return emoji(before) || strings.ContainsRune("0123456789#*", before) && before != utf8.RuneError
	}
	return false
}

// flagLength measures one of the three flags that are written with tag characters, 0 for anything else.
func flagLength(text string) int {
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		flag := string(rune(blackFlag))
		for _, c := range region {
			flag += string(0xE0000 + c)
		}
		flag += string(rune(0xE007F))
		if strings.HasPrefix(text, flag) {
			return len(flag)
		}
	}
	return 0
}

// emoji is wide enough for every base of a joined or styled sequence: pictographs, dingbats, arrows, skin tones.
func emoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x21FF || r >= 0x2300 && r <= 0x27BF || r >= 0x2900 && r <= 0x2BFF || r == 0x3030 || r == 0x303D || r == 0x3297 || r == 0x3299 ||
		r == 0x00A9 || r == 0x00AE || r == 0x203C || r == 0x2049 || r == 0x2122 || r == 0x2139
}

// joins reports letters of the scripts that are written with joiners.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Mongolian, unicode.Thai, unicode.Lao, unicode.Tibetan)
}

// maxDecoded bounds what a detail shows, in runes.
const maxDecoded = 80

// decoded names the code points of a hidden run and what tags or variation selectors in it spell.
func decoded(run string) string {
	var points, spelled strings.Builder
	n := 0
	for _, r := range run {
		if n < 4 {
			fmt.Fprintf(&points, "U+%04X ", r)
		}
		n++
		switch {
		case r >= 0xE0020 && r <= 0xE007E:
			spelled.WriteRune(r - 0xE0000)
		case r >= 0xE0100 && r <= 0xE01EF:
			spelled.WriteByte(byte(r - 0xE0100 + 16))
		case r >= 0xFE00 && r <= 0xFE0F && n > 1:
			spelled.WriteByte(byte(r - 0xFE00))
		}
	}
	detail := fmt.Sprintf("%shidden characters: %d", points.String(), n)
	if spelled.Len() == 0 {
		return detail
	}
	words, _ := secrets.Redact(strings.ToValidUTF8(spelled.String(), "?"))
	words = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, words)
	if runes := []rune(words); len(runes) > maxDecoded {
		words = string(runes[:maxDecoded]) + "..."
	}
	return fmt.Sprintf("%s, they spell %q", detail, words)
}
