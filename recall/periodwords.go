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
	case "bug", "bugs", "issue", "issues", "problems":
		return items.Issue
	case "lesson", "lessons", "learn", "learned", "learnt":
		return items.Lesson
	}
	return ""
}

// isHappening reports words that ask what went on, without saying of what.
func isHappening(word string) bool {
	switch word {
	case "happen", "happened", "happening", "happens", "changed", "changes", "change", "did", "done", "new", "news", "progress", "updates", "updated", "activity", "history",
		"worked", "fixed", "added", "built", "shipped", "merged", "finished", "completed", "written", "wrote", "recorded", "summary", "recap", "accomplish", "accomplished":
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
