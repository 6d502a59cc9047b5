package recall

import (
	"slices"
	"strings"
	"time"

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
	return kindElsewhere(word)
}

// namesKind reports the name of a type of items as people ask for several of them: "issues in October", or for the newest: "latest decision".
func namesKind(word string, latest bool) bool {
	switch word {
	case "decisions", "bugs", "issues", "problems", "lessons", "incidents", "outages", "changes", "updates", "entscheidungen", "fehler", "probleme", "décisions", "problèmes", "leçons",
		"decisiones", "problemas", "lecciones":
		return true
	case "decision", "bug", "issue", "problem", "lesson", "incident", "outage", "change", "update":
		return latest
	}
	return false
}

// isDone reports how people say that what they list came to be: "bugs fixed last week".
func isDone(word string) bool {
	switch word {
	case "made", "taken", "learned", "learnt", "found", "fixed", "added", "built", "shipped", "merged", "finished", "completed", "recorded", "reported", "opened", "closed", "released":
		return true
	}
	return false
}

// isHappening reports words that ask what went on, without saying of what.
func isHappening(word string) bool {
	switch word {
	case "passiert", "gemacht", "geändert", "neu", "neues", "fait", "changé", "pasó", "paso", "hicimos", "cambió", "nuevo", // German, French, Spanish
		"happen", "happened", "happening", "happens", "changed", "changes", "change", "did", "done", "new", "news", "progress", "updates", "updated", "activity", "history",
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
		{"教训", items.Lesson}, {"学到", items.Lesson}, {"经验", items.Lesson}, {"踩坑", items.Lesson}, {"踩的坑", items.Lesson},
		{"问题", items.Issue}, {"故障", items.Issue}, {"事故", items.Issue}, {"坏了", items.Issue},
		{"发生", ""}, {"变化", ""}, {"变更", ""}, {"改动", ""}, {"改了", ""}, {"修改", ""}, {"修复", ""}, {"修了", ""}, {"更新", ""},
		{"进展", ""}, {"完成", ""}, {"做过", ""}, {"做了", ""}, {"干了", ""}, {"新增", ""}, {"工作", ""}, {"记录", ""}, {"讨论", ""}, {"发布", ""}, {"上线", ""}, {"遇到", ""}, {"发现", ""}, {"做", ""},
	}
	hanRecap = []string{"总结", "回顾", "列出", "看看", "告诉我", "事情", "内容", "东西", "新", "事", "都", "有", "出", "过", "来", "所有", "主要", "我"}
)

// listsKinds reports a text that names types of items and a time, and else only small words: a heading, as one types it into a search. rest is the text
// without the time.
func listsKinds(ix index, rest string, latest bool) bool {
	if len(rest) > maxAsked || strings.Contains(strings.TrimSpace(rest), "\n") {
		return false
	}
	named := 0
	for _, t := range tokens(rest) {
		switch {
		case namesKind(t.text, latest):
			named++
		case isDone(t.text), isSmallElsewhere(t.text), len(t.text) == 1, t.text == "all", t.text == "any", t.text == "our", t.text == "new", len(ix.Analyze(t.text)) == 0:
		default:
			return false
		}
	}
	if isASCII(rest) {
		return named > 0
	}
	for _, h := range hanHappenings {
		if (h.kind != "" || slices.Contains(hanListed, h.text)) && strings.Contains(rest, h.text) {
			named++
			rest = strings.ReplaceAll(rest, h.text, " ")
		}
	}
	for _, word := range []string{"的", "所有", "全部", "新", "了", "我们", "都", "有"} {
		rest = strings.ReplaceAll(rest, word, " ")
	}
	return named > 0 && !strings.ContainsFunc(rest, otherThanLatin)
}

// hanListed are the happenings that people list without asking: 上周的变更.
var hanListed = []string{"变更", "改动", "变化"}

// bare reports a text that is a time and nothing else, as one types it into a search. A time that goes on ("today", "this week") may be the answer to when
// something is to be done.
func bare(ix index, rest string, times []stretch, now time.Time) bool {
	if slices.ContainsFunc(times, func(s stretch) bool { return s.relative && (s.to.IsZero() || s.to.After(now)) }) {
		return false
	}
	return !slices.ContainsFunc(tokens(rest), func(t token) bool { return len(ix.Analyze(t.text)) > 0 }) && !strings.ContainsFunc(strings.ReplaceAll(rest, "的", ""), otherThanLatin)
}

// recentDays is how far back "recently" reaches where there was something.
const recentDays = 30

// recently finds words for the last time without a bound: "recent lessons", "what changed lately", 最近的教训. In a question about a matter they say little and
// are none.
func recently(text string, now time.Time) (times []stretch, is bool) {
	if len(text) > maxAsked || now.IsZero() {
		return nil, false
	}
	from := midnight(now).AddDate(0, 0, -recentDays)
	for n, t := range tokens(text) {
		switch t.text {
		case "recent", "recently", "latest", "newest", "lately":
			start := t.start
			if before := strings.TrimRight(text[:start], " "); n > 0 && strings.HasSuffix(strings.ToLower(before), "most") {
				start = len(before) - len("most")
			}
			return []stretch{{from: from, start: start, end: t.end, relative: true}}, true
		}
	}
	for _, word := range []string{"最近一段时间", "这段时间", "最近", "近期", "近来", "最新"} {
		if at := strings.Index(text, word); at >= 0 {
			return []stretch{{from: from, start: at, end: at + len(word), relative: true}}, true
		}
	}
	return nil, false
}

// hanMarks end sentences and part them.
const hanMarks = "？，。、！：；¿¡’"

// asksBack reports a text that asks what there is, or for a summary of it. What says "today" in any other way is a task.
func asksBack(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > maxAsked || strings.Contains(text, "\n") {
		return false
	}
	for _, start := range []string{"what", "which", "anything", "show", "list", "summarize", "summarise", "summary", "recap", "tell me", "give me", "any ", "did anything", "has anything",
		"were there", "are there any", "was ", "welche", "quoi", "qu'", "que ", "quel", "qué", "¿qu", "¿cu", "cuáles"} {
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

// kindElsewhere is happeningKind in German, French and Spanish.
func kindElsewhere(word string) items.Type {
	switch word {
	case "entschieden", "entscheidungen", "beschlossen", "décidé", "décisions", "decidimos", "decidido", "decisiones":
		return items.Decision
	case "fehler", "probleme", "problèmes", "problemas":
		return items.Issue
	case "gelernt", "appris", "leçons", "aprendimos", "lecciones":
		return items.Lesson
	}
	return ""
}

// isSmallElsewhere reports the small words of questions about a time in these languages.
func isSmallElsewhere(word string) bool {
	switch word {
	case "was", "welche", "haben", "hat", "wir", "ist", "wurde", "wurden", "sich", "gab", "es", "die", "der", "das", "vom", "qu", "quoi", "que", "quelles", "quels", "quel", "avons", "nous", "est",
		"il", "ce", "qui", "les", "des", "du", "on", "qué", "cuáles", "cuál", "se", "hemos", "las", "los", "la", "le", "el", "fueron":
		return true
	}
	return false
}
