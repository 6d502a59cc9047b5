package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what the split of o200k_base asks of a character. A character may be of several kinds.
type kind uint8

const (
	head    kind = 1 << iota // Lu Lt Lm Lo M: may start a word
	tail                     // Ll Lm Lo M: may go on in it
	letter                   // any L
	number                   // any N
	space                    // white space
	newline                  // \r or \n
)

func kindOf(r rune) kind {
	if r < utf8.RuneSelf {
		switch {
		case r >= 'a' && r <= 'z':
			return tail | letter
		case r >= 'A' && r <= 'Z':
			return head | letter
		case r >= '0' && r <= '9':
			return number
		case r == '\n' || r == '\r':
			return newline | space
		case r == ' ' || r >= '\t' && r <= '\f':
			return space
		}
		return 0
	}
	switch {
	case unicode.Is(unicode.Ll, r):
		return tail | letter
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return head | letter
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return head | tail | letter
	case unicode.Is(unicode.M, r):
		return head | tail
	case unicode.Is(unicode.N, r):
		return number
	case unicode.IsSpace(r):
		return space
	}
	return 0
}

// at returns the kind and the length of the character at the start of text; length 0 at the end.
func at(text string) (kind, int) {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return 0, 0
	}
	return kindOf(r), n
}

// span measures the characters at the start of text that are of one of the kinds.
func span(text string, kinds kind) int {
	i := 0
	for {
		k, n := at(text[i:])
		if n == 0 || k&kinds == 0 {
			return i
		}
		i += n
	}
}

// pieceLength returns the length of the first piece of text, which is not empty. It follows the expression
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// alternative by alternative, the first that matches, as a backtracking matcher does.
func pieceLength(text string) int {
	first, n := at(text)
	prefix := 0 // the one character that may stand before a word
	if first&(newline|letter|number) == 0 {
		prefix = n
	}
	for _, word := range []func(string) int{lowerWord, upperWord} {
		if prefix > 0 {
			if w := word(text[prefix:]); w > 0 {
				return prefix + w
			}
		}
		if w := word(text); w > 0 {
			return w
		}
	}
	if first&number != 0 {
		return digits(text)
	}
	if s := symbols(text); s > 0 {
		return s
	}
	return blank(text)
}

// lowerWord measures heads and then at least one tail. Characters that are both count as heads first; the last of them
// becomes the tail where no other follows.
func lowerWord(text string) int {
	i, lastBoth := 0, 0 // lastBoth: end of the last head that could also be a tail
	for {
		k, n := at(text[i:])
		if n == 0 || k&head == 0 {
			break
		}
		i += n
		if k&tail != 0 {
			lastBoth = i
		}
	}
	if t := span(text[i:], tail); t > 0 {
		lastBoth = i + t
	}
	if lastBoth == 0 {
		return 0
	}
	return lastBoth + contraction(text[lastBoth:])
}

// upperWord measures at least one head and then tails.
func upperWord(text string) int {
	h := span(text, head)
	if h == 0 {
		return 0
	}
	h += span(text[h:], tail)
	return h + contraction(text[h:])
}

// contraction measures 's, 't, 're, 've, 'm, 'll or 'd.
func contraction(text string) int {
	for _, c := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if len(text) >= len(c) && strings.EqualFold(text[:len(c)], c) {
			return len(c)
		}
	}
	return 0
}

// digits measures up to three numbers.
func digits(text string) int {
	i := 0
	for range 3 {
		k, n := at(text[i:])
		if n == 0 || k&number == 0 {
			break
		}
		i += n
	}
	return i
}

// symbols measures punctuation, with one space before it and line breaks and slashes behind it; 0 if none stands here.
func symbols(text string) int {
	i := 0
	if text[0] == ' ' {
		i = 1
	}
	start := i
	for {
		k, n := at(text[i:])
		if n == 0 || k&(space|letter|number) != 0 {
			break
		}
		i += n
	}
	if i == start {
		return 0
	}
	for i < len(text) && (text[i] == '\r' || text[i] == '\n' || text[i] == '/') {
		i++
	}
	return i
}

// blank measures white space: to the last line break in it, else to before its last character where text follows.
func blank(text string) int {
	end, lastBreak, lastLength := 0, 0, 0
	for {
		k, n := at(text[end:])
		if n == 0 || k&space == 0 {
			break
		}
		end += n
		lastLength = n
		if k&newline != 0 {
			lastBreak = end
		}
	}
	switch {
	case lastBreak > 0:
		return lastBreak
	case end == 0: // no kind at all: take one character, so that the text always shrinks
		_, n := at(text)
		return n
	case end < len(text) && end > lastLength:
		return end - lastLength
	}
	return end
}
