package projections

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// joiners hold the parts of an identifier or a path together.
const joiners = `_-./\:@`

// identifiers returns the identifiers and paths of text, each whole (lower case) and in parts: path elements, names between
// joiners, and the words of camelCase and of letters beside digits. A part made of letters alone is stemmed like a word and stop
// words are dropped, so that a plain word of a query finds it. With all, words without any structure ("Makefile") count too:
// for texts that are paths.
func (a *analyzer) identifiers(text string, all bool) []Term {
	var terms []Term
	position := 0
	for start, end := range identifierRuns(text) {
		run := text[start:end]
		if len(run) > 4*maxTerm || !all && !hasStructure(run) {
			continue
		}
		position++
		for _, part := range identifierParts(run) {
			for _, t := range a.identifierTerm(part) {
				terms = append(terms, Term{Text: t, Start: start, End: end, Position: position, Ident: true})
			}
		}
	}
	return terms
}

// identifierTerm returns the indexed form of one part: at most one term.
func (a *analyzer) identifierTerm(part string) []string {
	if len(part) > maxTerm {
		return nil
	}
	if strings.ContainsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return []string{part}
	}
	if words := a.words(part); len(words) == 1 {
		return []string{words[0].Text}
	}
	return nil
}

// identifierRuns yields the byte ranges that could be an identifier, without the punctuation around them.
func identifierRuns(text string) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		start := -1
		for i, r := range text {
			if isIdentifierRune(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yieldTrimmed(text, start, i, yield) {
				return
			}
			start = -1
		}
		if start >= 0 {
			yieldTrimmed(text, start, len(text), yield)
		}
	}
}

func yieldTrimmed(text string, start, end int, yield func(start, end int) bool) bool {
	run := text[start:end]
	left := strings.TrimLeft(run, `-./\:@+#`)
	start += len(run) - len(left)
	run = strings.TrimRight(left, `-./\:@`)
	if strings.Trim(run, "_+#") == "" {
		return true
	}
	return yield(start, start+len(run))
}

func isIdentifierRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(joiners+"+#", r)
	}
	return unicode.IsLetter(r) && !isCJK(r)
}

// hasStructure says that a run is more than a word: it has a joiner inside, a camel hump, letters beside digits, or a name such
// as c++ and c#.
func hasStructure(run string) bool {
	if strings.ContainsAny(run, joiners) || strings.HasSuffix(run, "+") || strings.HasSuffix(run, "#") {
		return true
	}
	return len(atoms(run)) > 1
}

// identifierParts returns the whole, its path elements, the names between joiners and their atoms, lower case, without doubles,
// in that order. Atoms of one letter say nothing and are left out.
func identifierParts(run string) []string {
	run = strings.ReplaceAll(run, `\`, "/")
	parts := []string{strings.ToLower(run)}
	add := func(s string) {
		s = strings.ToLower(s)
		if utf8.RuneCountInString(s) > 1 && !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	if strings.Contains(run, "/") {
		for element := range strings.SplitSeq(run, "/") {
			add(strings.Trim(element, ".:@"))
		}
	}
	names := strings.FieldsFunc(run, func(r rune) bool { return strings.ContainsRune(joiners, r) })
	for _, name := range names {
		add(name)
	}
	for _, name := range names {
		for _, atom := range atoms(name) {
			add(atom)
		}
	}
	return parts
}

// atoms cuts a name at camel humps ("HTTPServer" is HTTP and Server) and between letters and digits.
func atoms(name string) []string {
	var out []string
	runes := []rune(name)
	start := 0
	for i := 1; i < len(runes); i++ {
		prev, here := runes[i-1], runes[i]
		hump := unicode.IsUpper(here) && unicode.IsLower(prev)
		acronymEnd := unicode.IsUpper(prev) && unicode.IsUpper(here) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if hump || acronymEnd || unicode.IsDigit(prev) != unicode.IsDigit(here) {
			out = append(out, string(runes[start:i]))
			start = i
		}
	}
	return append(out, string(runes[start:]))
}
