package bert

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestWord is the length in characters above which a word is not cut but unknown, as in the original.
const longestWord = 100

// cut appends the pieces of a text to pieces: small letters without accents, words at white space, marks of punctuation and Chinese
// characters alone, each word by its longest known beginnings, at most maxPieces with the mark at both ends.
func (v *vocabulary) cut(pieces []int32, text string) []int32 {
	w := words{vocabulary: v, pieces: append(pieces, v.begin)}
	w.reset()
	for _, r := range text {
		if len(w.pieces) >= maxPieces-1 {
			break
		}
		w.add(r)
	}
	w.finish()
	return append(w.pieces[:min(len(w.pieces), maxPieces-1)], v.end)
}

// words collects the characters of a word until it ends.
type words struct {
	*vocabulary
	pieces []int32
	word   []byte // "##", and the letters
	length int    // in characters
}

func (w *words) reset() { w.word, w.length = append(w.word[:0], "##"...), 0 }

func (w *words) add(r rune) {
	switch {
	case r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9'):
		w.letter(r)
	case unicode.IsSpace(r):
		w.finish()
	case r == utf8.RuneError || unicode.In(r, unicode.C):
		// neither part of a word nor its end
	case isIdeograph(r):
		w.alone(r)
	case r < utf8.RuneSelf:
		w.folded(r)
	default:
		w.decomposed(r)
	}
}

// decomposed takes accents off.
func (w *words) decomposed(r rune) {
	parts := norm.NFD.PropertiesString(string(r)).Decomposition()
	if parts == nil {
		w.folded(r)
		return
	}
	for _, part := range string(parts) {
		w.folded(part)
	}
}

func (w *words) folded(r rune) {
	switch {
	case unicode.Is(unicode.Mn, r):
	case isPunctuation(r):
		w.alone(r)
	default:
		w.letter(unicode.ToLower(r))
	}
}

func (w *words) letter(r rune) {
	w.length++
	if w.length <= longestWord {
		w.word = utf8.AppendRune(w.word, r)
	}
}

func (w *words) alone(r rune) {
	w.finish()
	w.letter(r)
	w.finish()
}

// finish cuts the word that was collected. Where no piece fits, the whole word is unknown.
func (w *words) finish() {
	known := len(w.pieces)
	at := len("##")
	for w.length <= longestWord && at < len(w.word) {
		piece, size := w.longest(at)
		if piece < 0 {
			break
		}
		w.pieces = append(w.pieces, piece)
		at += size
	}
	if at < len(w.word) {
		w.pieces = append(w.pieces[:known], w.stranger)
	}
	w.reset()
}

// longest finds the longest piece that the word goes on with. The two bytes before it are done with: they become the mark of a piece
// inside of a word.
func (w *words) longest(at int) (piece int32, size int) {
	from := at
	if at > len("##") {
		from = at - len("##")
		copy(w.word[from:], "##")
	}
	for end := min(len(w.word), from+longestPiece); end > at; end-- {
		if end < len(w.word) && !utf8.RuneStart(w.word[end]) {
			continue
		}
		if piece := w.find(w.word[from:end]); piece >= 0 {
			return piece, end - at
		}
	}
	return -1, 0
}

// isPunctuation follows the original: all of ASCII that is no letter, digit or space counts, "$" and "+" too.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}
	return unicode.Is(unicode.P, r)
}

// isIdeograph tells the blocks that the original cuts into single characters: those of Chinese, not kana and hangul.
func isIdeograph(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x2CEAF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x2F800 && r <= 0x2FA1F
}
