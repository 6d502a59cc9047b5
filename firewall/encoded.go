package firewall

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// segment is a piece of a text that spells another text.
type segment struct {
	start, end int
	plain      string
	how        string // in words, for a finding
}

const (
	leastEncoded = 24 // bytes of base64: 18 of text, less than any lure has
	mostSegments = 16 // of one text; a table of hashes costs no more
)

// encoded finds base64 in a text that decodes to words. An image or a digest decodes to none. Code that is wrapped over lines is read as
// one.
func encoded(text string) (out []segment) {
	for at := 0; at < len(text) && len(out) < mostSegments; {
		run, end := base64Run(text, at)
		if len(run) < leastEncoded {
			at = end + 1
			continue
		}
		if plain := decode(run); plain != "" {
			out = append(out, segment{at, end, plain, inBase64})
		} else if plain := fromHex(text[at:unbroken(text, at)]); plain != "" {
			end = unbroken(text, at)
			out = append(out, segment{at, end, plain, "in hex"})
		} else if first := unbroken(text, at); first < end {
			end = first // the next line is no part of it: words that happen to have only letters
			if plain := decode(text[at:end]); end-at >= leastEncoded && plain != "" {
				out = append(out, segment{at, end, plain, inBase64})
			}
		}
		at = end + 1
	}
	return out
}

const inBase64 = "in base64"

// fromHex reads pairs of hex digits that spell words; "" for a digest, which spells none.
func fromHex(run string) string {
	b, err := hex.DecodeString(run)
	if err != nil {
		return ""
	}
	return words(b)
}

// base64Run is the code that begins at an offset, with the lines that go on with it, and where it ends. Only a line of at least
// leastLine bytes is followed: a wrapped code has long lines.
func base64Run(text string, at int) (run string, end int) {
	end = unbroken(text, at)
	run = text[at:end]
	if len(run) < leastLine {
		return run, end
	}
	for {
		next := afterBreak(text, end)
		to := unbroken(text, next)
		if next == end || to == next || len(run) > mostWrapped {
			return run, end
		}
		run, end = run+text[next:to], to
		if to-next < leastLine {
			return run, end
		}
	}
}

const (
	leastLine   = 16
	mostWrapped = 2 << 10 // bytes; a table of hashes must not cost the square of its length
)

func unbroken(text string, at int) int {
	for at < len(text) && base64Byte(text[at]) {
		at++
	}
	return at
}

// afterBreak passes one line break, written out or as an escape, and what quotes or indents the next line.
func afterBreak(text string, at int) int {
	next := at
	switch {
	case strings.HasPrefix(text[at:], "\r\n"), strings.HasPrefix(text[at:], `\n`):
		next += 2
	case strings.HasPrefix(text[at:], "\n"):
		next++
	default:
		return at
	}
	for next < len(text) && next-at < 24 && strings.IndexByte(" \t>#*", text[next]) >= 0 {
		next++
	}
	return next
}

func base64Byte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '-' || c == '_'
}

// decode reads base64 of either alphabet; "" for anything that is no printable text.
func decode(run string) string {
	run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
	b, err := base64.RawStdEncoding.DecodeString(run) // the last word counts, also in a code without its padding
	if err != nil {
		b, err = base64.RawStdEncoding.DecodeString(run[:len(run)/4*4])
	}
	if err != nil {
		return ""
	}
	return words(b)
}

// words is what bytes spell; "" for anything that is no printable text.
func words(b []byte) string {
	if !utf8.Valid(b) {
		return ""
	}
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return ""
		}
	}
	return string(b)
}
