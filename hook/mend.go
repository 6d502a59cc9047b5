package hook

import (
	"slices"
	"unicode/utf8"
)

// mended makes a value of the head of one: a text that was cut ends where it was cut, what is open is closed, and a name or a number that
// may have gone on is left out. It is nil where the head is neither of an object nor of a list.
func mended(head []byte) []byte {
	var closing []byte       // what closes what is open, outermost first
	whole, depth := 0, 0     // head[:whole] closed by closing[:depth] is a value
	begin, name := -1, false // of the text that i stands in; whether a text here would be a name
	for i := 0; i < len(head); i++ {
		c := head[i]
		switch {
		case begin >= 0 && c == '\\':
			size := 2
			if i+1 < len(head) && head[i+1] == 'u' {
				size = 6
			}
			if i+size > len(head) {
				head = head[:i]
			}
			i += size - 1
		case begin >= 0 && c == '"':
			if begin = -1; !name {
				whole, depth = i+1, len(closing)
			}
		case begin >= 0:
		case c == '"':
			begin = i
		case c == '{' || c == '[':
			closing = append(closing, c+2) // in ASCII
			whole, depth, name = i+1, len(closing), c == '{'
		case (c == '}' || c == ']') && len(closing) > 0:
			closing = closing[:len(closing)-1]
			whole, depth = i+1, len(closing)
		case c == ',' && len(closing) > 0:
			whole, depth, name = i, len(closing), closing[len(closing)-1] == '}'
		case c == ':':
			name = false
		}
	}
	var out []byte
	switch {
	case whole == 0:
		return nil
	case begin >= 0 && !name:
		out, depth = append(slices.Clone(wholeRunes(head)), '"'), len(closing)
	default:
		out = slices.Clone(head[:whole])
	}
	for _, c := range slices.Backward(closing[:depth]) {
		out = append(out, c)
	}
	return out
}

// wholeRunes leaves out the beginning of a rune at the end.
func wholeRunes(b []byte) []byte {
	for n := range min(utf8.UTFMax, len(b)+1) {
		if r, size := utf8.DecodeLastRune(b[:len(b)-n]); r != utf8.RuneError || size > 1 {
			return b[:len(b)-n]
		}
	}
	return b
}
