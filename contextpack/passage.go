package contextpack

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/tokens"
)

// The passage of a long item that answers. Title and summary of an item of many sections speak of all of it, and the answer may be one sentence
// far below: where that holds clearly more of the question than they do, it stands in the overview with the heading that it is under. A body of
// some sentences is shown as a whole and needs none where the budget has room for it.

const (
	longBody    = 480      // characters of a body from which on it is long, whatever the budget
	maxPassage  = 300      // characters of a passage
	maxHeading  = 80       // characters of the heading that it is under
	mostLooked  = 32 << 10 // bytes of a body that are looked through
	mostPassage = 400      // sentences of a body that are looked through
)

// passage is what a body says to a question.
type passage struct {
	heading  string
	sentence string // "" = there is none
	around   string // with the sentences beside it, as far as there is room
}

// line is a passage as a view shows it.
func (p passage) line(text string) string {
	if p.heading == "" {
		return "In its text: " + text
	}
	return "Under \"" + clip(p.heading, maxHeading) + "\": " + text
}

// passageOf finds the passage of a long item that answers the question that found it.
func passageOf(it items.Item, asked *recall.Asked, budget int) (p passage) {
	if asked == nil || !isLong(it.Body, budget) {
		return p
	}
	body := bodyWithoutTitle(it)
	all := passages(body[:min(len(body), mostLooked)])
	at := asked.Best(clip(oneLine(it.Title), maxTitle)+"\n"+clip(oneLine(it.Summary), maxSummary)+"\n"+clip(oneLine(why(it)), maxWhy), all)
	if at < 0 {
		return p
	}
	p = passage{heading: all[at].Heading, sentence: clip(all[at].Text, maxPassage), around: all[at].Text}
	room := func(more string) bool {
		return utf8.RuneCountInString(p.around)+1+utf8.RuneCountInString(more) <= maxPassage
	}
	for n := at + 1; n < len(all) && all[n].Heading == p.heading && room(all[n].Text); n++ {
		p.around = joined(p.around, all[n].Text)
	}
	for n := at - 1; n >= 0 && all[n].Heading == p.heading && room(all[n].Text); n-- {
		p.around = joined(all[n].Text, p.around)
	}
	p.around = clip(p.around, maxPassage)
	return p
}

// isLong reports a body of which a pack of this budget hardly shows all: what takes more than an item's share comes last of all.
func isLong(body string, budget int) bool {
	return utf8.RuneCountInString(body) >= longBody || float64(tokens.Count(body)) > itemShare*float64(budget)
}

// joined puts two sentences after each other, Chinese ones without a space.
func joined(a, b string) string {
	if last, _ := utf8.DecodeLastRuneInString(a); last > unicode.MaxLatin1 && unicode.IsPunct(last) {
		return a + b
	}
	return a + " " + b
}

var (
	bodyHeading = lazyregexp.New(`^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$`)
	underline   = lazyregexp.New(`^ {0,3}(?:=+|-+)[ \t]*$`)
	listMark    = lazyregexp.New(`^(?:[-*+>]|\d{1,3}[.)])[ \t]+`)
)

// passages are the sentences of a Markdown body in order; a line of a list, a table or code is one of its own. Item.Sections gives plain text, in
// which a line that was wrapped and the next block look alike.
func passages(body string) (out []recall.Passage) {
	var heading, paragraph string
	add := func(text string) {
		if text != "" && len(out) < mostPassage {
			out = append(out, recall.Passage{Heading: heading, Text: text})
		}
	}
	flush := func() {
		for _, s := range recall.Sentences(paragraph) {
			add(oneLine(s))
		}
		paragraph = ""
	}
	code, listed := false, false // listed: the paragraph is that of a list
	for line := range strings.Lines(body) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			flush()
			code = !code
			continue
		}
		switch m := bodyHeading().FindStringSubmatch(strings.TrimRight(line, "\r\n")); {
		case code || strings.HasPrefix(text, "|"):
			flush()
			add(oneLine(text))
		case m != nil:
			flush()
			heading = oneLine(m[1])
		case text == "":
			flush()
		case paragraph != "" && underline().MatchString(strings.TrimRight(line, "\r\n")):
			if listed { // a line across the page
				flush()
			} else {
				heading, paragraph = oneLine(paragraph), ""
			}
		default:
			if mark := listMark().FindString(text); mark != "" {
				flush()
				listed, text = true, text[len(mark):]
			} else if paragraph == "" {
				listed = false
			}
			paragraph += text + "\n"
		}
	}
	flush()
	return slices.DeleteFunc(out, func(p recall.Passage) bool { return !strings.ContainsFunc(p.Text, wordRune) })
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// passage is that of the subject's item, whose texts are masked, where a view of more than one line may show it.
func (s *subject) passage(it items.Item, most View, budget int) passage {
	if most == Locator {
		return passage{}
	}
	if s.answers == nil {
		p := passageOf(it, s.hit.Asked, budget)
		s.answers = &p
	}
	return *s.answers
}
