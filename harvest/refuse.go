package harvest

import (
	"strings"
)

// What no rule may take, however well it matches: questions, hypotheticals, things of the moment, tasks, other people's words.

var (
	// opensQuestion holds for questions typed without a question mark, too
	opensQuestion = rx(`^(and |but |so |ok |okay |also |hm+,? )*((should|shall|can|could|would|will|does|did|is|are|am|was|were|has|why|how|which|who|whose|isn't|aren't|doesn't|didn't|won't|wouldn't|shouldn't|couldn't|wdyt) [a-z0-9@/._-]+|do (you|we|they|i|the|these|those|people|our|your)\b|have (you|we|they|i)\b|don't (you|we|they)\b|(what|when|where) (is|are|was|were|do|does|did|will|would|should|can|could|if|about|kind|happens|else|'?s|to|would)\b|what [a-z]+ (is|are|do|does|of|should|would)\b|any (idea|chance|reason|way)\b)`)
	opensZhAsk    = rx(`(吗|呢|么)$|^(为什么|为啥|怎么|如何|是不是|要不要|能不能|可不可以|有没有|哪|谁|什么|需不需要|该不该)|(是不是|要不要|能不能|可不可以|该不该|好不好|行不行|怎么样|如何$|还是说)`)

	hypothetical = rx(`\b(what if|suppose|supposing|maybe|perhaps|might be|i wonder|wondering|not sure|no idea|let me think|let's see|let us see|thought about|hypothetically|in theory|if (we|you|i|it|they|this|that) (\w+ )?(used|had|were|was|always|never|went|chose|could|did|would)|would (be|have|need|mean|make|break)|could (be|also|maybe)|i guess|considering|if we want|seems?|looks like|wth|wtf)\b`)
	hypotheticZh = rx(`(如果|要是|假如|假设|万一|也许|或许|大概|可能会|说不定|考虑一下|再想想|想一想|不确定|看看再说)`)

	momentary   = rx(`\b(yet|for now|right now|just now|at the moment|this time|just this once|for the moment|until i|till i|before you continue|today|tonight|tomorrow|later|in a minute|meanwhile|temporarily|first let me|hold on|wait|for this (one|commit|pr|task|turn|run)|only this)\b`)
	momentaryZh = rx(`(先不|先别|先不要|暂时|暂且|目前先|这次|本次|现在先|等一下|等会|稍后|待会|今天|明天|回头)`)

	reported   = rx(`\b(he|she|they|someone|people|docs?|readme|article|page|review|reviewer|comment|guide|blog|book|ticket|issue|error|message|it|spec|copilot|coderabbit|linter) (says?|said|wrote|writes?|claims?|tells?|told|recommends?|suggests?|suggested|asks?|asked)\b|\baccording to\b`)
	reportedZh = rx(`(文档|他|她|他们|文章|网上|有人|报错|提示|评审|同事)(里|中|上)?(说|写|提到|建议|要求)`)

	askedToRender   = rx(`^(please |can you |could you )*(translate|summari[sz]e|rephrase|reword|proofread|explain|evaluate|rewrite|review|what does|is this|here is|here's|i got this|pr feedback|more reviewer feedback|this is a message from)\b`)
	askedToRenderZh = rx(`^(请|帮我|麻烦)?(翻译|总结|解释|润色|改写|评价|看一下这段)`)

	taskVerb   = rx(`^(please |can you |could you |now |then |and |also |ok |okay |so |just |next,? |let's |lets |you (can|should|need to|could) |we (need|have|want|should) to |i (want|need|'d like|would like) (you )?to |go ahead and |try to |try and )*(add|fix|make|create|write|implement|update|change|remove|delete|rename|refactor|move|run|rerun|show|check|open|explain|look|find|build|test|review|clean|set|put|give|help|try|commit|push|merge|rebase|revert|undo|deploy|release|install|start|stop|continue|finish|investigate|debug|reproduce|generate|convert|extract|split|merge|bump|upgrade|draft|spawn|do (it|that|this|the|a|so|some)|go|confirm|verify|make sure|double.?check|triple.?check|compare|propose|plan|suggest|read|list|print|log|tell|send|replace|turn|enable|disable|adjust|improve|include|ensure)\b`)
	taskVerbZh = rx(`^(请|帮我|麻烦|再|然后|接着|顺便|把|给|先|继续)*(加|添加|增加|修|修复|改|修改|删|删除|写|实现|创建|新建|检查|查|看|跑|运行|测试一下|部署|提交|推送|合并|回滚|重构|优化|生成|翻译|总结|换成|换个|换一|移动|升级|安装|启动|把|给我|帮我)`)

	hiddenOrders = rx(`\b(ignore (all |any |the )?(previous|prior|above) (instructions|rules)|system prompt|curl [^|]*\| ?(ba|z)?sh|wget [^|]*\| ?(ba|z)?sh)\b`)
)

// refused reports whether a sentence may not be the source of any statement.
func refused(s sentence) bool {
	n := s.to - s.from
	low := s.low
	return n < minSentence || n > maxSentence || s.ask || strings.Contains(s.text(), "[REDACTED:") ||
		opensQuestion.MatchString(low) || opensZhAsk.MatchString(strings.TrimRight(low, "。！.! ")) ||
		hiddenOrders.MatchString(low) || reported.MatchString(low) || reportedZh.MatchString(low)
}

// unsure reports a hypothetical or a thought that is not finished.
func unsure(s sentence) bool {
	return hypothetical.MatchString(s.low) || hypotheticZh.MatchString(s.low)
}

// passing reports that a sentence speaks of this moment only.
func passing(s sentence) bool { return momentary.MatchString(s.low) || momentaryZh.MatchString(s.low) }

// task reports that a sentence asks for a piece of work.
func task(s sentence) bool {
	return taskVerb.MatchString(s.low) || s.w.zh && taskVerbZh.MatchString(s.low)
}

// rendersMaterial reports that the message brings text to be translated, summarised or judged: what follows its first
// sentence is material and not speech.
func rendersMaterial(w *words) bool {
	if len(w.sent) == 0 {
		return false
	}
	first := w.sent[0].low
	return askedToRender.MatchString(first) || askedToRenderZh.MatchString(first)
}

// spoken returns the sentences of a person's message that a rule may look at.
func spoken(w *words) []sentence {
	if w == nil || documentByPerson(w.text) {
		return nil
	}
	if rendersMaterial(w) {
		return w.sent[:1]
	}
	return w.sent
}
