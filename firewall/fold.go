package firewall

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in the form that patterns are matched against, with the way back.
type folded struct {
	text string
	at   []int32 // original offset of each byte of text; nil where both have the same offsets
	end  int     // length of the original
}

// original returns the offset in the original text of an offset in the folded one.
func (f folded) original(i int) int {
	switch {
	case f.at == nil:
		return i
	case i >= len(f.at):
		return f.end
	}
	return int(f.at[i])
}

// fold lowers case, applies NFKC, drops invisible characters and writes look-alikes of other scripts as ASCII. It serves
// matching alone: what is stored stays as written.
func fold(text string) folded {
	if firstWide(text, 0) == len(text) {
		return folded{text: lowerASCII(text), end: len(text)}
	}
	var b []byte
	var at []int32
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		var piece string
		switch {
		case r < utf8.RuneSelf:
			piece = lowerASCII(text[i : i+n])
		case invisible(r):
		case lookAlike[r] != 0:
			piece = string(lookAlike[r])
		case r == '’' || r == '‘':
			piece = "'"
		default:
			for _, c := range norm.NFKC.String(text[i : i+n]) {
				piece += string(unicode.ToLower(c))
			}
		}
		for range len(piece) {
			at = append(at, int32(i))
		}
		b = append(b, piece...)
		i += n
	}
	return folded{text: string(b), at: at, end: len(text)}
}

// lowerASCII lowers A to Z and keeps every offset, which strings.ToLower does not promise for other letters.
func lowerASCII(s string) string {
	i := 0
	for i < len(s) && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for ; i < len(b); i++ {
		if b[i] >= 'A' && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// lookAlike maps letters of Cyrillic and Greek that pass for Latin ones, and small capitals. Words wholly in those scripts become nonsense that
// matches nothing, which is harmless here.
var lookAlike = map[rune]rune{
	'а': 'a', 'А': 'a', 'В': 'b', 'с': 'c', 'С': 'c', 'ԁ': 'd', 'е': 'e', 'Е': 'e', 'ё': 'e', 'һ': 'h', 'Н': 'h', 'і': 'i', 'І': 'i', 'ј': 'j', 'К': 'k', 'ӏ': 'l', 'М': 'm', 'о': 'o', 'О': 'o', 'р': 'p', 'Р': 'p',
	'ѕ': 's', 'Ѕ': 's', 'Т': 't', 'т': 't', 'у': 'y', 'У': 'y', 'ѵ': 'v', 'х': 'x', 'Х': 'x', 'к': 'k',
	'α': 'a', 'Α': 'a', 'Β': 'b', 'ε': 'e', 'Ε': 'e', 'Η': 'h', 'ι': 'i', 'Ι': 'i', 'κ': 'k', 'Κ': 'k', 'Μ': 'm', 'ν': 'v', 'Ν': 'n', 'ο': 'o', 'Ο': 'o', 'ρ': 'p', 'Ρ': 'p', 'τ': 't', 'Τ': 't', 'υ': 'u', 'χ': 'x', 'Χ': 'x', 'Ζ': 'z', 'ɡ': 'g', 'ı': 'i',
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k', 'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w', 'ʏ': 'y', 'ᴢ': 'z',
}
