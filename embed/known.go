package embed

import "strings"

// Known is the share of a text's letters that stand in words with a row of their own, 0..1; the characters of scripts without spaces and of Korean all count. In
// a language that the table was not made for, words fall into pieces, and the sum of their vectors means nothing. A text without letters
// gives 1. A few letters more count as known: one strange word is a name or jargon, ten are another language.
func (s *Static) Known(text string) float64 {
	c := cutter{table: &s.table, yield: func(int) {}}
	c.cut(text)
	if vietnamese(text) {
		c.known = 0
	}
	return float64(c.known+jargon) / float64(c.letters+jargon)
}

// vietnamese knows the language by letters that no other has. The table was not made for it, and has its syllables without accents as words of others: taken as
// known, they place all questions near the same few texts.
func vietnamese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 0x1EA0 && r <= 0x1EF9 || r == 'ơ' || r == 'ư' })
}

// jargon is about the length of one word of a trade, in letters.
const jargon = 10

func countLetters(word string) (n int) {
	for _, r := range word {
		if classOf(r) == letter {
			n++
		}
	}
	return n
}
