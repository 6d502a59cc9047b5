package firewall

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/factline/memory/items"
)

// RuleStuffed names a text that was made to be found by every question rather than to say something.
const RuleStuffed = "stuffed"

const (
	mostTags    = 24   // more tags than a person gives; they match whatever is asked
	listedWords = 80   // words of a run without a sentence: shorter lists are what notes are made of
	fewCommon   = 0.06 // share of words such as "the" and "is" below which a run is a list of terms; prose has 0.3 and more, terse notes 0.1
	mostSame    = 0.2  // share of one and the same word
	stuffFactor = 0.3  // what a stuffed item's value is multiplied by
)

// everything are claims to answer every question.
var everything = sync.OnceValue(func() *pattern {
	return newPattern(`\b(?:always|universally) relevant\b|\brelevant (?:to|for) (?:all|any|every)(?:thing| (?:question|quer|prompt|task|request|topic)\w*)|\binclude this (?:note |memory |item )?in (?:all|any|every) (?:answer|prompt|context|pack)|(?:与|和|跟)?(?:所有|任何|一切|每个)(?:问题|查询|任务|提示)(?:都|均)?(?:相关|适用|有关)`)
})

// Stuffed reports an item that is written to match everything. The findings tell the field and what is wrong with it.
func Stuffed(it items.Item) (out []Finding) {
	if n := len(it.Tags); n > mostTags {
		out = append(out, Finding{Rule: RuleStuffed, Detail: fmt.Sprintf("%d tags", n)})
	}
	for _, f := range []struct{ name, text string }{{"title", it.Title}, {"summary", it.Summary}, {"body", it.Body}} {
		if at := claimsAll(f.text); at != nil {
			out = append(out, Finding{Rule: RuleStuffed, Start: at[0], End: at[1], Detail: f.name + " claims to answer everything"})
		}
		if why := listed(f.text); why != "" {
			out = append(out, Finding{Rule: RuleStuffed, End: len(f.text), Detail: f.name + " " + why})
		}
	}
	return out
}

func claimsAll(text string) (at []int) { return everything().find(lowerASCII(text)) }

// listed says why a text is a heap of terms and no text; "" for a text. Code is left out: it has its own words.
func listed(text string) string {
	if len(text) < listedWords*4 {
		return ""
	}
	text = withoutFences(text)
	count, frequent, all, common := map[string]int{}, 0, 0, function()
	most, word := 0, ""
	for _, w := range strings.FieldsFunc(lowerASCII(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if r := []rune(w)[0]; r > 0x2E80 {
			return "" // scripts without spaces have no words to count here
		}
		all++
		if common[w] {
			frequent++
			continue
		}
		if count[w]++; count[w] > most && len(w) > 2 {
			most, word = count[w], w
		}
	}
	switch {
	case all < listedWords:
		return ""
	case float64(most) > mostSame*float64(all):
		return fmt.Sprintf("says one word %d times in %d (%.20q)", most, all, word)
	case float64(frequent) < fewCommon*float64(all) && float64(len(count)) > 0.6*float64(all) && sentences(text) < all/40:
		return fmt.Sprintf("lists %d terms without a sentence", all)
	}
	return ""
}

// function are the words that every English sentence has.
var function = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"the": true, "a": true, "an": true, "is": true, "are": true, "was": true, "of": true, "to": true, "in": true, "on": true, "at": true, "for": true, "and": true, "or": true, "we": true, "you": true,
		"it": true, "this": true, "that": true, "with": true, "by": true, "be": true, "as": true, "from": true, "not": true, "do": true, "if": true, "when": true, "has": true, "have": true, "its": true, "into": true, "no": true,
		"de": true, "la": true, "le": true, "les": true, "el": true, "los": true, "der": true, "die": true, "das": true, "und": true, "en": true, "et": true, "y": true, "o": true, "и": true, "в": true, "на": true, "не": true}
})

// sentences counts ends of sentences and of list entries: a list of entries on lines of their own is a note.
func sentences(text string) (n int) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			n++
		}
		n += strings.Count(line, ". ")
	}
	return n
}

// withoutFences drops blocks of code.
func withoutFences(text string) string {
	var b strings.Builder
	in := false
	for line := range strings.Lines(text) {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			in = !in
			continue
		}
		if !in {
			b.WriteString(line)
		}
	}
	return b.String()
}

// stuffed demotes: the item may say something true, and it must not win against those that say what was asked.
func stuffed(_ *Request, s *Subject) (Reason, float64) {
	if len(Stuffed(s.Item)) > 0 {
		return StuffedText, stuffFactor
	}
	return "", 1
}
