package transcript

import (
	"strings"
	"time"
)

// aider's chat history is Markdown: "# aider chat started at", "#### " before each line that the person typed, "> " before each
// line that the program printed, the model's words bare. aider ends the first two with two spaces, which tells them from headings
// and quotes in the model's own Markdown; a file whose first typed line lacks them has lost them everywhere.

const aiderStart = "# aider chat started at "

func aiderFormat() textFormat {
	return textFormat{
		name: "aider", agent: "aider",
		score: func(lines []string) int {
			typed, printed := 0, 0
			for _, l := range lines {
				switch {
				case strings.HasPrefix(l, aiderStart):
					return 9
				case strings.HasPrefix(l, "#### ") && strings.HasSuffix(l, "  "):
					typed++
				case strings.HasPrefix(l, "> ") && strings.HasSuffix(l, "  "):
					printed++
				}
			}
			if typed > 0 && printed > 0 {
				return 5
			}
			return 0
		},
		open: func(r *run) textParser { return &aiderParser{r: r} },
	}
}

type aiderParser struct {
	r       *run
	started time.Time // of the session: the only time that the file tells, given to all its events
	block   textBlock
	role    Role
	loose   bool // the two spaces are lost
	settled bool // loose is known
	fence   bool // within a code block, where loose marks do not count
}

// textBlock gathers the lines of one event of a text format.
type textBlock struct {
	text       strings.Builder
	line       int
	start, end int64
}

func (b *textBlock) add(r *run, text string) {
	if b.line == 0 {
		b.line, b.start = r.line, r.start
	} else {
		b.text.WriteByte('\n')
	}
	b.text.WriteString(text)
	b.end = r.end
}

// take empties the block: its text without blank edges, and an event that stands where the block stood.
func (b *textBlock) take(r *run) (Event, string) {
	e := r.base()
	e.Line, e.Start, e.End = b.line, b.start, b.end
	text := strings.Trim(b.text.String(), "\n")
	*b = textBlock{}
	return e, text
}

func (p *aiderParser) line(text string) {
	if rest, ok := strings.CutPrefix(text, aiderStart); ok {
		p.flush()
		t := parseTime(rest)
		p.started = t
		p.r.st.Session = p.r.session
		if !t.IsZero() {
			p.r.st.Session += "-" + t.Format("20060102-150405")
		}
		p.r.ignore("session head")
		return
	}
	role := Assistant
	if rest, ok := p.marked(text, "####"); ok {
		role, text = User, rest
	} else if rest, ok := p.marked(text, ">"); ok {
		role, text = Tool, rest
	} else if strings.HasPrefix(strings.TrimSpace(text), "```") {
		p.fence = !p.fence
	}
	if role != p.role {
		if role == Assistant && strings.TrimSpace(text) == "" {
			return // blank lines between blocks belong to none
		}
		p.flush()
		p.role = role
	}
	p.block.add(p.r, text)
}

// marked cuts the mark from a typed or printed line.
func (p *aiderParser) marked(text, mark string) (string, bool) {
	rest, ok := strings.CutPrefix(text, mark)
	if !ok || rest != "" && rest[0] != ' ' {
		return "", false
	}
	two := strings.HasSuffix(text, "  ")
	if mark == "####" && !p.settled {
		p.loose, p.settled = !two, true
	}
	if !two && (!p.loose || p.fence) {
		return "", false
	}
	p.fence = p.fence && p.loose
	return strings.TrimSuffix(strings.TrimPrefix(rest, " "), "  "), true
}

func (p *aiderParser) flush() {
	if p.block.line == 0 {
		return
	}
	e, text := p.block.take(p.r)
	if strings.TrimSpace(text) == "" {
		return
	}
	e.Role, e.Time = p.role, p.started
	switch p.role {
	case Tool:
		e.Tool = "aider"
		p.r.resultText(e, "", text, nil, false)
	case User:
		// aider itself sends lint and test output back in the person's name
		e.Meta = strings.HasPrefix(text, "# Fix any errors below, if possible.") || strings.HasPrefix(text, "<blank>")
		p.r.say(e, text)
	default:
		p.r.say(e, text)
	}
}

func (p *aiderParser) close() { p.flush() }
