package items

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// SameMarks reports that two texts with one key also agree in the marks that Key folds away and that may be the fact: what stands between two
// figures (1:2, 1.2), inside of a name or path (a/b, a.b), and before one (.env, {id}).
func SameMarks(a, b string) bool { return slices.Equal(telling(a), telling(b)) }

// telling are the marks of a text with the words beside them, sorted: FormKey knows no order of clauses.
func telling(text string) (found []string) {
	if !strings.ContainsAny(text, ".,:/-@{：") {
		return nil
	}
	runes := []rune(strings.ToLower(norm.NFKC.String(text)))
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	for i, r := range runes {
		before, after := at(i-1), at(i+1)
		between := unicode.IsDigit(before) && unicode.IsDigit(after)
		inside := isWord(before) && isWord(after) && !isCJK(before) && !isCJK(after)
		opens := !isWord(before) && isWord(after) && !isCJK(after)
		switch {
		case strings.ContainsRune(",:-", r) && between, strings.ContainsRune("./@", r) && inside, strings.ContainsRune("./{", r) && opens:
			found = append(found, wordBefore(runes[:i])+string(r)+wordAfter(runes[i+1:]))
		}
	}
	slices.Sort(found)
	return found
}

func wordBefore(runes []rune) string {
	from := len(runes)
	for from > 0 && isWord(runes[from-1]) && !isCJK(runes[from-1]) {
		from--
	}
	return string(runes[from:])
}

func wordAfter(runes []rune) string {
	to := 0
	for to < len(runes) && isWord(runes[to]) && !isCJK(runes[to]) {
		to++
	}
	return string(runes[:to])
}
