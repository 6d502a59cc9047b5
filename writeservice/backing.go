package writeservice

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
	"golang.org/x/text/unicode/norm"
)

// backing is what the cited words are worth as a source for what an agent writes.
type backing struct {
	said     bool   // a person said it: most words of the item stand in words of his that it cites, and it does not turn them
	why      string // where not: what was found instead
	sessions int    // distinct sessions among the citations
}

// backedShare is how much of an item's words must stand in a person's. An agent adds a few of its own; an attacker who makes it cite
// whatever the person said last finds next to none of his there.
const backedShare = 0.5

// backing reads the cited spans. A model's own words back nothing: it repeats what it read, and a page can make it say anything.
func (s *Service) backing(ctx context.Context, it items.Item) backing {
	var b backing
	if s.Planted != nil && len(it.Evidence) > 0 && s.Planted(ctx) {
		return b
	}
	sessions := map[string]bool{}
	said := map[string]bool{}
	var stated []clause
	var spoken, messages []string
	for _, c := range it.Evidence {
		if s.Evidence == nil {
			break
		}
		text, _, rec, err := s.Evidence.Cite(ctx, evidence.ID(c.ID), c.Span)
		if err != nil {
			continue // cite has refused the draft for it, or it was there before and is gone
		}
		sessions[rec.Agent+"\x00"+rec.Session] = true
		if rec.Channel == transcript.FromUser && !rec.Meta && !rec.Sidechain {
			messages = append(messages, rec.Text)
			for _, sentence := range s.asserted(rec.Text, text, c.Span) {
				stated = append(stated, clauses(sentence)...)
				spoken = append(spoken, sentence)
				for _, w := range words(sentence) {
					said[w] = true
				}
			}
		}
	}
	b.sessions = len(sessions)
	mine, there := map[string]bool{}, 0
	title := it.Title
	if namesOnly(title) && it.Summary+it.Body != "" {
		title = "" // it claims nothing
	}
	for _, w := range words(strings.Join(append([]string{title, it.Summary, it.Body}, it.Tags...), "\n")) {
		if mine[w] {
			continue
		}
		mine[w] = true
		if said[w] {
			there++
		}
	}
	switch {
	case len(mine) == 0 || float64(there) < backedShare*float64(len(mine)):
		b.why = unsaid
	case adds(strings.Join([]string{title, it.Summary, it.Body}, "\n"), said):
		b.why = added
	case unsaidTarget(it.Title+"\n"+it.Summary+"\n"+it.Body, strings.Join(spoken, "\n")) != "":
		b.why = otherTarget
	case displacedTarget(it.Title, it.Title+"\n"+it.Summary+"\n"+it.Body, passages(spoken)) != "":
		b.why = displaced
	case misowned(it.Title, it.Title+"\n"+it.Summary+"\n"+it.Body, spoken, messages):
		b.why = ofIt
	case scattered(it.Title+"\n"+it.Summary+"\n"+it.Body, spoken):
		b.why = ofSeveral
	case recast(it.Title, it.Summary+"\n"+it.Body, spoken):
		b.why = otherwise
	default:
		b.why = contradicted(clauses(it.Title+"\n"+it.Summary+"\n"+it.Body), stated)
	}
	b.said = b.why == ""
	return b
}

// adds reports a sentence of an item that has too little of what a person said. What the others say does not bear it out: a short one would ride
// along on a long one that he did say.
func adds(text string, said map[string]bool) bool {
	for _, sentence := range ofSentences().Split(text, -1) {
		all, there := words(sentence), 0
		for _, w := range all {
			if said[w] {
				there++
			}
		}
		if float64(there) < backedShare*float64(len(all)) || len(all) == 0 && denies().MatchString(strings.ToLower(sentence)) {
			return true
		}
	}
	return false
}

// asserted are the sentences that a person says himself in a cited span of his message.
func (s *Service) asserted(message, cited, span string) []string {
	if s.Asserted == nil {
		return []string{cited}
	}
	from, to := 0, len(message)
	if a, b, ok := strings.Cut(span, "-"); ok { // Cite has read it
		from, _ = strconv.Atoi(a)
		to, _ = strconv.Atoi(b)
	}
	return s.Asserted(message, from, to)
}

// stem is how many bytes of a word are compared.
const stem = 6

// words are the words of a text that carry something: folded, without the commonest; of scripts without spaces the pairs of characters.
func words(text string) (out []string) {
	text = strings.ToLower(norm.NFKC.String(text))
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsFunc(run, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) }) {
			runes := []rune(run)
			for i := 0; i+1 < len(runes); i++ {
				out = append(out, string(runes[i:i+2]))
			}
			if len(runes) == 1 {
				out = append(out, run)
			}
			continue
		}
		if !common[run] {
			run = strings.TrimSuffix(run, "s") // cursors, cursor
			out = append(out, run[:min(len(run), stem)])
		}
	}
	return out
}

// common are words that stand in every sentence and back nothing.
var common = map[string]bool{"the": true, "a": true, "an": true, "is": true, "are": true, "was": true, "of": true, "to": true, "in": true, "on": true, "at": true, "for": true, "and": true, "or": true,
	"we": true, "you": true, "it": true, "this": true, "that": true, "with": true, "by": true, "be": true, "as": true, "from": true, "not": true, "do": true, "use": true, "uses": true, "used": true, "using": true}

// reasons says that an item is not backed, and what was found in the cited words.
func (b backing) reasons() []string {
	if b.why == "" || b.why == unsaid {
		return []string{unbacked}
	}
	return []string{unbacked, "of the words that it cites: " + b.why}
}

// unsaid is the reason of items of other words than those they cite.
const unsaid = "no person said it in the words that it cites"

// added is what was found of an item with a sentence of its own.
const added = "nobody said one of its sentences"

// otherTarget is what was found of an item that names a host, a path, a command or an amount of its own.
const otherTarget = "nobody said a host, path, command or figure that it names"

// displaced is what was found of an item that says of a host or path what was said of something else.
const displaced = "a host or path that it names was named for something else"

// ofIt is what was found of an item that names what a person called "it".
const ofIt = "it names what was said of \"it\", and that may be another"

// ofSeveral is what was found of an item that makes one claim of what was said of different things.
const ofSeveral = "its words were said of different things"

// otherwise is what was found of an item of the person's words alone, which he did not say so.
const otherwise = "its words were said in another order, of different things, or with something that bounds them"

// unbacked is told of what an agent wrote and no person said.
const unbacked = unsaid + ": it is not injected before a person approves it"
