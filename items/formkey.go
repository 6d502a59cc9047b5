package items

import (
	"slices"
	"strings"
	"unicode"
)

// FormKey is Key of a text without its articles, and with its clauses in one order: "The API pages by cursor, offset scans are slow" has the
// key of "Offset scans are slow; API pages by cursor". So what differs in no more is known again where only keys are left of the words. Of a
// text of one clause without articles it is the Key.
//
// Clauses go into one order only where that cannot change what they say: one clause beside one that gives its reason, condition or time, or
// clauses that could each stand alone. Short ones may be a list, whose order may be the fact.
func FormKey(text string) string { return Key(inOneOrder(clauses(text))...) }

// What a clause has at least that could stand alone.
const (
	sentenceWords = 3
	sentenceHan   = 4 // characters
)

// inOneOrder are folded clauses in the order that FormKey documents, or as one text where their own order counts.
func inOneOrder(all []string) []string {
	var main, sub []string
	for _, c := range all {
		if opens(c) {
			sub = append(sub, c)
		} else {
			main = append(main, withoutAnswer(c))
		}
	}
	switch {
	case len(main) == 1 && len(sub) == 1:
		return []string{main[0], sub[0]}
	case len(sub) == 0 && len(main) > 1 && !slices.ContainsFunc(main, isShort):
		slices.Sort(main)
		return main
	}
	return []string{fold(strings.Join(all, " "))}
}

// clauses are the clauses of a text, folded and without articles.
func clauses(text string) (out []string) {
	for _, part := range atMarks(text) {
		words := strings.Fields(fold(part))
		from := 0
		for i, w := range words {
			if i > from && opensEN(w) {
				out = appendClause(out, words[from:i])
				from = i
			}
		}
		out = appendClause(out, words[from:])
	}
	return out
}

// atMarks cuts a text at the marks between clauses. One inside of a number, a name or a word is none.
func atMarks(text string) (parts []string) {
	runes := []rune(text)
	from := 0
	for i, r := range runes {
		ends := i+1 == len(runes) || unicode.IsSpace(runes[i+1])
		switch {
		case strings.ContainsRune(",;:.!?", r) && ends, strings.ContainsRune("，；：。！？、\n—", r), (r == '-' || r == '–') && ends && i > 0 && unicode.IsSpace(runes[i-1]):
			parts = append(parts, string(runes[from:i]))
			from = i + 1
		}
	}
	return append(parts, string(runes[from:]))
}

// appendClause drops the articles; an "a" at the end is a name, as in "plan A".
func appendClause(out, words []string) []string {
	var kept []string
	for i, w := range words {
		if last := i+1 == len(words); w != "the" && (w != "a" && w != "an" || last) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return out
	}
	return append(out, strings.Join(kept, " "))
}

// opensEN says which words open a subordinate clause.
func opensEN(word string) bool {
	switch word {
	case "because", "when", "whenever", "if", "unless", "until", "while", "although", "though", "after", "before", "since":
		return true
	}
	return false
}

// openersZH open a subordinate clause at its beginning, and answersZH the clause that it goes with.
var (
	openersZH = []string{"因为", "由于", "如果", "若是", "当", "除非", "直到", "虽然", "尽管", "只要", "只有"}
	answersZH = []string{"所以", "因此", "那么", "但是", "就", "则"}
)

func opens(clause string) bool {
	first, _, _ := strings.Cut(clause, " ")
	return opensEN(first) || slices.ContainsFunc(openersZH, func(o string) bool { return strings.HasPrefix(clause, o) })
}

// withoutAnswer drops the word that says that a clause follows from another one.
func withoutAnswer(clause string) string {
	for _, o := range answersZH {
		if rest, ok := strings.CutPrefix(clause, o); ok && rest != "" {
			return rest
		}
	}
	return strings.TrimPrefix(clause, "so ")
}

// CouldStandAlone reports that a text has as many words as a sentence has at least.
func CouldStandAlone(text string) bool { return !isShort(text) }

func isShort(clause string) bool {
	han := 0
	for _, r := range clause {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	return len(strings.Fields(clause)) < sentenceWords && han < sentenceHan
}
