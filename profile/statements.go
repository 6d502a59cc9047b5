package profile

import (
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// Statement is one thing that a rules file says: an item of a list, or a paragraph.
type Statement struct {
	Heading string // the headings above it, joined by " / "
	Text    string // on one line
	Line    int    // where it starts, counted from 1
}

var (
	headingLine = lazyregexp.New(`^(#{1,6})\s+(.+?)\s*#*$`)
	listLine    = lazyregexp.New(`^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$`)
)

// Each stands at the start of a line that marks a block of this program.
const (
	blockBegin = "<!-- factline:begin "
	blockEnd   = "<!-- factline:end "
)

// longest text of a statement, in characters: more is a document of its own.
const longest = 1500

// saysNothing reports a text of less than two words. Chinese and Japanese set no spaces: four of their characters say something.
func saysNothing(text string) bool {
	ideographs := 0
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			ideographs++
		}
	}
	return len(strings.Fields(text)) < 2 && ideographs < 4
}

// Statements reads the rules out of a Markdown file. Left out are single words, front matter, code, tables, comments, imports of other files, and the
// blocks that are kept by this program.
func Statements(src string) (found []Statement) {
	var r reader
	for n, line := range strings.Split(strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n"), "\n") {
		r.line(n+1, line)
	}
	r.flush()
	return r.found
}

// reader goes through a file line by line.
type reader struct {
	headings [7]string // by level
	open     []string  // lines of the statement under way
	start    int
	inside   string // what the line lies in and is left out for: front, fence, comment, block
	fence    string
	found    []Statement
}

func (r *reader) line(n int, line string) {
	text := strings.TrimSpace(line)
	if r.skips(n, text) {
		return
	}
	switch m := headingLine().FindStringSubmatch(text); {
	case m != nil:
		r.flush()
		level := len(m[1])
		r.headings[level] = m[2]
		for deeper := level + 1; deeper < len(r.headings); deeper++ {
			r.headings[deeper] = ""
		}
	case text == "" || strings.HasPrefix(text, "|") || isImport(text):
		r.flush()
	default:
		if m := listLine().FindStringSubmatch(line); m != nil {
			r.flush()
			text = m[1]
		}
		if text == "" {
			return
		}
		if len(r.open) == 0 {
			r.start = n
		}
		r.open = append(r.open, text)
	}
}

// isImport reports a line that only names another file.
func isImport(text string) bool { return strings.HasPrefix(text, "@") && !strings.Contains(text, " ") }

// skips reports whether a line belongs to something that is no rule.
func (r *reader) skips(n int, text string) bool {
	switch r.inside {
	case "front":
		if text == "---" {
			r.inside = ""
		}
		return true
	case "fence":
		if strings.HasPrefix(text, r.fence) {
			r.inside = ""
		}
		return true
	case "comment":
		if strings.Contains(text, "-->") {
			r.inside = ""
		}
		return true
	case "block":
		if strings.HasPrefix(text, blockEnd) {
			r.inside = ""
		}
		return true
	}
	switch {
	case n == 1 && text == "---":
		r.inside = "front"
	case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
		r.flush()
		r.inside, r.fence = "fence", text[:3]
	case strings.HasPrefix(text, blockBegin):
		r.flush()
		r.inside = "block"
	case strings.HasPrefix(text, "<!--"):
		r.flush()
		if !strings.Contains(text, "-->") {
			r.inside = "comment"
		}
	default:
		return false
	}
	return true
}

func (r *reader) flush() {
	text := strings.Join(strings.Fields(strings.Join(r.open, " ")), " ")
	r.open = nil
	if saysNothing(text) || len([]rune(text)) > longest || strings.HasSuffix(text, ":") {
		return
	}
	var above []string
	for _, h := range r.headings {
		if h != "" {
			above = append(above, h)
		}
	}
	r.found = append(r.found, Statement{Heading: strings.Join(above, " / "), Text: text, Line: r.start})
}
