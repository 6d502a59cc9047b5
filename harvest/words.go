package harvest

import (
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/evidence"
)

// maxProse is the length in bytes above which a typed message is taken for a pasted document and not searched. Real prompts
// with a lasting statement are short; specifications, plans and templates are not.
const maxProse = 4000

// words is one message with everything blanked out that its author did not say: code, quotations, pasted logs, tags.
type words struct {
	rec  *evidence.Record
	text string     // as recorded
	mask string     // same length as text; blanked bytes are spaces
	zh   bool       // mostly Chinese
	sent []sentence // of mask
}

func readWords(r *evidence.Record) *words {
	w := &words{rec: r, text: r.Text, zh: mostlyHan(r.Text)}
	w.mask = maskForeign(r.Text)
	if !pastedDocument(r.Text) {
		w.sent = sentences(w)
	}
	return w
}

// pastedDocument reports whether a message is a document and not speech: too long, or laid out with several headings. For an
// agent's message headings are normal, so only the person's messages are asked.
func pastedDocument(text string) bool {
	return len(text) > maxProse*8
}

func documentByPerson(text string) bool {
	return len(text) > maxProse || strings.Count("\n"+text, "\n#") >= 2
}

var (
	fence     = rx("(?s)```.*?(```|$)")
	pairedTag = rx(`(?s)<([a-z][a-z0-9_-]*)(?: [^<>]*)?>`)
	quotation = rx(`"[^"\n]{1,400}"|“[^”\n]{1,400}”|「[^」\n]{1,400}」|『[^』\n]{1,400}』|«[^»\n]{1,400}»`)
	logLine   = rx(`^(\s*at \S+ ?\(|\s*at \S+:\d|\s{4,}\S|\t|\$ |> |❯|>>>|\+\+\+ |--- |@@ |[+-][^\s\-]|\||[│┃╭╰─━×✖✗✓✔⨯•]|\[?\d{4}-\d\d-\d\d[T ]|\d\d:\d\d:\d\d|➜ |\[[A-Z]+( [A-Z]+)*\]|└|\S+@\S+[:~ ]\S*[$#%] |\(\S+\) \S*[$#%] |PS [A-Z]:\\|[A-Za-z]*Error:|error[:\[]|panic:|Traceback|FAIL\b|npm ERR|\{|\}|\])`)
)

// mayBeLog leaves out the lines that begin as prose does, before the slow look.
func mayBeLog(line string) bool {
	if line == "" {
		return false
	}
	if c := line[0]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0xe4 && c <= 0xe9 { // Latin letters, Han
		return strings.Contains(line, "rror") || strings.ContainsAny(line, "@\\") || hasAnyPrefix(line, "panic:", "Traceback", "FAIL", "npm ERR", "at ")
	}
	return true
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// endsLikeCode reports a line that ends as statements of programming languages do.
func endsLikeCode(line string) bool {
	line = strings.TrimRight(line, " \t\r")
	if line == "" {
		return false
	}
	switch line[len(line)-1] {
	case ';', '{', '}', '\\':
		return true
	}
	return strings.HasSuffix(line, "=>")
}

// maskForeign blanks, byte for byte, what the author quotes instead of says.
func maskForeign(text string) string {
	b := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to && i < len(b); i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	if strings.Contains(text, "```") {
		for _, m := range fence.FindAllStringIndex(text, -1) {
			blank(m[0], m[1])
		}
	}
	if strings.Contains(text, "</") {
		for _, m := range pairedTag.FindAllStringSubmatchIndex(text, -1) {
			end := "</" + text[m[2]:m[3]] + ">"
			if i := strings.Index(text[m[1]:], end); i >= 0 {
				blank(m[0], m[1]+i+len(end))
			}
		}
	}
	for from := 0; from < len(text); {
		to := from + strings.IndexByte(text[from:], '\n')
		if to < from {
			to = len(text)
		}
		line := text[from:to]
		if endsLikeCode(line) || mayBeLog(line) && logLine.MatchString(line) {
			blank(from, to)
		}
		from = to + 1
	}
	if !strings.ContainsAny(text, "\"“「『«") {
		return string(b)
	}
	for _, m := range quotation.FindAllStringIndex(string(b), -1) {
		if q := text[m[0]:m[1]]; len(strings.Fields(q)) > 2 || hanCount(q) > 6 {
			blank(m[0], m[1])
		}
	}
	return string(b)
}

func hanCount(s string) int {
	n := 0
	for _, r := range s {
		if isHan(r) {
			n++
		}
	}
	return n
}

func isHan(r rune) bool { return r >= 0x3400 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff }

// mostlyHan reports whether Chinese carries the text: a Han character weighs about as much as two and a half Latin letters.
func mostlyHan(s string) bool {
	h := hanCount(s)
	return h > 0 && h*5 >= (utf8.RuneCountInString(s)-h)
}

// lowerASCII lowers A-Z only, so that offsets stay valid.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 32
		}
		return r
	}, s)
}
