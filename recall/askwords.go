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
		"gets", "getting", "gives", "giving", "makes", "making", "made", "goes", "gone", "needs", "needed", "wants", "wanted", "tells", "told", "knows", "says", "asks", "asked", "thinks",
		"uses", "tries", "tried", "shows", "helps", "lets",
		"much", "many", "good", "best", "right", "wrong", "there", "here", "us", "our", "ours", "we", "me", "my", "i", "you", "your":
		return true
	}
	return false
}

// isWorkWord reports words that every session is full of, whatever it is about: what an agent is told to handle, small talk, and the
// words of test runners and logs. Short numbers and times are of the same kind. They name a topic only together with other words, so
// they count like words of asking; a note about the staging branch is found by "staging".
func isWorkWord(word string) bool {
	word = strings.ToLower(word)
	switch word {
	case "file", "files", "folder", "code", "line", "lines", "test", "tests", "branch", "commit", "commits", "push", "pull", "request", "merge", "diff", "name", "names", "variable",
		"function", "comment", "comments", "message", "messages", "list", "item", "items", "output", "result", "results", "version", "step", "steps", "server", "script",
		"word", "words", "text", "example", "examples", "option", "options", "spelling", "format", "project", "program", "tool", "unit",
		"open", "close", "delete", "remove", "rename", "restart", "stop", "read", "edit", "move", "copy", "clean", "install", "bump", "ship", "send", "set", "put", "generate", "implement",
		"build", "building", "compile", "compiled", "undo", "redo", "revert", "skip", "retry", "summarize", "summarise", "translate", "recommend", "compare", "plan",
		"first", "second", "third", "last", "next", "previous", "another", "other", "one", "two", "three", "more", "less", "most", "few", "any", "all", "each", "every", "both", "some",
		"new", "old", "better", "worse", "short", "shorter", "long", "longer", "simple", "simpler", "concise", "nice", "great", "fine", "perfect", "cool", "sorry", "different", "difference",
		"morning", "evening", "night", "today", "tomorrow", "yesterday", "time", "day", "moment", "break", "back", "ahead", "problem", "issue", "question", "answer",
		"take", "took", "gave", "left", "keep", "kept", "leave", "see", "seen", "saw", "looks", "looking", "find", "found", "mean", "means", "love", "hate", "prefer",
		"pass", "passed", "passing", "fail", "failed", "failing", "fails", "failure", "error", "errors", "warning", "warnings", "warn", "info", "debug", "trace", "success", "successful",
		"successfully", "succeeded", "done", "total", "elapsed", "expected", "exit", "status", "fatal", "traceback", "recent", "call", "module", "package", "packages", "dependencies",
		"wait", "hold", "count", "number", "repeat", "expand", "shorten", "rephrase", "paragraph", "sentence", "letter", "letters", "mind", "lunch", "dinner", "breakfast", "coffee", "weekend", "holiday",
		"robot", "human", "joke", "song", "poem", "story", "tired", "hungry", "busy", "happy", "sad", "welcome", "bye", "goodbye", "congratulations", "never", "always", "maybe",
		"same", "too", "very", "only", "even", "well", "else", "than", "then", "been", "being", "have", "had", "has":
		return true
	}
	return isSmallNumber(word)
}

// isSmallNumber reports numbers below 100 and moments ("10:11:12", "2026-10-02T10:11:12Z", "3.1s"): logs and lists are full of them. Ports,
// codes and years stay.
func isSmallNumber(word string) bool {
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z':
			letters++
		case r >= utf8.RuneSelf:
			return false
		}
	}
	if digits == 0 {
		return false
	}
	moment := strings.Count(word, ":") >= 2 || len(word) > 10 && word[4] == '-' && word[7] == '-'
	return moment || letters == 0 && digits <= 2 || letters <= 2 && digits <= 3 && strings.Contains(word, ".")
}

// cjkWork are the Chinese words of the same kind, the counterparts of the English ones.
var cjkWork = []string{
	"代码", "测试", "运行", "文件", "提交", "格式化", "格式", "继续", "开始", "重新", "再试", "修改", "删除", "添加", "总结", "内容", "刚才", "谢谢", "你好", "很好", "不错", "帮我",
	"今天", "明天", "昨天", "现在", "时间", "问题", "结果", "错误", "失败", "成功", "推荐", "建议", "解释", "翻译", "看看", "可以", "应该", "需要", "使用", "东西", "这个", "那个", "哪个", "一个",
	"翻译成", "英文", "中文", "笑话", "午饭", "晚饭", "早饭", "周末", "生日", "故事", "确认", "同意", "批准", "收到", "明白", "知道", "执行", "完成", "检查", "处理", "可以的", "好的",
	// what an agent is told to do with what is at hand
	"修复", "修正", "修好", "修改", "更改", "改成", "改为", "改名", "重命名", "更新", "添加", "增加", "加上", "加入", "加个", "加一", "删掉", "去掉", "移除", "编写", "写个", "写一", "创建", "新建", "打开", "关闭", "关掉",
	"重启", "停止", "读取", "编辑", "移动", "复制", "拷贝", "清理", "安装", "发送", "生成", "实现", "编译", "构建", "撤销", "撤回", "重做", "还原", "跳过", "重试", "尝试", "试试", "比较", "对比", "运行", "推送", "拉取", "合并",
	"重构", "优化", "简化", "精简", "简短", "简单", "简洁", "一点", "换个", "换成", "打印", "调试",
	// and what that is
	"这一行", "那一行", "一行", "这行", "行代码", "函数", "变量", "注释", "分支", "消息", "名称", "名字", "列表", "输出", "步骤", "脚本", "单词", "文本", "文字", "示例", "例子", "选项", "拼写", "项目", "程序", "工具", "单元测试",
	"依赖", "模块", "警告", "报错", "写法", "一遍", "这段", "那段", "这里", "那里", "上面", "下面",
}

// cjkAsk are Chinese and Japanese words of asking and particles, longest first where one starts another. CJK text is indexed by
// pairs of characters: a particle between two words would make two pairs that mean nothing. (的 in 目的 goes too; it costs one
// pair of that word.)
var cjkAsk = []string{
	"为什么", "为啥", "怎么样", "怎么办", "怎么", "怎样", "如何", "什么时候", "是什么", "什么", "在哪里", "在哪儿", "在哪", "哪里", "哪个", "哪些", "哪儿", "是不是", "有没有", "能不能", "可不可以",
	"是否", "是多少", "多少", "请问", "我们", "你们", "咱们", "一下", "吗", "呢", "吧", "啊", "呀", "的", "了",
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
	return blankHelpers(text)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
