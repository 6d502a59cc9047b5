package secrets

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// look scans a text as it is and, where it holds what no eye sees or full-width letters, once more without that: grep colours the middle of a token, and
// a zero-width character cuts it for a machine only.
func (e *engine) look(text string) []span {
	found := e.scan(text)
	seen, at := visible(text)
	if at == nil {
		return found
	}
	for _, s := range e.scan(seen) {
		end := at[s.end-1] + 1
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		s.start, s.end = at[s.start], end
		found = append(found, s)
	}
	return merge(text, found)
}

// visible drops terminal escapes and zero-width characters, and makes full-width letters ordinary ones. at[i] is the offset in text of byte i of the result; nil when nothing
// was dropped.
func visible(text string) (seen string, at []int) {
	if !hides(text) {
		return text, nil
	}
	var b strings.Builder
	at = make([]int, 0, len(text))
	for i := 0; i < len(text); {
		if n := escapeLen(text[i:]); n > 0 {
			i += n
			continue
		}
		if n := underscored(text, i); n > 0 {
			b.WriteByte('_')
			at = append(at, i)
			i += n
			continue
		}
		size := 1
		for i+size < len(text) && text[i+size]&0xC0 == 0x80 { // the rest of a character
			size++
		}
		if c := narrow(text[i:]); c > 0 {
			b.WriteByte(c)
			at = append(at, i)
		} else if !strings.ContainsFunc(text[i:i+size], zeroWidth) {
			b.WriteString(text[i : i+size])
			for j := range size {
				at = append(at, i+j)
			}
		}
		i += size
	}
	return b.String(), at
}

// narrow is the letter or digit that a full-width one at the start of s stands for, as input methods of East Asia write it; 0 for none.
func narrow(s string) byte {
	if len(s) < 3 || s[0] != 0xEF {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	if c := wide(r); isAlnum(c) {
		return c
	}
	return 0
}

// mayHide are the bytes that something hidden begins with.
var mayHide = [256]bool{esc: true, '\\': true, '%': true, '&': true, 0xC2: true, 0xE2: true, 0xEF: true}

// hides reports a terminal escape, a zero-width character or a full-width letter. Ordinary text costs one comparison a byte.
func hides(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case !mayHide[c]:
		case c == esc, (c == '\\' || c == '%' || c == '&') && underscored(text, i) > 0:
			return true
		case c == 0xC2 || c == 0xE2 || c == 0xEF: // the lead bytes of every character in invisible
			if r, _ := utf8.DecodeRuneInString(text[i:]); zeroWidth(r) || narrow(text[i:]) > 0 {
				return true
			}
		}
	}
	return false
}

// underscored is the length of an underscore that is written as an escape at an offset, between letters as only a token has them; 0 for none. Markdown
// writes \_, an address %5F, markup &#95;, JSON \u005f.
func underscored(t string, at int) int {
	n := 0
	if at < 2 || !isAlnum(t[at-1]) || !isAlnum(t[at-2]) { // nearly always, so it is asked first
		return 0
	}
	for _, form := range []string{`\\_`, `\_`, `\\u005f`, `\u005f`, `\x5f`, "%5f", "&#95;", "&#x5f;", "&lowbar;"} {
		if len(t)-at >= len(form) && strings.EqualFold(t[at:at+len(form)], form) {
			n = len(form)
			break
		}
	}
	if n == 0 {
		return 0
	}
	for end := at + n; end < at+n+leastBehind; end++ {
		if end >= len(t) || !isAlnum(t[end]) && t[end] != '_' {
			return 0
		}
	}
	return n
}

// leastBehind is how many letters and digits follow the prefix of a token at least. Names of several words have a shorter one.
const leastBehind = 12

const esc = '\x1b'

// escapeLen is the length of the terminal escape that s begins with, 0 if it begins with none: CSI (ESC [ ... letter), OSC
// (ESC ] ... BEL or ESC \), or ESC and one character (ECMA-48).
func escapeLen(s string) int {
	if s[0] != esc {
		return 0
	}
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
		}
		return len(s)
	case ']':
		for i := 2; i < len(s); i++ {
			if s[i] == '\a' {
				return i + 1
			}
			if s[i] == esc && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
		}
	}
	return 2
}

// zeroWidth reports characters that take no room: soft hyphen, zero-width spaces and joiners, bidi marks, the byte order mark.
func zeroWidth(r rune) bool {
	return slices.ContainsFunc(invisible[:], func(x [2]rune) bool { return r >= x[0] && r <= x[1] })
}

var invisible = [...][2]rune{{0xAD, 0xAD}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}}
