// Package tokens counts tokens as a model's tokenizer does. It alone knows a vocabulary, and it counts only: it never encodes.
//
// The tokenizer library builds a map of 200,000 strings before its first count, which takes longer than a whole search may.
// So the count is made here, over a compact table that is searched in place; the library is what tests compare with.
package tokens

// Name is the tokenizer that every budget in this product is counted with.
const Name = "o200k_base"

// Count returns the number of tokens of text. Text that looks like a special token is counted as the ordinary text it is, and
// a byte that is not UTF-8 as U+FFFD.
func Count(text string) int {
	if text == "" {
		return 0
	}
	v := vocabulary()
	n := 0
	for len(text) > 0 {
		piece := text[:pieceLength(text)]
		n += v.count(piece)
		text = text[len(piece):]
	}
	return n
}
