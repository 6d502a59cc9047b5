package writeservice

import (
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/internal/lazyregexp"
	"golang.org/x/text/unicode/norm"
)

// Half of the words of a sentence may be an agent's own. What names a target may not: the host that something is sent to, a path, an address, a command, an
// amount. One of them is all that an attacker needs, in a sentence that is otherwise the person's.

// unsaidTarget is the first target that a text names and a person did not, "" where there is none. Case, width, and the signs of code set none apart.
func unsaidTarget(text, said string) string {
	said = plainTarget(said)
	spoken := map[string]bool{}
	for _, w := range words(said) {
		spoken[w] = true
	}
	for _, m := range ofCode().FindAllStringSubmatch(text, -1) {
		if code := plainTarget(m[1]); code != "" && !stands(code, said) {
			return code
		}
	}
	text = plainTarget(text)
	for _, m := range commanded().FindAllStringSubmatch(text, -1) {
		for _, w := range words(m[1]) {
			if !spoken[w] {
				return strings.TrimSpace(m[1])
			}
		}
	}
	for _, m := range ofTool().FindAllStringSubmatch(text, -1) {
		if w := words(m[2]); len(w) > 0 && !spoken[w[0]] && !ofSpeech(m[2]) {
			return m[0]
		}
	}
	for _, token := range targetsIn(text) {
		if !stands(token, said) && !isEach(token, spoken) {
			return token
		}
	}
	return compare.UnsaidFigure(text, said)
}

var (
	ofCode    = lazyregexp.New("`([^`\n]+)`")
	commanded = lazyregexp.New(`(?:\b(?:run|execute|invoke|exec|npx|bunx|uvx|pipx|sudo|curl|wget|(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|docker|podman|kubectl|helm|git|gh|brew|apt|apt-get|deno) (?:install|add|exec|run|pull|push|clone|apply|publish|get|fetch))|运行|执行)[ :]+([^,;\n。，；]{1,80}?)(?:[.,;:。，；]?\s*$|[,;。，；]|\.\s|\n|\b(?:and|before|after|when|if|in|on|for|with|to|then|first|once|every|each|by|as|so|because|from|instead)\b)`)
	ofTool    = lazyregexp.New(`\b(make|go|node) ([\p{L}\d_.:/-]+)`) // tools that are verbs or nouns too: the next word says which
	aDot      = lazyregexp.New(`[\p{L}\d_-]\.[\p{L}\d]`)
	ofPort    = lazyregexp.New(`^(.*[\p{L}\d]):\d+$`)
	shortened = lazyregexp.New(`^(?:\p{L}\.)+\p{L}?$`) // e.g., i.e
)

// ofSpeech reports a word that follows "make" or "go" as verbs.
func ofSpeech(word string) bool {
	switch word {
	case "sure", "it", "them", "this", "that", "these", "sense", "up", "through", "live", "over", "into", "back", "down", "out", "away", "first", "no", "any", "all", "their", "its", "our", "your":
		return true
	}
	return false
}

// plainTarget is a text as targets are compared in it.
func plainTarget(text string) string {
	text = strings.ToLower(norm.NFKC.String(text))
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(text, "`", " "), func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' }), " ")
}

// betweenTargets are the characters that end one: blanks, brackets, quotation marks, and those of scripts without spaces.
func betweenTargets(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`"'()[]{}<>,;|*，。；、：！？“”‘’「」（）`, r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// isTarget reports a word that is no word of a language: a host, a path, an address, a flag, an assignment. Figures are compared as such.
func isTarget(token string) bool {
	if len(token) < 2 {
		return token == "/" || token == "~"
	}
	rest := token[1:]
	switch token[0] {
	case '#', '@', '$', '~', '/', '.', '\\':
		return strings.ContainsFunc(rest, unicode.IsLetter) || token[0] == '/'
	case '-':
		return strings.ContainsFunc(rest, unicode.IsLetter)
	}
	return strings.ContainsAny(token, `/\@=`) || strings.Contains(token, "::") || aDot().MatchString(token) && strings.ContainsFunc(token, unicode.IsLetter) && !shortened().MatchString(token) ||
		strings.Contains(strings.TrimRight(token, ":"), ":") && strings.ContainsFunc(token, unicode.IsLetter)
}

// isEach reports words that only a stroke or a colon joins, each of which was said: "client/server".
func isEach(token string, spoken map[string]bool) bool {
	parts := strings.FieldsFunc(token, func(r rune) bool { return r == '/' || r == ':' })
	if len(parts) != 2 || strings.HasPrefix(token, "/") || strings.HasSuffix(token, "/") || strings.Contains(token, "//") {
		return false
	}
	return !slices.ContainsFunc(parts, func(p string) bool {
		plain := !strings.ContainsFunc(p, func(r rune) bool { return !unicode.IsLetter(r) })
		return !plain || !common[p] && !spokenAll(p, spoken)
	})
}

func spokenAll(text string, spoken map[string]bool) bool {
	return !slices.ContainsFunc(words(text), func(w string) bool { return !spoken[w] })
}

// stands reports that a target stands in a text by itself: example.com does not in evil-example.com, nor in example.com.evil.net.
func stands(target, text string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], target)
		if at < 0 {
			return false
		}
		at += from
		if !goesOn(text[:at], true) && !goesOn(text[at+len(target):], false) {
			return true
		}
		from = at + 1
	}
}

// goesOn reports that a text runs on in one word at its end, or at its beginning: by a letter or digit, or by a dot or hyphen with one behind.
func goesOn(text string, atEnd bool) bool {
	r := []rune(text[:min(len(text), 16)])
	if atEnd {
		r = []rune(text[max(0, len(text)-16):])
		slices.Reverse(r)
	}
	word := func(i int) bool {
		return i < len(r) && (unicode.IsLetter(r[i]) || unicode.IsDigit(r[i]) || r[i] == '_') && !unicode.In(r[i], unicode.Han, unicode.Hiragana, unicode.Katakana)
	}
	return word(0) || len(r) > 0 && strings.ContainsRune(".-@", r[0]) && word(1)
}
