package marks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/internal/lazyregexp"
)

// shouted reports a text all in capitals, whose case says nothing.
func shouted(text string) bool {
	return strings.ContainsFunc(text, unicode.IsUpper) && !strings.ContainsFunc(text, unicode.IsLower) && strings.Contains(strings.TrimSpace(text), " ")
}

var (
	system = lazyregexp.New(`^(?:i|mac|tv|watch|iPad)OS$`)        // systems that write themselves so
	bits   = lazyregexp.New(`(?:^|[\d\s])([MGT]i?b)(?:ps|it)?\b`) // 5 Mb are not 5 MB; of kb nobody knows
)

// identifiers are the names of programs whose case is a part of them: MAX_SIZE and maxSize, and not GitHub.
func identifiers(text string) (found []string) {
	for id := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if strings.Contains(id, "_") && strings.ContainsFunc(id, unicode.IsUpper) || lowerCamel(id) && !system().MatchString(id) {
			found = append(found, id)
		}
	}
	if slices.ContainsFunc([]string{"Mb", "Gb", "Tb", "Mib", "Gib", "Tib"}, func(b string) bool { return strings.Contains(text, b) }) {
		for _, m := range bits().FindAllStringSubmatch(text, -1) {
			found = append(found, m[1])
		}
	}
	return found
}

// lowerCamel reports a name that begins small and goes on with a capital in a later word.
func lowerCamel(id string) bool {
	lower := false
	for i, r := range id {
		switch {
		case i == 0 && !unicode.IsLower(r):
			return false
		case unicode.IsLower(r):
			lower = true
		case unicode.IsUpper(r) && lower:
			return !isCJK(r)
		}
	}
	return false
}
