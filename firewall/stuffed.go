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

	listedTerms  = 40   // Chinese terms of a run without a sentence
	longestTerm  = 6    // characters of one
	fewParticles = 0.02 // share of the characters that Chinese sentences are held together by; prose has 0.05 and more
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
	if why, han := listedHan(text); han {
		return why
	}
	count, frequent, all, common := map[string]int{}, 0, 0, function()
	most, word := 0, ""
	for _, w := range strings.FieldsFunc(lowerASCII(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
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
	case float64(frequent) < fewCommon*float64(all) && float64(len(count)) > 0.3*float64(all) && sentences(text) < all/40:
		return fmt.Sprintf("lists %d terms without a sentence", all)
	}
	return ""
}

// listedHan is listed for a text that is mostly Chinese: its terms are what stands between marks and spaces, and its words are pairs of
// characters. han is false for another text. Other scripts without spaces are not looked at.
func listedHan(text string) (why string, han bool) {
	all, letters, particles, short, terms := 0, 0, 0, 0, 0
	pairs, most, word := map[[2]rune]int{}, 0, ""
	seen := map[string]bool{}
	for _, term := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		runes := []rune(term)
		terms++
		if len(runes) <= longestTerm {
			short++
		}
		seen[term] = true
		for i, r := range runes {
			letters++
			if !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				continue
			}
			all++
			if strings.ContainsRune("的了是在和不有用为以会把被与也就都要可于这那", r) {
				particles++
			}
			if i+1 < len(runes) {
				two := [2]rune{r, runes[i+1]}
				if pairs[two]++; pairs[two] > most {
					most, word = pairs[two], string(two[:])
				}
			}
		}
	}
	if all*2 < letters {
		return "", false
	}
	switch {
	case all >= listedWords && float64(most) > mostSame*float64(all):
		return fmt.Sprintf("says one word %d times in %d characters (%s)", most, all, word), true
	case terms >= listedTerms && short*10 >= terms*9 && len(seen)*10 > terms*3 && float64(particles) < fewParticles*float64(all) && sentences(text) < terms/20:
		return fmt.Sprintf("lists %d terms without a sentence", terms), true
	}
	return "", true
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
		n += strings.Count(line, ". ") + strings.Count(line, "。") + strings.Count(line, "！") + strings.Count(line, "？")
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

// stuffed demotes: the item may say something true, and it must not win against those that say what was asked. Where nothing else answers it
// must not win either: a question, or the start of a session, brings it in only once a person approved it, who is told what was found.
func stuffed(r *Request, s *Subject) (Reason, float64) {
	switch {
	case len(Stuffed(s.Item)) == 0:
		return "", 1
	case (r.Floor > 0 || r.Unasked) && !approved(&s.Item):
		return StuffedText, 0
	}
	return StuffedText, stuffFactor
}
