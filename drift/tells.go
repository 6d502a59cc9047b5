package drift

import (
	"strings"
	"unicode"
)

// tellingWords is how many different words lines have at least that are known again in any file.
const tellingWords = 3

// tells reports that n lines say something that other lines do not say as well: a bracket, "return nil" or "end" stand in every file.
func (t *text) tells(at, n int) bool {
	seen := map[string]bool{}
	for _, line := range t.lines[at-1 : at-1+n] {
		for word := range strings.FieldsFuncSeq(string(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
			for _, word := range split(word) {
				if !everywhere(word) {
					seen[word] = true
				}
			}
			if len(seen) >= tellingWords {
				return true
			}
		}
	}
	return false
}

// split cuts a run of a script without spaces into its characters: each is as good as a word.
func split(word string) []string {
	if strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	}) {
		return strings.Split(word, "")
	}
	return []string{word}
}

// everywhere says which words stand in every file of one language or another; so do names of one letter, such as n and i.
func everywhere(word string) bool {
	if len(word) == 1 {
		return true
	}
	switch strings.ToLower(word) {
	case "return", "end", "else", "elif", "if", "then", "fi", "do", "done", "esac", "for", "while", "in", "of", "break", "continue", "pass", "nil", "null", "none", "true", "false",
		"undefined", "err", "error", "try", "catch", "except", "finally", "throw", "raise", "default", "case", "switch", "begin", "func", "function", "def", "fn", "var", "let", "const", "new",
		"this", "self", "class", "struct", "import", "export", "from", "package", "use", "public", "private", "static", "void", "int", "string", "bool", "async", "await", "ok", "10", "00":
		return true
	}
	return false
}
