package embed

// Known is the share of a text's letters that stand in words with a row of their own, 0..1; the characters of scripts without spaces and of Korean all count. In
// a language that the table was not made for, words fall into pieces, and the sum of their vectors means nothing. A text without letters
// gives 0.
func (s *Static) Known(text string) float64 {
	c := cutter{table: &s.table, yield: func(int) {}}
	c.cut(text)
	return float64(c.known) / float64(max(1, c.letters))
}

func countLetters(word string) (n int) {
	for _, r := range word {
		if classOf(r) == letter {
			n++
		}
	}
	return n
}
