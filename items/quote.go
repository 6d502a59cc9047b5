package items

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote writes s as a YAML scalar that YAML 1.1 and 1.2 readers both take as this text: plain where that is beyond doubt,
// else in double quotes. flow is inside [] or {}, where more characters have a meaning.
func quote(s string, flow bool) string {
	if isPlain(s, flow) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			b.WriteByte(s[i]) // broken UTF-8 stays broken: Parse refuses it with its line
		case needsEscape(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func escape(r rune) string {
	switch {
	case r <= 0xff:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// needsEscape reports characters that YAML does not allow raw, takes as a line break, or that a person cannot see. The joiners
// U+200C and U+200D stay, emoji and several scripts are written with them.
func needsEscape(r rune) bool {
	if r < 0x7f {
		return r < 0x20
	}
	return isControl(r) || r == 0x2028 || r == 0x2029 || r == 0xfffe || r == 0xffff ||
		unicode.Is(unicode.Cf, r) && r != 0x200c && r != 0x200d
}

// isPlain is conservative: it may say no to a text that would do without quotes.
func isPlain(s string, flow bool) bool {
	if s == "" || !utf8.ValidString(s) || readsAsOther(s) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '/' && first != '_' && first != '.' && first != '(' {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	if unicode.IsSpace(last) || last == ':' {
		return false
	}
	before := rune(0)
	for _, r := range s {
		switch {
		case r != ' ' && unicode.IsSpace(r), needsEscape(r):
			return false
		case before == ':' && r == ' ', before == ' ' && r == '#':
			return false
		case flow && strings.ContainsRune(",[]{}:?#\"'", r):
			return false
		}
		before = r
	}
	return true
}

// readsAsOther reports the texts that some YAML reader takes as null, a truth value, a number or a date.
func readsAsOther(s string) bool {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".nan", ".inf", "nan", "inf", "infinity":
		return true
	}
	if c := s[0]; c != '.' && (c < '0' || c > '9') {
		return false
	}
	if strings.Trim(s, "0123456789_.:eE+-") == "" { // integers, floats, base 60, dates, spans such as 10-42
		return true
	}
	if len(s) > 1 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) {
		return true
	}
	return len(s) >= 8 && strings.Trim(s[:4], "0123456789") == "" && s[4] == '-' // a date, with or without time
}
