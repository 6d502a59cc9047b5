package marks

import "strings"

// quiet is a quick look at what most texts are, and reports that no mark in them tells anything: words with spaces, stops at their ends, quotation marks
// around them, hyphens between letters, headings and lists. A text that it does not know may be one of them all the same.
func quiet(text string) bool {
	at := func(i int) byte {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	for i := range len(text) {
		before, c, after := at(i-1), text[i], at(i+1)
		switch {
		case isBlank(c), c >= '0' && c <= '9', c >= 'a' && c <= 'z':
		case c >= 'A' && c <= 'Z':
			if before >= 'a' && before <= 'z' || before >= '0' && before <= '9' || strings.IndexByte("MGT", c) >= 0 && (after == 'b' || after == 'i' && at(i+2) == 'b') {
				return false
			}
		case strings.IndexByte(stops, c) >= 0:
			if !isBlank(after) {
				return false
			}
		case c == '`' || c == '"' || c == '\'':
			short := c == '\'' && isAlnum(before) && strings.IndexByte("stdlrvm", after) >= 0 // it's, don't
			if isQuote(before) || isQuote(after) || isAlnum(before) && isAlnum(after) && !short {
				return false
			}
		case c == '-':
			if !(isBlank(before) && isBlank(after) || isLetter(before) && isLetter(after)) {
				return false
			}
		case c == '#':
			if i > 0 && before != '\n' && before != '#' || after != ' ' && after != '#' || i+1 == len(text) {
				return false
			}
		case c == '(':
			if !isBlank(before) || !isAlnum(after) {
				return false
			}
		case c == ')':
			if !isAlnum(before) || !isBlank(after) && strings.IndexByte(stops, after) < 0 {
				return false
			}
		default:
			return false
		}
	}
	return !strings.Contains(text, "#######")
}

func isBlank(c byte) bool  { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
func isQuote(c byte) bool  { return c == '`' || c == '"' || c == '\'' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isAlnum(c byte) bool  { return isLetter(c) || c >= '0' && c <= '9' }
