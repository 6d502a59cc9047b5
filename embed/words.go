package embed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// wordsVersion names this way of cutting text into rows. It goes into the model's name: a change here must change it, so that kept
// vectors are made anew. The keys of the table are folded the same way by the generator.
const wordsVersion = "1"

const (
	maxWord = 40 // bytes; a longer run of letters is data, not a word
	maxRun  = 96 // runes of a script without spaces that are cut as one
)

// wordMark stands before a key that begins a word of a script with spaces; the rest of such a word, and the words of scripts
// without spaces, have keys without it.
const wordMark = "▁"

type class uint8

const (
	other     class = iota
	letter          // of a script that puts spaces between words
	spaceless       // of one that does not: Han, Kana, Thai
	digit
)

// eachRow yields the rows of the words of a text, in its order.
func eachRow(t *table, seen *seenWords, text string, yield func(row int)) {
	c := cutter{table: t, seen: seen, yield: yield}
	c.cut(text)
}

func (c *cutter) cut(text string) {
	text = norm.NFKC.String(text)
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch classOf(r) {
		case other:
			text = text[size:]
		case spaceless:
			text = c.run(text)
		default:
			text = c.token(text)
		}
	}
}

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return letter
		case '0' <= r && r <= '9':
			return digit
		}
		return other
	case isSpaceless(r):
		return spaceless
	case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r):
		return letter
	case unicode.Is(unicode.Nd, r):
		return digit
	}
	return other
}

func isSpaceless(r rune) bool {
	return 0x3400 <= r && r <= 0x9FFF || 0xF900 <= r && r <= 0xFAFF || // Han
		0x3040 <= r && r <= 0x30FF || 0x0E00 <= r && r <= 0x0E7F || // Kana, Thai
		0x20000 <= r && r <= 0x3FFFF // rare Han
}

// cutter cuts text into rows of the table.
type cutter struct {
	table *table
	seen  *seenWords // nil where letters are counted
	yield func(row int)
	runes []rune
	best  []step

	letters, known int // of the text so far, and those in words that have a row of their own: see Static.Known
}

// run cuts the words of the run of a spaceless script that text begins with, and returns what follows.
func (c *cutter) run(text string) string {
	c.runes = c.runes[:0]
	end := len(text)
	for i, r := range text {
		if !isSpaceless(r) || len(c.runes) == maxRun {
			end = i
			break
		}
		c.runes = append(c.runes, c.table.simplified(r))
	}
	c.letters, c.known = c.letters+len(c.runes), c.known+len(c.runes)
	c.cheapest(false)
	return text[end:]
}

// token takes the run of letters and digits that text begins with, with the signs of names such as c++ and c#, and returns what
// follows.
func (c *cutter) token(text string) string {
	end := len(text)
	for i, r := range text {
		if k := classOf(r); k != letter && k != digit {
			end = i
			break
		}
	}
	word, rest := text[:end], text[end:]
	c.letters += countLetters(word)
	if len(word) > maxWord {
		return rest
	}
	for _, sign := range []string{"++", "#"} {
		if strings.HasPrefix(rest, sign) && c.whole(word+sign) {
			return rest[len(sign):]
		}
	}
	if c.seen != nil {
		c.again(word)
		return rest
	}
	before := c.known
	c.word(word)
	if r, _ := utf8.DecodeRuneInString(word); c.known == before && unicode.Is(unicode.Hangul, r) {
		c.known += countLetters(word) // particles stand at the end of Korean words: the pieces are words
	}
	return rest
}

// again is word for a word that may have been cut before.
func (c *cutter) again(word string) {
	rows, ok := c.seen.get(word)
	if !ok {
		rows = c.rowsOf(word)
		c.seen.put(word, rows)
	}
	for _, row := range rows {
		c.yield(int(row))
	}
}

// rowsOf are the rows that word yields.
func (c *cutter) rowsOf(word string) (rows []int32) {
	yield := c.yield
	c.yield = func(row int) { rows = append(rows, int32(row)) }
	c.word(word)
	c.yield = yield
	return rows
}

// word yields a known word, else those of the parts between camel humps and beside digits, else the pieces of the word.
func (c *cutter) word(word string) {
	if c.whole(word) {
		return
	}
	if first := hump(word); first < len(word) {
		c.word(word[:first])
		c.word(word[first:])
		return
	}
	c.runes = c.runes[:0]
	for _, r := range word {
		if classOf(r) == digit {
			return // the very number is a matter of words, not of meaning
		}
		c.runes = append(c.runes, unicode.ToLower(r))
	}
	if len(c.runes) > 1 {
		c.cheapest(true)
	}
}

// whole yields the row of a word if it has one.
func (c *cutter) whole(word string) bool {
	row := c.table.find(keyDone(keyAdd(keyAdd(keySeed, wordMark), strings.ToLower(word))))
	if row >= 0 {
		c.known += countLetters(word)
		c.yield(row)
	}
	return row >= 0
}

// hump returns where the first part of a name ends: "userID" after user, "HTTPServer" after HTTP, "utf8" after utf.
func hump(name string) int {
	var before, previous rune
	last := 0 // where previous begins
	for i, r := range name {
		switch {
		case i == 0:
		case unicode.IsUpper(r) && unicode.IsLower(previous), unicode.IsDigit(previous) != unicode.IsDigit(r):
			return i
		case unicode.IsLower(r) && unicode.IsUpper(previous) && unicode.IsUpper(before):
			return last
		}
		before, previous, last = previous, r, i
	}
	return len(name)
}
