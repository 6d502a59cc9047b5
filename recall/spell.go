package recall

import (
	"slices"
	"strings"
)

// Bounds of a corrected word. Shorter words have too many neighbours ("bread", "break"); the first letter is hardly ever the wrong one.
const (
	minSpelled   = 6 // letters
	maxSpelled   = 20
	maxCorrected = 3 // words of a question
)

// correct adds, for each word of the question that the store does not know, the words that the store has and that are one slip away: a letter
// more, less, other, or two neighbours swapped. The words of a store cannot be listed, so all slips are made and looked up at once.
func (b *builder) correct() {
	if b.w.Spelled == 0 {
		return
	}
	left := maxCorrected
	for n := range b.units {
		u := &b.units[n]
		word := strings.ToLower(b.text[u.start:u.end])
		if u.known || u.aside || !isLetters(word) || len(word) < minSpelled || len(word) > maxSpelled {
			continue
		}
		if left--; left < 0 {
			return
		}
		found := 0
		seen := map[string]bool{}
		for _, t := range b.ix.Analyze(strings.Join(slips(word), " ")) {
			if seen[t.Text] || t.Ident || len(t.Text) < minSpelled-2 { // a stem is shorter than its word
				continue
			}
			seen[t.Text] = true
			if df := b.ix.DocFreq(t.Text); df > 0 {
				found = max(found, b.addOther(t.Text, []int{n}, b.w.Spelled, b.w.SpelledCover))
			}
		}
		if found > 0 {
			u.mass, u.idf = min(u.mass, u.share*b.mass(found)), min(u.idf, u.share*b.idf(found))
		}
	}
}

// slips are all words one slip away from a word of small letters, with the same first letter, each once and in order.
func slips(word string) []string {
	var out []string
	for i := 1; i < len(word); i++ {
		out = append(out, word[:i]+word[i+1:])
		if i+1 < len(word) {
			out = append(out, word[:i]+word[i+1:i+2]+word[i:i+1]+word[i+2:])
		}
	}
	for letter := byte('a'); letter <= 'z'; letter++ {
		for i := 1; i <= len(word); i++ {
			out = append(out, word[:i]+string(letter)+word[i:])
			if i < len(word) {
				out = append(out, word[:i]+string(letter)+word[i+1:])
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(s string) bool { return s == word })
}

func isLetters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}
