package recall

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// Bounds of correction. Shorter words have too many neighbours ("bread", "break"); the first letter is hardly ever the wrong one. Only the
// first ones of a short question are corrected: a pasted log is full of unknown words.
const (
	minSpelled   = 6 // letters
	twoSpelled   = 9 // letters of a word that may be two slips away
	twoStem      = 8 // letters of its stem at least: two slips from "decis" is "design"
	maxSpelled   = 20
	maxCorrected = 2  // words of a question
	maxSlipUnits = 12 // units of a question
	maxNearTerms = 8  // terms that one word is taken for
)

// correct adds, for each word of the question that the store does not know, the words that the store has and that are one slip away: a letter
// more, less, other, or two neighbours swapped. A long word with none is also taken for those two slips away. What is compared is stems.
func (b *builder) correct() {
	asking := b.unitsIn(0, len(b.meant()))
	if b.w.Spelled == 0 || len(asking) > maxSlipUnits {
		return
	}
	left := maxCorrected
	for _, n := range asking {
		u := &b.units[n]
		word := strings.ToLower(b.text[u.start:u.end])
		if u.known || u.aside || u.free || !isLetters(word) || len(word) < minSpelled || len(word) > maxSpelled {
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
			near, slips := b.near(t.Text, len(word))
			weight, share := b.w.Spelled, b.w.SpelledCover
			if slips == 2 {
				weight, share = weight*b.w.Spelled, share*b.w.SpelledCover
			}
			for _, term := range near {
				found = max(found, b.addTerm(term, n, weight, share))
			}
		}
		if found > 0 {
			u.mass, u.idf = min(u.mass, u.share*b.mass(found)), min(u.idf, u.share*b.idf(found))
		}
	}
}

// near are the terms of living documents that are the fewest slips away from a stem, those of most documents first, and how many slips that is.
func (b *builder) near(stem string, letters int) (near []string, slips int) {
	most := 1
	if letters >= twoSpelled && len(stem) >= twoStem {
		most = 2
	}
	word, at := newSlipped(stem, most), map[string]int{}
	b.ix.TermsWith(stem[:1], func(term []byte) {
		if n := word.from(term); n > 0 && n <= most {
			at[string(term)] = n
		}
	})
	for slips = 1; slips <= most; slips++ {
		for term, n := range at {
			if n == slips && b.ix.DocFreq(term) > 0 {
				near = append(near, term)
			}
		}
		if len(near) > 0 {
			break
		}
	}
	slices.SortFunc(near, func(x, y string) int { return cmp.Or(b.ix.DocFreq(y)-b.ix.DocFreq(x), cmp.Compare(x, y)) })
	return near[:min(len(near), maxNearTerms)], slips
}

// slipped counts the slips between one word and many others.
type slipped struct {
	word    string
	most    int
	letters uint32    // of the word, one bit each
	rows    [3][]int8 // of the table of distances: two before, before, this
}

func newSlipped(word string, most int) *slipped {
	s := &slipped{word: word, most: most, letters: letterSet([]byte(word))}
	for n := range s.rows {
		s.rows[n] = make([]int8, len(word)+1)
	}
	return s
}

// letterSet is the set of the letters a to z of a word; anything else counts as one more letter.
func letterSet[T []byte | string](word T) (set uint32) {
	for n := range len(word) {
		if c := word[n]; 'a' <= c && c <= 'z' {
			set |= 1 << (c - 'a')
		} else {
			set |= 1 << 31
		}
	}
	return set
}

// from is the number of slips between the word and a term: letters more, less or other, and neighbours swapped. Beyond most it is any number above.
func (s *slipped) from(term []byte) int {
	far := s.most + 1
	if d := len(term) - len(s.word); d > s.most || d < -s.most {
		return far
	}
	if set := letterSet(term); bits.OnesCount32(set&^s.letters) > s.most || bits.OnesCount32(s.letters&^set) > s.most || set>>31 == 1 {
		return far
	}
	before2, before, row := s.rows[0], s.rows[1], s.rows[2]
	for i := range before {
		before[i] = int8(i)
	}
	for j := 1; j <= len(term); j++ {
		row[0] = int8(j)
		least := row[0]
		for i := 1; i <= len(s.word); i++ {
			same := int8(1)
			if s.word[i-1] == term[j-1] {
				same = 0
			}
			v := min(before[i-1]+same, before[i]+1, row[i-1]+1)
			if i > 1 && j > 1 && s.word[i-1] == term[j-2] && s.word[i-2] == term[j-1] {
				v = min(v, before2[i-2]+1)
			}
			row[i] = v
			least = min(least, v)
		}
		if int(least) > s.most+1 { // a swap reaches back one row
			return far
		}
		before2, before, row = before, row, before2
	}
	return int(before[len(s.word)])
}

func isLetters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}
