package projections

import (
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
)

// filtersOfPositions are the first filters of the chain, which count positions: those behind drop stop words and stem.
const filtersOfPositions = 5

// plainWords is words for a text of ASCII, ok false for any other. There a word is a run of letters and digits that nothing joins to another
// one, and only runs that hold a joint ("3.14", "user's", "a_b") need the rules of Unicode, each by itself: every other sign ends a word
// whatever stands around it. It takes a sixth of the time.
func (a *analyzer) plainWords(text string) (terms []Term, ok bool) {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return nil, false
		}
	}
	terms = make([]Term, 0, len(text)/6+1)
	var scratch [maxTerm]byte
	position := 0
	for i := 0; i < len(text); {
		if asciiClass(text[i]) == asciiEnd {
			i++
			continue
		}
		start, joined := i, false
		for ; i < len(text) && asciiClass(text[i]) != asciiEnd; i++ {
			joined = joined || text[i] == '_'
		}
		from, to := start, i
		for from < to && asciiClass(text[from]) == asciiJoint {
			from++
		}
		for to > from && asciiClass(text[to-1]) == asciiJoint {
			to--
		}
		for n := from; n < to && !joined; n++ {
			joined = asciiClass(text[n]) == asciiJoint
		}
		switch {
		case joined:
			terms, position = a.joinedWords(terms, text[start:i], start, position)
		case to > from:
			position++
			if term, ok := a.plainWord(text[from:to], &scratch); ok {
				terms = append(terms, Term{Text: term, Start: from, End: to, Position: position})
			}
		}
	}
	return terms, true
}

// asciiClass says what a sign of ASCII does to the word that it stands in.
func asciiClass(c byte) int {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return asciiWord
	case c == '_', c == '.', c == ':', c == ',', c == ';', c == '\'':
		return asciiJoint
	}
	return asciiEnd
}

const (
	asciiEnd   = iota // ends it
	asciiWord         // is part of it
	asciiJoint        // may join it to the next, by what stands on both sides
)

// plainWord is the term of one word; ok is false for a stop word and for what is no word.
func (a *analyzer) plainWord(word string, scratch *[maxTerm]byte) (term string, ok bool) {
	if len(word) > maxTerm {
		return "", false
	}
	lower := scratch[:copy(scratch[:], word)]
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	seen := a.seen.find(lower)
	if seen == nil {
		seen = a.look(lower)
	}
	return seen.term, seen.term != ""
}

// look finds the term of a word in lower case and remembers it.
func (a *analyzer) look(lower []byte) *seenStem {
	seen := &seenStem{word: string(lower)}
	if !a.stop[seen.word] {
		seen.term = seen.word
		if isStemmable(lower) {
			token := analysis.Token{Term: lower}
			porterFilter{}.Filter(analysis.TokenStream{&token})
			seen.term = string(token.Term)
		}
	}
	a.seen.keep(seen, []byte(seen.word))
	return seen
}

// joinedWords adds the words of a run that holds joints, which starts at start, and returns the position of its last one.
func (a *analyzer) joinedWords(terms []Term, run string, start, position int) ([]Term, int) {
	stream := wordTokens{}.Tokenize([]byte(run))
	for _, f := range a.filters[:filtersOfPositions] {
		stream = f.Filter(stream)
	}
	words := len(stream)
	for _, f := range a.filters[filtersOfPositions:] {
		stream = f.Filter(stream)
	}
	for _, t := range termsOf(stream, run) {
		t.Start, t.End, t.Position = t.Start+start, t.End+start, t.Position+position
		terms = append(terms, t)
	}
	return terms, position + words
}
