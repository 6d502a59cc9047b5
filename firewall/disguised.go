package firewall

import (
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
)

// disguised are the pieces of a text that read otherwise than they are written: encoded ones, lines of escapes, and words that are
// broken up by line ends, marks of Markdown or blanks. Each is matched once more as it reads.
func disguised(text string) []segment {
	out := encoded(text)
	at := 0
	for line := range strings.Lines(text) {
		if plain := unescaped(line); plain != line {
			out = append(out, segment{at, at + len(line), plain, "in escapes"})
		}
		if plain := withoutDigits(line); plain != "" {
			out = append(out, segment{at, at + len(line), plain, "in letters written as digits"})
		}
		if plain := spelled(line); plain != "" {
			out = append(out, segment{at, at + len(line), plain, "in letters with marks or gaps"})
		}
		at += len(line)
	}
	at = 0
	for part := range strings.SplitAfterSeq(text, "\n\n") {
		if plain := together(part); plain != "" {
			out = append(out, segment{at, at + len(part), plain, "in words that are broken up"})
		}
		at += len(part)
	}
	return out
}

// leastEscapes is how many escapes make a line worth reading once more.
const leastEscapes = 2

var codeEscape = lazyregexp.New(`\\(?:u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})`)

// unescaped reads a line's character references, escapes of code and percent codes; the line itself where there are too few.
func unescaped(line string) string {
	if strings.Count(line, "&") >= leastEscapes && strings.Count(line, ";") >= leastEscapes {
		line = html.UnescapeString(line)
	}
	if strings.Count(line, `\u`)+strings.Count(line, `\x`) >= leastEscapes {
		line = codeEscape().ReplaceAllStringFunc(line, func(e string) string {
			n, err := strconv.ParseUint(strings.Trim(e[2:], "{}"), 16, 32)
			if err != nil || n > unicode.MaxRune {
				return e
			}
			return string(rune(n))
		})
	}
	if strings.Count(line, "%") >= leastEscapes {
		if plain, err := url.PathUnescape(line); err == nil && utf8.ValidString(plain) {
			line = plain
		}
	}
	return line
}

// together writes the words of a paragraph in one line, each with one blank before it: without marks of emphasis, without blanks between
// Chinese characters or within a word in spaced letters. Items of a list stay apart. "" where nothing was broken up.
func together(part string) string {
	part = strings.TrimSpace(part)
	if !strings.ContainsAny(part, "\n\t*_~`") && !strings.Contains(part, "  ") && !spacedHan(part) {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(part) {
		line = strings.TrimLeft(line, " \t>")
		if b.Len() > 0 {
			if beginsPart(line) {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(strings.Join(strings.Fields(letters(unemphasised(emphasis.Replace(line)))), " "))
	}
	plain := withoutHanGaps(b.String())
	if plain == part {
		return ""
	}
	return plain
}

var emphasis = strings.NewReplacer("**", "", "__", "", "~~", "", "`", "")

// beginsPart reports a line that begins an item of a list, a heading or a row of a table.
func beginsPart(line string) bool {
	return line == "" || strings.IndexByte("-*+#|0123456789", line[0]) >= 0 && !strings.HasPrefix(line, "**")
}

// leastSpaced is how many letters stand apart in a word or a line that is spaced out.
const leastSpaced = 8

// letters joins letters that stand apart; two blanks or more are the gap between two words.
func letters(line string) string {
	single := 0
	for _, f := range strings.Fields(line) {
		if utf8.RuneCountInString(f) == 1 {
			single++
		}
	}
	if single < leastSpaced {
		return line
	}
	words := strings.Split(strings.ReplaceAll(line, "\t", "  "), "  ")
	for i, w := range words {
		fields := strings.Fields(w)
		apart := len(fields) > 1
		for _, f := range fields {
			apart = apart && utf8.RuneCountInString(f) == 1
		}
		if apart {
			words[i] = strings.Join(fields, "")
		}
	}
	return strings.Join(words, " ")
}

// spacedHan reports blanks between Chinese characters, more than a text in two scripts has.
func spacedHan(text string) bool {
	return strings.Count(text, " ") >= 4 && withoutHanGaps(text) != text
}

func withoutHanGaps(text string) string {
	if firstWide(text, 0) == len(text) {
		return text
	}
	var b strings.Builder
	last := ' '
	for i, r := range text {
		if r == ' ' && unicode.Is(unicode.Han, last) {
			if next, _ := utf8.DecodeRuneInString(text[i+1:]); unicode.Is(unicode.Han, next) {
				continue
			}
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}
