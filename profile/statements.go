package profile

import (
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// Statement is one thing that a rules file says: an item of a list, or a paragraph.
type Statement struct {
	Heading string // the headings above it, joined by " / "
	Lead    string // what opens the list that it stands in, or its heading, where that says when or that it does not hold: "Never:", "In tests:"
	Text    string // on one line
	Block   string // the code and the tables that stand right below it, as they are written
	Line    int    // where it starts, counted from 1

	block []int // lines of Block
}

// Left is a stretch of a rules file that no statement holds, though it may say something.
type Left struct {
	From int    `json:"from"` // lines, counted from 1
	To   int    `json:"to"`
	Why  string `json:"why"`
}

// Why something is left out.
const (
	ofNoRule = "code or a table below no rule"
	tooLong  = "too long for a rule"
)

var (
	headingLine = lazyregexp.New(`^(#{1,6})\s+(.+?)\s*#*$`)
	listLine    = lazyregexp.New(`^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$`)
)

// Each stands at the start of a line that marks a block of this program.
const (
	blockBegin = "<!-- factline:begin "
	blockEnd   = "<!-- factline:end "
)

// commentLines is for how many lines a statement that begins with a comment is looked through for where its words begin.
const commentLines = 8

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

// Statements reads the rules out of a Markdown file. Code and tables belong to the rule that they stand below. Left out are single words, front
// matter, comments, imports of other files, and the blocks that are kept by this program; and what left names.
func Statements(src string) (found []Statement, left []Left) {
	r := read(src)
	return r.found, r.left
}

func read(src string) *reader {
	var r reader
	for n, line := range strings.Split(strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n"), "\n") {
		r.line(n+1, line)
	}
	r.flush()
	r.endBlock()
	return &r
}

// reader goes through a file line by line.
type reader struct {
	headings [7]string // by level
	lead     string    // the last text that ended in a colon, until something else comes
	open     []string  // lines of the statement under way
	start    int
	last     int    // its last line
	listed   bool   // they are an item of a list
	inside   string // what the line lies in and is left out for: front, fence, comment, block
	found    []Statement
	left     []Left
	block
}

func (r *reader) line(n int, line string) {
	text := strings.TrimSpace(line)
	if r.skips(n, line, text) {
		return
	}
	if strings.HasPrefix(text, "|") {
		r.flush()
		r.table(n, text)
		return
	}
	if text != "" {
		r.endBlock()
	}
	switch m := headingLine().FindStringSubmatch(text); {
	case m != nil:
		r.flush()
		r.lead, r.aboveLine, r.above = "", n, heading
		level := len(m[1])
		r.headings[level] = m[2]
		for deeper := level + 1; deeper < len(r.headings); deeper++ {
			r.headings[deeper] = ""
		}
	case text == "" || isImport(text):
		r.flush()
	default:
		if m := listLine().FindStringSubmatch(line); m != nil {
			r.flush()
			text, r.listed = strings.TrimSpace(m[1]), true
		} else if len(r.open) == 0 {
			r.lead, r.listed = "", false
		}
		if text == "" {
			return
		}
		if len(r.open) == 0 || len(r.open) < commentLines && strings.TrimSpace(uncommented(strings.Join(r.open, " "))) == "" {
			r.start = n
		}
		r.open, r.last = append(r.open, text), n
	}
}

// isImport reports a line that only names another file.
func isImport(text string) bool { return strings.HasPrefix(text, "@") && !strings.Contains(text, " ") }

// skips reports whether a line belongs to something that is no rule.
func (r *reader) skips(n int, line, text string) bool {
	switch r.inside {
	case "front":
		if text == "---" {
			r.inside = ""
		}
		return true
	case "fence":
		if r.code(n, line, text) {
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
		r.inside = "fence"
		r.openFence(n, line, text)
	case strings.HasPrefix(text, blockBegin):
		r.flush()
		r.endBlock()
		r.inside, r.above = "block", nothing
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
	text := strings.Join(strings.Fields(uncommented(strings.Join(r.open, " "))), " ")
	r.open = nil
	if strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") {
		r.lead, r.aboveLine, r.above = text, r.start, opener
		return
	}
	if saysNothing(text) {
		if text != "" {
			r.above = nothing
		}
		return
	}
	if len([]rune(text)) > longest {
		r.left, r.above = append(r.left, Left{r.start, r.last, tooLong}), nothing
		return
	}
	above := r.headingsAbove()
	r.found, r.above = append(r.found, Statement{Heading: strings.Join(above, " / "), Lead: r.leadOf(text, above), Text: text, Line: r.start}), rule
}

func (r *reader) headingsAbove() (above []string) {
	for _, h := range r.headings {
		if h != "" {
			above = append(above, h)
		}
	}
	return above
}

var (
	// bounds are words of a lead without which what stands below it says more than it should, or the opposite.
	bounds = lazyregexp.New(`(?i)\b(never|not|don'?ts?|avoid|no|forbidden|prohibited|unless|when|if|for|in|on|only|without|before|after|while|instead|except|wrong|bad)\b|不要|禁止|避免|不得|切勿|不能|如果|当|只|除`)
	// against is what a heading says of rules that forbid.
	against = lazyregexp.New(`(?i)^(never|don'?ts?|do not|avoid|forbidden|prohibited|not allowed|anti-?patterns?|what not to do|must not|bad practices?)\b|^(不要|禁止|避免|不得|切勿|不能)`)
	// itself is a rule that forbids in its own words.
	itself = lazyregexp.New(`(?i)^(never|don'?t|do not|avoid|no|not)\b|^(不要|禁止|避免|不得|切勿|不能|别)`)
	// summedUp is a lead that only announces.
	summedUp = lazyregexp.New(`(?i)\b(the following|these|as follows|below)\b|如下|以下`)
)

// longestLead bounds what goes in front of a rule, in characters.
const longestLead = 80

// leadOf is what must be said with an item of a list for it to say what its file does: "commit secrets" below "Never:" is no order to do it.
func (r *reader) leadOf(text string, above []string) string {
	lead := r.lead
	if lead == "" && len(above) > 0 {
		if h := above[len(above)-1]; against().MatchString(h) {
			lead = strings.TrimRight(h, " :：") + ":"
		}
	}
	switch {
	case !r.listed, lead == "", len([]rune(lead)) > longestLead, !bounds().MatchString(lead), summedUp().MatchString(lead):
		return ""
	case against().MatchString(lead) && itself().MatchString(text):
		return ""
	}
	return lead
}

// uncommented is a text without the HTML comments in it, which the page that people read does not show; those in code stay.
func uncommented(text string) string {
	var b strings.Builder
	for code := false; ; {
		at := strings.IndexAny(text, "`<")
		if at < 0 {
			return b.String() + text
		}
		b.WriteString(text[:at])
		text = text[at:]
		if !code && strings.HasPrefix(text, "<!--") {
			_, after, ended := strings.Cut(text, "-->")
			if !ended {
				return b.String()
			}
			text = after
			continue
		}
		if text[0] == '`' {
			code = !code
		}
		b.WriteByte(text[0])
		text = text[1:]
	}
}
