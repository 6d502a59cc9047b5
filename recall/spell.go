package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/projections"
)

// Bounds of correction. Shorter words have too many neighbours ("bread", "break"); the first letter is hardly ever the wrong one. A word
// costs some four hundred look-ups, so only the first ones of a short question are corrected: a pasted log is full of unknown words.
const (
	minSpelled   = 6 // letters
	maxSpelled   = 20
	maxCorrected = 2  // words of a question
	maxSlipUnits = 12 // units of a question
)

// correct adds, for each word of the question that the store does not know, the words that the store has and that are one slip away: a letter
// more, less, other, or two neighbours swapped. The words of a store cannot be listed, so all slips of the word's stem are made and looked up.
func (b *builder) correct() {
	if b.w.Spelled == 0 || len(b.units) > maxSlipUnits {
		return
	}
	left := maxCorrected
	for n := range b.units {
		u := &b.units[n]
		word := strings.ToLower(b.text[u.start:u.end])
		if u.known || u.aside || u.timed || !isLetters(word) || len(word) < minSpelled || len(word) > maxSpelled {
			continue
		}
		if left--; left < 0 {
			return
		}
		found := 0
		for _, t := range b.ix.Analyze(word) {
			if t.Ident || !isLetters(t.Text) {
				continue
			}
			for _, slip := range slips(t.Text) {
				if b.ix.DocFreq(slip) > 0 {
					found = max(found, b.addTerm(slip, n, b.w.Spelled, b.w.SpelledCover))
				}
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

// addTerm adds one term as another word for a unit and returns in how many documents it is.
func (b *builder) addTerm(text string, unit int, weight, share float64) (df int) {
	n, fresh := b.add(projections.Term{Text: text}, weight)
	if fresh {
		b.terms[n].other = true
	}
	b.terms[n].covers = append(b.terms[n].covers, cover{unit: unit, share: share, other: true})
	return b.terms[n].df
}
