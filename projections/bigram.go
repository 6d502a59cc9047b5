package projections

import (
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
)

// bigramFilter cuts each run of CJK into its characters and its pairs of neighbours. A character and the pair that it begins have one
// position; a token that follows without a gap goes on with the run. Positions are counted anew.
type bigramFilter struct{}

func (bigramFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	b := bigrams{out: make(analysis.TokenStream, 0, len(in)), position: 1}
	for _, t := range in {
		if t.Type == analysis.Ideographic {
			b.cut(t)
			continue
		}
		b.end()
		t.Position = b.position
		b.position++
		b.out = append(b.out, t)
	}
	b.end()
	return b.out
}

type bigrams struct {
	out      analysis.TokenStream
	position int
	last     *analysis.Token // the character that waits for its neighbour; nil = none
}

// cut takes the characters of one token.
func (b *bigrams) cut(t *analysis.Token) {
	for at := 0; at < len(t.Term); {
		_, size := utf8.DecodeRune(t.Term[at:])
		one := &analysis.Token{Term: t.Term[at : at+size], Start: t.Start + at, End: t.Start + at + size, Type: analysis.Single}
		at += size
		if b.last != nil && b.last.End != one.Start {
			b.end()
		}
		if b.last != nil {
			b.pair(one)
		}
		b.last = one
	}
}

// pair emits the waiting character, and it with its neighbour.
func (b *bigrams) pair(next *analysis.Token) {
	both := append(append(make([]byte, 0, len(b.last.Term)+len(next.Term)), b.last.Term...), next.Term...)
	b.last.Position = b.position
	b.out = append(b.out, b.last, &analysis.Token{Term: both, Start: b.last.Start, End: next.End, Position: b.position, Type: analysis.Double})
	b.position++
	b.last = nil
}

// end emits a character that has no neighbour behind it.
func (b *bigrams) end() {
	if b.last == nil {
		return
	}
	b.last.Position = b.position
	b.position++
	b.out = append(b.out, b.last)
	b.last = nil
}
