package compare

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// gone answers for a newer text that says of something that the older one speaks of that it is no more.
func gone(a, b wording) (Result, bool) {
	if len(b.gone) == 0 || len(a.gone) > 0 || a.negated {
		return Result{}, false
	}
	weight := len(b.gone)
	var texts []string
	for _, t := range b.gone {
		if !slices.ContainsFunc(a.words, func(o atom) bool { return o.equal(t) && !a.longerName(o, b.gone) }) {
			return Result{}, false
		}
		if t.kind == name || t.kind == number {
			weight++
		}
		texts = append(texts, t.text)
	}
	if weight < 2 {
		return Result{}, false // one plain word does not say which of the many things it means
	}
	return Result{Update, false, strings.Join(texts, " "), "no more"}, true
}

// longerName reports that a name stands beside another one that is not among these: React Native is not React, GitHub Actions is not GitHub.
func (w wording) longerName(t atom, these []atom) bool {
	if !t.named() {
		return false
	}
	return slices.ContainsFunc(w.words, func(o atom) bool {
		beside := o.place == t.place-1 || o.place == t.place+1
		return beside && o.kind == name && !o.equal(t) && !slices.ContainsFunc(these, o.equal)
	})
}

// over finds what a sentence says is no more: "X was removed", "support for X was dropped", "X is deprecated in favour of Y", "X was
// replaced by Y", "we moved from X to Y". English only.
func over(text string) (gone []atom) {
	m := goneShape().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	for _, r := range foldPhrases(scan(m[1] + m[2])) {
		if dropped()[r.lower] || prepositions()[r.lower] || r.lower == "support" || r.lower == "a" {
			continue
		}
		t := lexical(r)
		switch {
		case r.number:
			t = figure(r.text, "")
		case t.kind == word && unicode.IsUpper([]rune(r.text)[0]):
			t = token{norm: r.lower, text: r.text, kind: name}
		}
		gone = append(gone, newAtom(t, 0, 0, false))
	}
	return gone
}

var goneShape = lazyregexp.New(`(?i)^(?:the )?(?:support (?:for|of) )?([^,;]{2,60}?) (?:is|was|were|are|has been|have been|got) (?:now )?` +
	`(?:replaced|superseded|deprecated|dropped|discontinued|retired|sunset|abandoned|removed|shut down|switched off|phased out|gone|` +
	`no longer (?:used|supported|needed|available|maintained))` +
	`(?: (?:by|with|in favou?r of|since|in|as of|for) [^,;]{1,60})?[.!]?$|` +
	`(?i)\b(?:moved|migrated|switched|changed|went) (?:away )?from ([^,;]{1,40}?) (?:over )?to [^,;]{1,60}$`)
