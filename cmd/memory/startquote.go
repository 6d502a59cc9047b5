package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
)

const (
	quoteWidth = 116 // columns of a line of a quote, what a terminal of 120 shows
	quoteMost  = 480 // characters of a quote: four lines, more than all but a few statements take
)

// quoteText shows who said a fact when, and the words, whole: who cannot read the end of a sentence cannot decide on it.
func quoteText(w io.Writer, p paint, from source) {
	head := fmt.Sprintf("%s, %s, %s: ", from.Time, clean(from.Agent), saidBy(from.Channel))
	for i, line := range wrapped("“"+wholeWords(from.Text, quoteMost)+"”", quoteWidth, utf8.RuneCountInString(head)) {
		if i > 0 {
			head = ""
		}
		fmt.Fprintf(w, "    %s%s\n", head, p.dim(line))
	}
}

// wholeWords is text on one line, ended after a word where it has more than most characters.
func wholeWords(text string, most int) string {
	text = strings.Join(strings.Fields(clean(text)), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most-2])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + " …"
}

// wrapped breaks a line of words at width characters; the first line has used some already. A word is never broken.
func wrapped(text string, width, used int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if line != "" && used+1+n > width {
			lines, line, used = append(lines, line), "", 0
		}
		if line != "" {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	return append(lines, line)
}

// onlyAsks reports that words ask for a way to go and do not tell one: the answer is the other half of what was decided.
func onlyAsks(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || asksFor().MatchString(text)
}

// asksFor is a question without its mark: "also should we group the runs".
var asksFor = lazyregexp.New(`(?i)\b(should(n't| not)?|shall|can|could|do|did) (we|i)\b|^(is|are|does|will) `)

// leftAlone names the sessions that harvest did not read because they are of other projects.
func leftAlone(w io.Writer, sessions int) {
	if sessions > 0 {
		fmt.Fprintf(w, "%s of other projects left alone: --project all\n", plural(sessions, "session"))
	}
}
