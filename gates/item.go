package gates

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

var (
	// defaultNow is the clock of a store whose data has no dates.
	defaultNow = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	// defaultWritten is when the items of such a store were written.
	defaultWritten = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)
)

// maxTitle bounds a title made of a text's first words, in runes: about what a person writes.
const maxTitle = 70

// newItem is an item that a person wrote at a time (zero = defaultWritten). Every item needs a title: a text without one gets its
// first words.
func newItem(kind items.Type, title, body string, at time.Time) items.Item {
	if at.IsZero() {
		at = defaultWritten
	}
	title, body = clean(title), clean(body)
	if strings.TrimSpace(title) == "" {
		title = firstWords(body)
	}
	return items.Item{
		Type: kind, Title: oneLine(title), Body: body, Status: items.Active, Created: at.UTC(), Updated: at.UTC(), Trust: items.Human,
		Confidence: 0.8,
	}
}

// firstWords is the first line that says something, cut between words.
func firstWords(text string) string {
	for line := range strings.Lines(text) {
		line = oneLine(strings.TrimLeft(line, "#/*-= \t"))
		if line == "" {
			continue
		}
		if utf8.RuneCountInString(line) <= maxTitle {
			return line
		}
		cut := string([]rune(line)[:maxTitle])
		if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
			cut = cut[:i]
		}
		return cut
	}
	return "untitled"
}

// clean drops control characters, which no item may hold; terminals leave them in transcripts.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// oneLine joins the words of a text by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// fence makes a text a code block, so that its # lines are no headings.
func fence(code string) string {
	marks := "```"
	for strings.Contains(code, marks) {
		marks += "`"
	}
	return marks + "\n" + code + "\n" + marks
}
