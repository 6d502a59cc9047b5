package hook

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Gate says why a prompt asks nothing that memory could answer, "" where it may: an empty one, a greeting, a confirmation, a word to go
// on, a bare question word, a command, a word about the conversation itself, pasted output without a question. What passes still meets the
// relevance floor of the pack.
func Gate(prompt string) string {
	text := strings.TrimSpace(prompt)
	switch {
	case text == "":
		return "empty"
	case isCommand(text):
		return "command"
	case smallTalk(text):
		return "small_talk"
	case aboutTheChat(text):
		return "about_the_chat"
	case isLog(text), isPastedLine(text), isPastedCode(text):
		return "pasted_log"
	case tooBare(text):
		return "too_bare"
	}
	return ""
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// tables are what the gate compares with, made when the first prompt comes: most processes see none.
type tables struct {
	prose                                                    map[string]bool
	slashCommand, runCommand, shellCommand, askWord, logLine *regexp.Regexp
}

var gate = sync.OnceValue(func() *tables {
	return &tables{
		prose:        words(proseWords),
		slashCommand: regexp.MustCompile(slashPattern), runCommand: regexp.MustCompile(runPattern), shellCommand: regexp.MustCompile(shellPattern),
		askWord: regexp.MustCompile(askPattern), logLine: regexp.MustCompile(logPattern),
	}
})

const (
	slashPattern = `^[/!#$][\w:.-]+(?:\s|$)`
	runPattern   = `(?i)^(?:please )?run (?:the )?/[\w:-]+`
	shellPattern = `^(?:sudo )?(?:git|npm|npx|pnpm|yarn|go|cargo|make|docker|kubectl|ls|cd|cat|rm|mv|cp|mkdir|grep|curl|ssh|pip|pip3|uv|brew|apt|apt-get|pwd|echo|chmod|kill|ps|pytest|terraform)(?: [\w./:@=~+*'"-]+){0,12}$`
)

// isCommand reports a slash command, or one line that a shell would take.
func isCommand(text string) bool {
	if gate().runCommand.MatchString(text) {
		return true
	}
	if gate().slashCommand.MatchString(text) && !asks(text) {
		return true
	}
	return !strings.Contains(text, "\n") && gate().shellCommand.MatchString(text) && !prose(text)
}

// proseWords tell a sentence that begins with a verb that is also a program: "make the list page by cursor".
const proseWords = "the a an is are was it that this of for with by our my we you i and or not should must how why what when"

func prose(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text))[1:] {
		if gate().prose[w] {
			return true
		}
	}
	return false
}

// tooBare reports a prompt of one short common word: nothing to find by. An identifier, a path, a number or a word that is written like a
// name counts.
func tooBare(text string) bool {
	if strings.ContainsAny(text, "_./:#@-0123456789") || strings.IndexFunc(text, unicode.IsSpace) >= 0 {
		return false
	}
	n := utf8.RuneCountInString(text)
	if strings.IndexFunc(text, isHan) >= 0 {
		return n < 4
	}
	return n < 3
}

func isHan(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
