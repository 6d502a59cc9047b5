package compare

import (
	"slices"
	"strings"
)

// A stem makes one of all forms of a word, and sometimes of two words: http and https, new and news, pip and pipe.

// otherName reports that the texts differ in a word and another one with the same stem that is no form of it.
func otherName(a, b string) bool {
	x, y := read(a), read(b)
	if x.zh || y.zh {
		return false // names stand there by the letter
	}
	for _, t := range x.tokens {
		if t.kind != word || hasText(y, t) {
			continue
		}
		for _, o := range y.tokens {
			if o.kind == word && o.norm == t.norm && !hasText(x, o) && !oneWord(letters(t), letters(o)) {
				return true
			}
		}
	}
	return false
}

func hasText(s sentence, t token) bool {
	return slices.ContainsFunc(s.tokens, func(o token) bool { return o.kind == word && letters(o) == letters(t) })
}

func letters(t token) string { return strings.TrimSuffix(strings.ToLower(t.text), "'s") }

// oneWord reports two forms of one word that a list knows, or two words that a list has for the same.
func oneWord(x, y string) bool {
	if x == y || isListed(x) && isListed(y) {
		return true
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	if y == x+"s" && noPlural()[y] {
		return false
	}
	formsX := baseForms(x)
	return slices.ContainsFunc(baseForms(y), func(form string) bool { return slices.Contains(formsX, form) && isKnown(form) })
}

// isListed reports a word that a list of the same or of the opposite has.
func isListed(w string) bool {
	for _, form := range []string{w, stem(w)} {
		if synonyms()[form] != "" || opposites()[form] != "" || prefixed()[form] {
			return true
		}
	}
	for _, prefix := range []string{"un", "non-", "in"} {
		if rest, ok := strings.CutPrefix(w, prefix); ok && prefixed()[stem(rest)] {
			return true
		}
	}
	return false
}

func isKnown(w string) bool {
	_, ok := lookUp(w)
	return ok || verbs()[w] || nouns()[w] || attributes()[w] || ofTheTrade()[w]
}

// noPlural are nouns that end like the plural of another word.
var noPlural = words1("news goods means customs arms ethics physics economics statics mathematics")

// ofTheTrade are nouns that the table of English does not have.
var ofTheTrade = words1(`api app backend config cron dashboard frontend hostname linter login metadata namespace parser payload plugin repo runtime schema
	subnet timestamp timezone upload username webhook workflow hotfix codebase changelog dataset deploy download email id url uri uuid pr sdk cli
	microservice middleware dependency toolchain monorepo submodule subdomain tenant lockfile migration worker`)
