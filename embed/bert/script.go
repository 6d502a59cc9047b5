package bert

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Knows reports whether a text is for this network: at least half of its letters are Latin, and there is one.
func Knows(text string) bool {
	latin, others := 0, 0
	for _, r := range text {
		switch {
		case isLatin(r):
			latin++
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			others++
		}
	}
	return latin > 0 && latin >= others
}

func hasLatin(text string) bool { return strings.ContainsFunc(text, isLatin) }

func isLatin(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.Is(unicode.Latin, r)
}
