package recall

import (
	"strings"

	"github.com/factline/memory/items"
)

// happeningKind is the type of item that a word asks for by name, "" for none.
func happeningKind(word string) items.Type {
	switch word {
	case "decide", "decided", "decision", "decisions", "agreed":
		return items.Decision
	case "bug", "bugs", "issue", "issues", "problems", "broke", "broken", "breaks", "crashed", "wrong", "incidents", "outages":
		return items.Issue
	case "lesson", "lessons", "learn", "learned", "learnt":
		return items.Lesson
	}
	return ""
}

// namesKind reports the name of a type of items as people ask for several of them: "issues in October".
func namesKind(word string) bool {
	switch word {
	case "decisions", "bugs", "issues", "problems", "lessons", "incidents", "outages", "changes", "updates":
		return true
	}
	return false
}

// isHappening reports words that ask what went on, without saying of what.
func isHappening(word string) bool {
	switch word {
	case "happen", "happened", "happening", "happens", "changed", "changes", "change", "did", "done", "new", "news", "progress", "updates", "updated", "activity", "history",
		"worked", "fixed", "added", "built", "shipped", "merged", "finished", "completed", "written", "wrote", "recorded", "summary", "recap", "accomplish", "accomplished", "came", "come", "occurred", "occur", "went", "arose", "opened", "closed", "reported", "released", "learning":
		return true
	}
	return false
}

// hanHappening is a word that asks what went on, longest first where one holds another.
type hanHappening struct {
	text string
	kind items.Type
}

var (
	hanHappenings = []hanHappening{
		{"决定", items.Decision}, {"决策", items.Decision}, {"定下", items.Decision}, {"定了", items.Decision},
		{"教训", items.Lesson}, {"学到", items.Lesson}, {"问题", items.Issue},
		{"发生", ""}, {"变化", ""}, {"变更", ""}, {"改动", ""}, {"改了", ""}, {"修改", ""}, {"修复", ""}, {"修了", ""}, {"更新", ""},
		{"进展", ""}, {"完成", ""}, {"做过", ""}, {"做了", ""}, {"干了", ""}, {"新增", ""}, {"工作", ""}, {"记录", ""}, {"做", ""},
	}
	hanRecap = []string{"总结", "回顾", "列出", "看看", "告诉我", "事情", "内容", "东西", "新", "事", "都", "有", "过", "来", "所有", "主要", "我"}
)

// listsKinds reports a text that names types of items and a time, and else only small words: a heading, as one types it into a search. rest is the text
// without the time.
func listsKinds(ix index, rest string) bool {
	if len(rest) > maxAsked || strings.Contains(strings.TrimSpace(rest), "\n") {
		return false
	}
	named := 0
	for _, t := range tokens(rest) {
		switch {
		case namesKind(t.text):
			named++
		case t.text == "all", t.text == "any", t.text == "our", t.text == "new", len(ix.Analyze(t.text)) == 0:
		default:
			return false
		}
	}
	if isASCII(rest) {
		return named > 0
	}
	for _, h := range hanHappenings {
		if h.kind != "" && strings.Contains(rest, h.text) {
			named++
			rest = strings.ReplaceAll(rest, h.text, " ")
		}
	}
	for _, word := range []string{"的", "所有", "全部", "新", "了", "我们", "都", "有"} {
		rest = strings.ReplaceAll(rest, word, " ")
	}
	return named > 0 && !strings.ContainsFunc(rest, func(r rune) bool { return r > 0x7f && !strings.ContainsRune(hanMarks, r) })
}

// hanMarks end sentences and part them.
const hanMarks = "？，。、！：；"

// asksBack reports a text that asks what there is, or for a summary of it. What says "today" in any other way is a task.
func asksBack(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > maxAsked || strings.Contains(text, "\n") {
		return false
	}
	for _, start := range []string{"what", "which", "anything", "show", "list", "summarize", "summarise", "summary", "recap", "tell me", "any "} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	for _, word := range []string{"什么", "哪些", "总结", "回顾", "列出", "有没有", "进展", "变化"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
