package foreign

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
)

// Lengths in characters: what a locator and an overview can show. The body keeps all of a longer text.
const (
	maxTitle   = 160
	maxSummary = 400
	maxProject = 80
)

// draft makes an item of a title and a text. Without a title the text's first sentence is it.
func draft(kind items.Type, title, text string) (items.Item, error) {
	text = strings.TrimSpace(lines(text))
	seen := visible(text)
	title = line(visible(title))
	if title == "" {
		title = sentence(seen)
	}
	if !strings.ContainsFunc(title, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return items.Item{}, fmt.Errorf("it has no words that could be a title")
	}
	it := items.Item{Type: kind, Title: enclosed.Clip(title, maxTitle), Status: items.Active}
	if first := sentence(seen); first != title {
		it.Summary = enclosed.Clip(first, maxSummary)
	}
	if rest := line(text); rest != it.Title && rest != it.Summary || strings.ContainsRune(text, '\n') {
		it.Body = text
	}
	return it, nil
}

// summarize gives a draft the summary that its source has. A body of one sentence, which the draft had for one, stays the body.
func summarize(it *items.Item, summary, body string) {
	if summary = enclosed.Clip(line(summary), maxSummary); summary == "" || summary == it.Summary {
		return
	}
	if it.Body == "" && it.Summary != "" {
		it.Body = strings.TrimSpace(lines(body))
	}
	it.Summary = summary
}

// lines is a text with every line end as a line feed. Notes quote what a terminal printed, progress bars and all: a carriage return alone ends a
// line there too, and no item may hold one.
func lines(text string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text) }

// visible is Markdown without its comments: the page that a person knows does not show them, so no title or summary may come of one. The
// body keeps them.
func visible(text string) string { return items.Item{Body: text}.VisibleBody() }

// sentence is the first sentence of a text that is no heading, in one line.
func sentence(text string) string {
	for part := range strings.Lines(text) {
		if strings.HasPrefix(part, "#") {
			continue
		}
		part = line(strings.TrimLeft(strings.TrimSpace(part), "#>*- \t"))
		if part == "" {
			continue
		}
		for _, end := range []string{". ", "。", "! ", "? "} {
			if at := strings.Index(part, end); at > 0 {
				part = enclosed.Cut(part, at+len(strings.TrimRight(end, " ")))
			}
		}
		return part
	}
	return ""
}

// line is a text in one line, without what is no character.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// ident is a foreign id as it is, but for the characters that no file name may have; "" where nothing of it can be one.
func ident(id string) items.ID {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.+", r) {
			return r
		}
		return '-'
	}, strings.TrimSpace(id))
	if out := items.ID(strings.Trim(clean, ".")); out != "" && out.Check() == "" {
		return out
	}
	return ""
}

// projectOf is a foreign project as a name: the last directory where it is a path, with what no name has as a hyphen.
func projectOf(text string) string {
	text = strings.TrimRight(strings.ReplaceAll(line(text), "\\", "/"), "/")
	text = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune("_.@+-", r) {
			return r
		}
		return '-'
	}, text[strings.LastIndexByte(text, '/')+1:])
	return strings.Trim(enclosed.Clip(strings.TrimLeft(text, "+"), maxProject), "-…")
}

func idents(ids []string) (out []items.ID) {
	for _, id := range ids {
		if clean := ident(id); clean != "" {
			out = append(out, clean)
		}
	}
	return out
}

// timeForms are the spellings of a time; one without a zone is UTC.
var timeForms = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", time.DateOnly}

// when reads a time: text, or a number of seconds or milliseconds since 1970.
func when(value any) time.Time {
	switch v := value.(type) {
	case string:
		for _, form := range timeForms {
			if t, err := time.Parse(form, strings.TrimSpace(v)); err == nil && t.Year() > 1970 && t.Year() < 2200 {
				return t.UTC().Truncate(time.Second)
			}
		}
	case float64:
		const inMillis = 1e11 // as seconds this would be the year 5138
		if v > inMillis {
			v /= 1000
		}
		if v > 0 && v < 7e9 {
			return time.Unix(int64(v), 0).UTC()
		}
	case time.Time:
		return v.UTC().Truncate(time.Second)
	}
	return time.Time{}
}

// surety is a confidence from 0 to 1; a strength from 1 to 10 is brought to that.
func surety(n float64) float64 {
	if n > 1 {
		n /= 10
	}
	return max(0, min(1, n))
}
