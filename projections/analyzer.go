package projections

import (
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
)

// analyzerVersion names the rules by which text becomes terms. Any change of what words, identifiers or Pairs return must change it:
// the manifest holds it and another value rebuilds the index.
const analyzerVersion = "3"

// maxTerm bounds a term in bytes. What is longer is data (base64, minified code), not a word that somebody searches.
const maxTerm = 96

// contentStopWords are on the English stop list of Lucene, yet carry meaning in notes about software: "same origin", "before
// commit", "against main".
var contentStopWords = [...]string{"same", "own", "once", "before", "after", "above", "below", "under", "over", "against", "off"}

// analyzer is the one way from text to terms, for sealed segments, the tail, changes in memory and queries alike. The chain is
// the one measured best for mixed English and CJK text: unicode words, width folding, possessives, lower case, CJK bigrams with
// unigrams, English stop words, Porter. What it remembers changes no term, and it may be shared between goroutines.
type analyzer struct {
	filters []analysis.TokenFilter
	stop    map[string]bool
	seen    seenStems
}

func newAnalyzer() *analyzer {
	words := stopWords()
	for _, w := range contentStopWords {
		delete(words, w)
	}
	return &analyzer{stop: words, filters: []analysis.TokenFilter{
		scriptFilter{}, widthFilter{}, possessiveFilter{}, lowerFilter{}, bigramFilter{}, stopFilter{words}, englishStemmer{},
	}}
}

// words returns the terms of prose in order. A CJK run gives each character and each pair of neighbours at the same position.
func (a *analyzer) words(text string) []Term {
	if terms, ok := a.plainWords(text); ok {
		return terms
	}
	return a.wordsOfAnyScript(text)
}

// wordsOfAnyScript is the whole chain. plainWords must give what it gives.
func (a *analyzer) wordsOfAnyScript(text string) []Term {
	stream := wordTokens{}.Tokenize([]byte(text))
	for _, f := range a.filters {
		stream = f.Filter(stream)
	}
	return termsOf(stream, text)
}

// termsOf are the terms of a text whose tokens came through the chain.
func termsOf(stream analysis.TokenStream, text string) []Term {
	terms := make([]Term, 0, len(stream))
	for _, t := range stream {
		if len(t.Term) == 0 || len(t.Term) > maxTerm {
			continue
		}
		terms = append(terms, Term{
			Text:  string(t.Term),
			Start: min(t.Start, len(text)),
			// Width folding may shorten a half-width kana pair, after which the offsets of its parts are those of the folded form.
			End:      min(t.End, len(text)),
			Position: t.Position,
			CJK:      t.Type == analysis.Single || t.Type == analysis.Double || t.Type == analysis.Ideographic,
		})
	}
	return terms
}

// query returns the terms of a query: its words, then its identifiers whole and in parts, each marked Ident.
func (a *analyzer) query(text string) []Term {
	return append(a.words(text), a.identifiers(text, false)...)
}

// scriptFilter cuts tokens where the unicode word rules join what we search apart: Hangul or kana beside Latin letters ("API를"),
// and words held together by a dot, colon or underscore ("done.Next", "user_id"). The whole form is kept by identifiers.
type scriptFilter struct{}

func (scriptFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	out := make(analysis.TokenStream, 0, len(in))
	for _, t := range in {
		if plainASCII(t.Term) {
			out = append(out, t)
			continue
		}
		out = splitToken(out, t)
	}
	return out
}

// plainASCII says that a token has no place where splitToken would cut.
func plainASCII(term []byte) bool {
	for _, c := range term {
		if c >= utf8.RuneSelf || c == '.' || c == ':' || c == '_' {
			return false
		}
	}
	return true
}

func splitToken(out analysis.TokenStream, t *analysis.Token) analysis.TokenStream {
	start, cjkRun := 0, false
	emit := func(end int) {
		if end > start {
			part := *t
			part.Term, part.Start, part.End = t.Term[start:end:end], t.Start+start, t.Start+end
			if cjkRun {
				part.Type = analysis.Ideographic
			} else if part.Type == analysis.Ideographic {
				part.Type = analysis.AlphaNumeric
			}
			out = append(out, &part)
		}
	}
	for i := 0; i < len(t.Term); {
		r, size := utf8.DecodeRune(t.Term[i:])
		switch {
		case isJoint(t.Term, i, r):
			emit(i)
			start = i + size
		case isCJK(r) != cjkRun:
			emit(i)
			start, cjkRun = i, !cjkRun
		}
		i += size
	}
	emit(len(t.Term))
	return out
}

// isJoint says that the rune at i only holds two words together. "v1.2.3" and "3.14" stay whole.
func isJoint(term []byte, i int, r rune) bool {
	switch r {
	case '_':
		return true
	case '.', ':':
		before, _ := utf8.DecodeLastRune(term[:i])
		after, _ := utf8.DecodeRune(term[i+1:])
		return unicode.IsLetter(before) && unicode.IsLetter(after)
	}
	return false
}

// isCJK says that a rune is written without spaces between words, or (Hangul) with endings that hide the word.
func isCJK(r rune) bool {
	if r < 0x1100 {
		return false
	}
	return r == 'ー' || r >= 0xFF66 && r <= 0xFF9F || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// englishStemmer stems words of the letters a to z only: Porter's rules are wrong for every other alphabet and for numbers.
type englishStemmer struct{}

func (englishStemmer) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, t := range in {
		t.KeyWord = !isStemmable(t.Term)
	}
	return porterFilter{}.Filter(in)
}

func isStemmable(term []byte) bool {
	for _, c := range term {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(term) > 2 && len(term) <= maxTerm
}
