package projections

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/go-porterstemmer"
	"github.com/blevesearch/segment"
	"golang.org/x/text/unicode/norm"
)

// The filters here do what bleve's of the same names do, and a fuzz test holds them to those, token by token. Bleve's own register themselves
// in a package that links its geography, bitmaps and bolt: start of every process paid for these, and nothing here uses them.

// wordTokens cuts text into words by the rules of Unicode (UAX 29).
type wordTokens struct{}

func (wordTokens) Tokenize(text []byte) analysis.TokenStream {
	words := segment.NewWordSegmenterDirect(text)
	var all []analysis.Token
	at := 0
	for words.Segment() {
		start := at
		at += len(words.Bytes())
		if kind := words.Type(); kind != segment.None {
			all = append(all, analysis.Token{Term: words.Bytes(), Start: start, End: at, Position: len(all) + 1, Type: tokenType(kind)})
		}
	}
	stream := make(analysis.TokenStream, len(all))
	for i := range all {
		stream[i] = &all[i]
	}
	return stream
}

func tokenType(kind int) analysis.TokenType {
	switch kind {
	case segment.Ideo, segment.Kana:
		return analysis.Ideographic
	case segment.Number:
		return analysis.Numeric
	}
	return analysis.AlphaNumeric
}

// widthFilter writes full-width ASCII and half-width kana in their usual width.
type widthFilter struct{}

const (
	wideFirst, wideLast     = 0xFF01, 0xFF5E // full-width forms of ! to ~
	wideToASCII             = wideFirst - '!'
	narrowFirst, narrowLast = 0xFF65, 0xFF9F // half-width kana, from the middle dot to the two sound marks
	voiced, semiVoiced      = 'ﾞ', 'ﾟ'
)

func (widthFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		if !isASCII(t.Term) {
			t.Term = foldWidth(t.Term)
		}
	}
	return in
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func foldWidth(term []byte) []byte {
	var folded []rune
	for _, r := range string(term) {
		switch {
		case r >= wideFirst && r <= wideLast:
			r -= wideToASCII
		case r >= narrowFirst && r <= narrowLast:
			mark, _ := utf8.DecodeRune(norm.NFKC.Bytes(utf8.AppendRune(nil, r)))
			if whole := withMark(folded, r, mark); whole != 0 {
				folded[len(folded)-1] = whole
				continue
			}
			r = mark
		}
		folded = append(folded, r)
	}
	return []byte(string(folded))
}

// withMark is the kana that a sound mark makes of the last one, 0 where it makes none.
func withMark(before []rune, r, mark rune) rune {
	if r != voiced && r != semiVoiced || len(before) == 0 {
		return 0
	}
	last := before[len(before)-1]
	if last < 'ウ' || last > 'ヽ' { // no kana that a mark changes
		return 0
	}
	pair := utf8.AppendRune(utf8.AppendRune(nil, last), mark)
	whole, size := utf8.DecodeRune(norm.NFC.Bytes(pair))
	if whole == last || size == len(pair) {
		return 0
	}
	return whole
}

// possessiveFilter takes 's off the end of a word.
type possessiveFilter struct{}

func (possessiveFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		n := len(t.Term)
		if n == 0 || t.Term[n-1] != 's' && t.Term[n-1] != 'S' {
			continue
		}
		switch r, size := utf8.DecodeLastRune(t.Term[:n-1]); r {
		case '\'', '’', '＇':
			t.Term = t.Term[:n-1-size]
		}
	}
	return in
}

// lowerFilter writes words in lower case, a Greek word with its last sigma.
type lowerFilter struct{}

func (lowerFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		if isASCII(t.Term) {
			lowerASCII(t.Term)
			continue
		}
		t.Term = lower(t.Term)
	}
	return in
}

// lowerASCII works in place: a token is the only owner of its bytes.
func lowerASCII(b []byte) {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
}

func lower(term []byte) []byte {
	out := make([]byte, 0, len(term))
	for i := 0; i < len(term); {
		r, size := utf8.DecodeRune(term[i:])
		to := unicode.ToLower(r)
		switch {
		case to == r: // also a byte that is no UTF-8
			out = append(out, term[i:i+size]...)
		case to == 'σ' && i+size == len(term):
			out = utf8.AppendRune(out, 'ς')
		default:
			out = utf8.AppendRune(out, to)
		}
		i += size
	}
	return out
}

// stopFilter leaves out words that say nothing.
type stopFilter struct{ words map[string]bool }

func (f stopFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	kept := in[:0]
	for _, t := range in {
		if !f.words[string(t.Term)] {
			kept = append(kept, t)
		}
	}
	return kept
}

// porterFilter stems by Porter's rules what is no keyword.
type porterFilter struct{}

func (porterFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		if !t.KeyWord {
			t.Term = []byte(string(porterstemmer.StemWithoutLowerCasing(bytes.Runes(t.Term))))
		}
	}
	return in
}
