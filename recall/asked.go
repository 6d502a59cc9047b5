package recall

import (
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
)

// maxAsked is the longest text, in bytes, that can be a plain question. What is longer tells or pastes something.
const maxAsked = 200

// asks reports whether a text is a question and not a command or a statement: it ends with a question mark, or it starts with a word of
// asking, or holds a Chinese one. "how do I run the tests" asks about tests; "run the tests" only handles them.
func asks(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) > maxAsked || strings.Contains(text, "\n") {
		return false
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		return true
	}
	if isASCII(text) {
		return asksInASCII(strings.ToLower(text))
	}
	return asking().MatchString(text)
}

// asksInASCII is what asking matches of a text in small ASCII letters, without a pattern that must be compiled first.
func asksInASCII(text string) bool {
	word, rest := firstWord(text)
	switch word {
	case "hey", "hi", "so", "and", "ok", "okay", "please":
		word, _ = firstWord(strings.TrimLeft(rest, ", "))
		if rest == strings.TrimLeft(rest, ", ") {
			return false
		}
	}
	switch word {
	case "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "may", "must",
		"has", "have":
		return true
	}
	return false
}

// firstWord cuts the letters, digits and underscores off the start of a text.
func firstWord(text string) (word, rest string) {
	end := 0
	for end < len(text) && (isAlnum(text[end]) || text[end] == '_') {
		end++
	}
	return text[:end], text[end:]
}

var asking = lazyregexp.New(`(?i)^(?:(?:hey|hi|so|and|ok|okay|please)[, ]+)?(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|may|must|has|have)\b` +
	`|什么|怎么|怎样|如何|哪|为何|为啥|多少|多久|几[个次台天]|是否|是不是|有没有|能不能|要不要|吗$|呢$`)

// isTopicNoun reports the words of any working session (isWorkWord) that are things, which a question may be about. What only says which side
// of a thing is asked for ("version", "name", "status") is none: an answer gives it without the word.
func isTopicNoun(word string) bool {
	switch strings.ToLower(word) {
	case "test", "tests", "error", "errors", "warning", "warnings", "failure", "failures", "branch", "branches", "commit", "commits", "merge", "pull", "request", "requests",
		"file", "files", "folder", "code", "function", "functions", "comment", "comments", "script", "build", "module", "package", "packages", "dependencies":
		return true
	}
	return false
}

// cjkTopics are the words of cjkWork that are things.
var cjkTopics = []string{"代码", "测试", "文件", "提交", "格式", "错误", "警告", "报错", "分支", "合并", "函数", "注释", "脚本", "构建", "模块", "依赖"}

// cjkHelpers are characters that help to ask where they stand alone, and that many words hold ("用" in 应用). They are told apart by the
// words of the dictionary.
const cjkHelpers = "用跑存放看做写改加弄搞走调要装找在是有能会把被给让去到从和与或对跟由多该"

// blankHelpers replaces helpers that are no part of a word of the dictionary by spaces, so that offsets stay.
func blankHelpers(text string) string {
	if len(text) > maxAsked {
		return text
	}
	out := []byte(text)
	for at := 0; at < len(text); {
		if w := longestWord(text, at, len(text)); w.end > 0 {
			at = w.end
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if strings.ContainsRune(cjkHelpers, r) {
			copy(out[at:at+size], strings.Repeat(" ", size))
		}
		at += size
	}
	return string(out)
}
