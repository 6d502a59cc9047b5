package hub

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/transcript"
)

// What a session tells of its work: what it was for, and what its last messages leave open.

var (
	// openEnd is a sentence that says what is still to be done.
	openEnd = lazyregexp.New(`(?i)^(next( steps?)?|to-?do|still open|remaining|open|pending)\s*[:：]\s*\S|` +
		`\b(we|i|you) (still |also )?(have|need|ought) to\b|\bstill (have|has|need|needs) to\b|` +
		`\bstill (open|missing|to do|failing|broken)\b|\b(is|are|was|were) not (yet )?(done|written|implemented|tested|finished|fixed|migrated)\b|` +
		`\bremains? to be\b|还(没有?|需要|要)|下一步[:：]|待办[:：]|尚未`)
	// offer is a sentence that proposes work which nobody asked for.
	offer = lazyregexp.New(`(?i)\b(if you (want|like|prefer|wish)|would you like|let me know|shall i|should i|happy to)\b|需要我|如果你`)
	// openWord is what announces an open end; the heading over it says so already.
	openWord = lazyregexp.New(`(?i)^(next( steps?)?|to-?do|still open|remaining|open|pending|下一步|待办)\s*[:：]\s*`)
	// request is a question in form and a task in meaning.
	request = lazyregexp.New(`(?i)^(please|(can|could|would|will) (you|we)\b)|^(请|能不能|能否|可以)`)
	// sentenceEnd is a mark that ends a sentence, and what follows it.
	sentenceEnd = lazyregexp.New(`[.!?]['")]?\s+|[。！？]|\n+`)
)

// sentences cuts a text at the ends of sentences and lines, without the marks of lists.
func sentences(text string) (out []string) {
	from := 0
	add := func(s string) {
		if s = strings.TrimLeft(oneLine(s), "-*#> "); s != "" {
			out = append(out, s)
		}
	}
	for _, at := range sentenceEnd().FindAllStringIndex(text, -1) {
		add(text[from:at[1]])
		from = at[1]
	}
	add(text[from:])
	return out
}

// ended is a sentence with a mark at its end, so that another one may follow.
func ended(s string) string {
	s = oneLine(s)
	if last, _ := utf8.DecodeLastRuneInString(s); s == "" || strings.ContainsRune(".!?…。！？:", last) {
		return s
	}
	return s + "."
}

// firstTask is the first message in which a person gave the session something to do, and the words of it that say so. Questions, text
// that was redacted, commands of the host and words of courtesy are none.
func firstTask(records []evidence.Record) (asked evidence.Record, words string, ok bool) {
	for _, r := range records {
		if r.Kind != transcript.Message || r.Role != transcript.User || r.Channel != transcript.FromUser || r.Meta || r.Sidechain {
			continue
		}
		var task []string
		for _, s := range sentences(r.Text) {
			if isTask(s) {
				task = append(task, ended(s))
			}
		}
		if len(task) > 0 {
			return r, enclosed.Clip(strings.Join(task, " "), saidRunes), true
		}
	}
	return asked, "", false
}

// fewWords is from how many words on a sentence can be a task; Chinese has no spaces, and says as much with eight characters.
const (
	fewWords = 4
	fewHan   = 8
)

func isTask(s string) bool {
	han := 0
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	switch {
	case isRedacted(s), strings.HasPrefix(s, "/"), strings.HasPrefix(s, "<"):
		return false
	case len(strings.Fields(s)) < fewWords && han < fewHan:
		return false
	case strings.HasSuffix(s, "?"), strings.HasSuffix(s, "？"):
		return request().MatchString(s)
	}
	return true
}

func isRedacted(s string) bool { return strings.Contains(s, "[REDACTED") }

// lastWords is how many of a session's last messages can leave something open: what was to be done before them is done or dropped.
const lastWords = 4

// openEnds are the sentences of the last messages that say what is still to be done, the last message first, with their records.
func openEnds(records []evidence.Record) (ends []string, from []evidence.Record) {
	seen := 0
	for _, r := range slices.Backward(records) {
		if r.Kind != transcript.Message || r.Meta || r.Sidechain || strings.TrimSpace(r.Text) == "" ||
			r.Role != transcript.Assistant && r.Channel != transcript.FromUser {
			continue
		}
		if seen++; seen > lastWords {
			break
		}
		found := false
		for _, s := range sentences(r.Text) {
			if strings.HasSuffix(s, "?") || isRedacted(s) || !openEnd().MatchString(s) || offer().MatchString(s) || len(ends) >= mostSaid {
				continue
			}
			if s = ended(enclosed.Clip(openWord().ReplaceAllString(s, ""), saidRunes)); !slices.Contains(ends, s) {
				ends, found = append(ends, s), true
			}
		}
		if found {
			from = append(from, r)
		}
	}
	return ends, from
}
