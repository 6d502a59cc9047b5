package hook

import (
	"strings"
	"unicode/utf8"
)

// chatLength is the longest prompt about the conversation itself, in characters; a longer one has a subject of its own.
const chatLength = 80

// chatPhrases speak of this conversation, which the model has before it, or of the model. What was said "before" or "last week" is another matter:
// that is what memory is for.
var chatPhrases = [...]string{
	"messages ago", "your last answer", "your previous answer", "your last message", "your last reply", "your last response", "your previous response", "your first answer", "your answers are too",
	"my last message", "my previous message", "my last prompt", "my last question", "my previous question", "summarize this conversation", "summarize our conversation", "summarise this conversation",
	"summarise our conversation", "in this conversation", "this chat so far", "our chat so far", "sorry wrong chat", "sorry, wrong chat", "sorry wrong window", "sorry, wrong window",
	"you just said", "did you just", "what do you mean", "what did you mean", "which model are you", "what model are you", "are you gpt", "are you claude", "shorter please", "shorter, please", "shorter answers",
	"back in a minute", "back in an hour", "back in a bit", "off to lunch", "off to bed", "have a nice day", "have a good weekend", "see you tomorrow", "talk to you later",
	"你刚才说", "你刚刚说", "你刚才提", "你上面说", "你前面说", "我刚才说", "我刚才问", "我刚刚问", "刚才的对话", "刚刚的对话", "上面的对话", "本次对话", "这次对话", "我们的对话", "刚才的回答", "上一个回答", "上一条消息", "上一个问题",
	"回答太长", "回答太短", "回答简短", "说得太长", "太啰嗦", "简短一点", "说人话", "用中文回答", "用英文回答", "你是谁", "你叫什么", "你是什么模型", "你用的是什么模型", "你用什么模型", "你是哪个模型", "你能做什么", "你是什么意思",
	"发错窗口", "忽略上一条",
}

// aboutTheChat reports a prompt about the conversation and not about the work.
func aboutTheChat(text string) bool {
	if utf8.RuneCountInString(text) > chatLength {
		return false
	}
	lower := strings.ToLower(text)
	for _, phrase := range chatPhrases {
		if strings.Contains(lower, phrase) {
			return true
		}
	}
	return false
}
