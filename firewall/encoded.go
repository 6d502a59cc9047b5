package firewall

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// segment is a piece of a text that spells another text.
type segment struct {
	start, end int
	plain      string
}

const (
	leastEncoded = 24 // bytes of base64: 18 of text, less than any lure has
	mostSegments = 16 // of one text; a table of hashes costs no more
)

// encoded finds base64 in a text that decodes to words. An image or a digest decodes to none.
func encoded(text string) (out []segment) {
	for at := 0; at < len(text) && len(out) < mostSegments; {
		n := 0
		for at+n < len(text) && base64Byte(text[at+n]) {
			n++
		}
		if n >= leastEncoded {
			if plain := decode(text[at : at+n]); plain != "" {
				out = append(out, segment{at, at + n, plain})
			}
		}
		at += n + 1
	}
	return out
}

func base64Byte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '-' || c == '_'
}

// decode reads base64 of either alphabet; "" for anything that is no printable text.
func decode(run string) string {
	run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
	b, err := base64.RawStdEncoding.DecodeString(run[:len(run)/4*4])
	if err != nil || !utf8.Valid(b) {
		return ""
	}
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return ""
		}
	}
	return string(b)
}
