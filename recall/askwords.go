package recall

import (
	"strings"
	"unicode/utf8"
)

// isAskWord reports words that people ask with, not about, and verbs that command an agent ("run it again"). They are still looked up (a title may hold them), but a question
// is hardly answered by covering them. Grammatical stop words never arrive here: the analysis drops them.
func isAskWord(word string) bool {
	switch strings.ToLower(word) {
	case "what", "which", "who", "whom", "whose", "when", "where", "why", "how",
		"is", "are", "was", "were", "do", "does", "did", "done", "doing", "can", "could", "should", "would", "shall", "will", "may", "might", "must",
		"please", "thanks", "thank", "hi", "hello", "hey", "ok", "okay", "yes", "also", "just", "really", "again", "now", "still", "yet",
		"tell", "show", "give", "explain", "describe", "say", "said", "ask", "remind", "remember", "know", "think", "want", "need", "like", "let",
		"help", "get", "got", "make", "use", "used", "using", "work", "works", "working", "happen", "happens", "happened", "go", "going", "look",
		"way", "thing", "things", "something", "anything", "stuff", "kind", "sort", "about", "exactly", "supposed", "allowed", "possible",
		"run", "try", "fix", "check", "continue", "proceed", "start", "add", "write", "create", "change", "update", "finish",
		"much", "many", "good", "best", "right", "wrong", "there", "here", "us", "our", "ours", "we", "me", "my", "i", "you", "your":
		return true
	}
	return false
}

// cjkAsk are Chinese and Japanese words of asking and particles, longest first where one starts another. CJK text is indexed by
// pairs of characters: a particle between two words would make two pairs that mean nothing. (的 in 目的 goes too; it costs one
// pair of that word.)
var cjkAsk = []string{
	"为什么", "为啥", "怎么样", "怎么办", "怎么", "怎样", "如何", "什么时候", "什么", "哪里", "哪个", "哪些", "哪儿", "是不是", "有没有", "能不能", "可不可以",
	"是否", "多少", "请问", "我们", "你们", "咱们", "一下", "吗", "呢", "吧", "啊", "呀", "的", "了",
	"ですか", "ますか", "でしょうか", "どうやって", "なぜ", "どこ",
}

// blankAsk replaces CJK words of asking by as many spaces as they have bytes, so that offsets stay.
func blankAsk(text string) string {
	if isASCII(text) {
		return text
	}
	for _, word := range cjkAsk {
		text = strings.ReplaceAll(text, word, strings.Repeat(" ", len(word)))
	}
	return text
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
