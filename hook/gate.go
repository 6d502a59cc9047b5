package hook

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Gate says why a prompt asks nothing that memory could answer, "" where it may: an empty one, a greeting, a confirmation, a word to go
// on, a bare question word, a command, a pasted log without a question. What passes still meets the relevance floor of the pack.
func Gate(prompt string) string {
	text := strings.TrimSpace(prompt)
	switch {
	case text == "":
		return "empty"
	case isCommand(text):
		return "command"
	case smallTalk(text):
		return "small_talk"
	case isLog(text):
		return "pasted_log"
	case tooBare(text):
		return "too_bare"
	}
	return ""
}

// small are whole prompts that say nothing about the work. Letters and digits of a prompt are compared, in lower case.
const smallWords = `
hi hello hey heythere hithere hellothere goodmorning goodafternoon goodevening goodnight yo bye goodbye seeyou
thanks thankyou thx ty thanksalot manythanks great nice cool perfect awesome wonderful excellent lgtm looksgood looksgoodtome welldone goodjob
ok okay k kk yes y yep yeah yup sure no n nope nah right correct exactly true agreed fine gotit understood isee makessense
go goon goahead goforit continue proceed carryon keepgoing next more doit pleasedoit doitplease please pleasecontinue pleaseproceed yesplease
yesdoit yesgoahead yescontinue yesproceed okgo okaygo okcontinue stop wait cancel abort nevermind again retry tryagain redo undo done finish
what why how when where who which whynot howso really sowhat andnow nowwhat whatnow whatnext
你好 您好 嗨 哈喽 早上好 下午好 晚上好 早 晚安 再见 谢谢 多谢 感谢 非常感谢 谢谢你 辛苦了 好 好的 好吧 行 可以 可以的 没问题 对 对的 是 是的 嗯 嗯嗯 不 不是 不用 不行 不对
继续 请继续 接着 接着来 下一步 开始 开始吧 去做吧 做吧 执行 确认 同意 明白 明白了 知道了 收到 了解 完成 停 停止 取消 重试 再来 再试一次 为什么 怎么 什么 怎么办 是吗 真的吗 然后呢
hola gracias si vale ok sigue bonjour salut merci oui non continuez hallo danke ja nein weiter bitte ciao grazie va bene こんにちは ありがとう はい いいえ 続けて 안녕 안녕하세요 감사합니다 네 아니요 계속
`

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// polite are words that add nothing to small talk around them.
const politeWords = "go ahead on looks good do please thanks thank you ok okay yes yep great then now so and the it that this all just lets 请 吧 了 呀 啊 哦"

// tables are what the gate compares with, made when the first prompt comes: most processes see none.
type tables struct {
	small, polite, prose                                     map[string]bool
	slashCommand, runCommand, shellCommand, askWord, logLine *regexp.Regexp
}

var gate = sync.OnceValue(func() *tables {
	return &tables{
		small: words(smallWords), polite: words(politeWords), prose: words(proseWords),
		slashCommand: regexp.MustCompile(slashPattern), runCommand: regexp.MustCompile(runPattern), shellCommand: regexp.MustCompile(shellPattern),
		askWord: regexp.MustCompile(askPattern), logLine: regexp.MustCompile(logPattern),
	}
})

func smallTalk(text string) bool {
	small, polite := gate().small, gate().polite
	if utf8.RuneCountInString(text) > 60 {
		return false
	}
	letters := strings.Map(letterOrDigit, strings.ToLower(text))
	if letters == "" || small[letters] {
		return true
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return letterOrDigit(r) < 0 && r != '\'' }) {
		if word = strings.ReplaceAll(word, "'", ""); !small[word] && !polite[word] {
			return false
		}
	}
	return true
}

func letterOrDigit(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
		return r
	}
	return -1
}

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

const (
	askPattern = `(?i)[?？]|\b(?:why|how|what|where|which|who|when|fix|explain|help|find|check|look|investigate|debug|solve|please|can you|could you|should)\b|为什么|怎么|如何|什么|哪|吗|呢|请|帮|修复|定位|解释|分析|排查|看看`
	logPattern = `(?m)^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b|at [\w$.<>]+ ?\(|File ".*", line \d+|Traceback |\s*\^+$|\d+ \||[$>%] |npm ERR!|E\s{2,}|---? (?:FAIL|PASS)|goroutine \d+|\[\d+/\d+\]|(?:\w+Error|\w+Exception)\b)`
)

func asks(text string) bool { return gate().askWord.MatchString(text) }

// logShare is the part of the lines that must look like a log's for the prompt to be one.
const logShare = 0.6

// isLog reports a pasted log of at least five lines in which nobody asks anything. The lines that are no log lines are the person's.
func isLog(text string) bool {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 {
		return false
	}
	logs, own := 0, ""
	for _, l := range lines {
		switch {
		case gate().logLine.MatchString(l):
			logs++
		case strings.TrimSpace(l) != "":
			own += l + "\n"
		}
	}
	return float64(logs) >= logShare*float64(len(lines)) && !asks(own)
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
