package secrets

import (
	"math"
	"strings"
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlnum(c byte) bool { return isDigit(c) || isLower(c) || isUpper(c) }

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; !isDigit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

// entropy is Shannon's, in bits per byte.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	bits, n := 0.0, float64(len(s))
	for _, c := range count {
		if c > 0 {
			p := float64(c) / n
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// kinds counts the bytes of a value by kind.
type kinds struct{ lower, upper, digit, other, turns int } // turns: changes between letter and digit, or upper after lower

func kindsOf(s string) kinds {
	var k kinds
	for i := range len(s) {
		c := s[i]
		switch {
		case isLower(c):
			k.lower++
		case isUpper(c):
			k.upper++
		case isDigit(c):
			k.digit++
		default:
			k.other++
		}
		if i > 0 {
			p := s[i-1]
			if isDigit(p) != isDigit(c) || isLower(p) && isUpper(c) {
				k.turns++
			}
		}
	}
	return k
}

// random reports whether a token looks drawn by chance rather than named by a person: several kinds of bytes that alternate.
// An identifier such as parseHTTP2Frame turns rarely for its length.
func random(s string, least int) bool {
	if len(s) < least {
		return false
	}
	k := kindsOf(s)
	if k.digit == 0 || k.lower+k.upper == 0 {
		return len(s) >= 20 && k.lower > 2 && k.upper > 2 && k.turns*5 >= len(s) && entropy(s) >= 4
	}
	if k.other*4 > len(s) {
		return false
	}
	bits := 2.5 + min(1, float64(len(s))/40)
	return k.turns*6 >= len(s) && k.turns >= 3 && entropy(s) >= bits
}

// credential reports whether a value without any context has the shape of a credential: long hex or random letters and digits.
func credential(s string) bool {
	if len(s) >= 24 && isHex(s) {
		return kindsOf(s).digit > 3 && entropy(s) > 2.8
	}
	return random(s, 14)
}

func isUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	return isHex(strings.ReplaceAll(s, "-", ""))
}

// wordy reports whether s is made of words: letters in camel, snake, kebab or dotted case, with at most a short number in or
// behind each, as identifiers, paths, hosts, versions and prose are.
func wordy(s string) bool {
	digits, letters, run := 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
			run++
			if run > 4 {
				return false
			}
		case isLower(c) || isUpper(c):
			letters++
			run = 0
		case c == '_' || c == '-' || c == '.' || c == '/' || c == ':' || c == ' ' || c == '$' || c == '@' || c >= 0x80:
			run = 0
		default:
			return false
		}
	}
	k := kindsOf(s)
	return letters > 0 && (digits == 0 || k.turns*5 < len(s) || digits*6 <= letters && k.turns <= 4)
}

// version reports 1.2.3, ^4.0.0, v2.1-rc1, >=1.0 and dates or times.
func version(s string) bool {
	s = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(s, "npm:"), "workspace:"), "^~<>=v ")
	if s == "" || !isDigit(s[0]) {
		return false
	}
	dots := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' || c == '-' || c == ':' || c == '/':
			dots++
		case isDigit(c), c == 'T', c == 'Z', c == '+':
		case i > 0 && len(s)-i <= 8 && dots > 0:
		default:
			return false
		}
	}
	return dots > 0
}
