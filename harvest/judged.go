package harvest

import "strings"

// What stands around words can take them back as well: the next sentence denies or judges them, the one before hands them over as another's, or they
// stand under the head of a mail.

const (
	// hardJudgements are said of nothing but words and lures, softJudgements of much else as well: they end the sentence.
	hardJudgements = `phish(?:y|ing)?|spam|scam|fake|hoax|fraud|malicious|bogus|bullshit|satire|made up|invented|fiction|an? (?:attack|injection|hoax|trap)|poison(?:ed|ing)?`
	softJudgements = `wrong|false|untrue|incorrect|not (?:true|right|correct|so|real|ours|the case)|nonsense|rubbish|garbage|(?:an? )?(?:lies?|jokes?|test|trick|example|quote|prank)|outdated|out of date|obsolete|stale|superseded|history`
	judgement      = `(?: (?:is|was|are|were|looks?|seems?|smells?|sounds?|turned out)|'s|'re)\b[^,;]{0,30}`
	lastly         = `(?: (?:anyway|now|too|though|again|by now|of course|sadly|information|advice))*[.!…)]*$`
	leads          = `^(?:but |and |so |oh,? |of course,? |sadly,? |beware[,:]? |careful[,:]? )*`
	ofWords        = `(?:that|this|the|these|those|such an?) (?:[\w'-]+ ){0,2}(?:` + carriers + `|claims?|statements?|sentences?|rumou?rs?|advice|paragraphs?|text|quotes?|stor(?:y|ies)|lines?|parts?|info|information)`
)

var (
	judged = rx(leads + `(?:that|this|these|those|it|which)` + judgement + `\b(?:(?:` + softJudgements + `)` + lastly + `|(?:` + hardJudgements + `)\b)|` +
		leads + `(?:that|this|these|those|such an?)(?: [\w'-]+){1,3}` + judgement + `\b(?:` + hardJudgements + `)\b`)
	// judgedAll speaks of more than the sentence before it
	judgedAll = rx(leads + `(?:all|everything|both|the above|the whole thing|all of (?:that|this|it|them)|(?:that|this) all)` + judgement + `\b(?:` + softJudgements + `|` + hardJudgements + `)\b|` +
		leads + `(?:none|nothing|not (?:a word|one word|any)|neither) of (?:that|this|it|the above|these|those|them)` + judgement + `\b(?:true|right|correct|ours|real|so)\b|` +
		leads + `(?:that|this|these|those|such an?) (?:[\w'-]+ ){0,2}` + carriers + judgement + `\b(?:` + softJudgements + `)` + lastly + `|` + leads + ofWords + judgement + `\b(?:` + hardJudgements + `)\b|` +
		leads + `(?:that|this|the) (?:claim|statement|sentence|rumou?r|advice|paragraph|quote|story)s?` + judgement + `\b(?:` + softJudgements + `)` + lastly)
	zhJudged = rx(`^(但是?|不过|所以|当然)?[，,]? ?(那|这|该|上面|以上|上述|前面|此|全)(封|个|条|篇|页|则|句|段|份|些|都)?(的)?(邮件|消息|短信|页面|网页|文档|帖子|工单|话|说法|内容|信息|评论|公告|链接|东西)?(其实|明显|早就|早|已经?|都|根本|完全|显然)?(是|属于|像|看起来像?|不是|不|过)?(个|封|一个|一封|典型的|最新|很)?(钓鱼|诈骗|假|伪造|垃圾|骗|谣言|错|过时|过期|作废|不实|不对|不准|真的|无效|攻击|恶意|玩笑|笑话|时了|期了)`)

	judgesNext = rx(`\b(following (mail|e-?mail|message|text|part|paragraph|sentence|lines?|page|comment|post|claim|statement)s?|below|what follows|the following (is|are|was|were|comes|came)|next (mail|message|part|paragraph|sentence|line)s?)\b[^.;]{0,50}\b(` + hardJudgements + `|` + softJudgements + `|copied|quoted|(is|are|was|were|comes|came|taken)( \w+)? from (an?|the|another|some|our|his|her|their))\b|` +
		`^(here('s| is| are)|this is|look at|see) (an?|the|this|that|one|some|another) [^.;:]{0,30}\b(phish(ing)?|spam|scam|hoax|fake|malicious|suspicious|forwarded|quoted|copied)\b`)
	zhJudgesNext = rx(`(下面|以下|下列|接下来)[^。；]{0,12}(钓鱼|诈骗|假的|垃圾|谣言|错的|错误|过时|过期|恶意|玩笑|摘自|引自|来自|转自|是别人)`)

	// shortDenial is nothing but a denial, or one before a comma: "Haha, no.", "Nope, adyen."
	shortDenial = rx(`^((ha(ha)*|hah|heh|lol|lmao|rofl|well|um+|uh|oh|ok(ay)?|actually|but|sorry|psych|sike|wait|hmm*|erm*|yeah|honestly)[,.! …-]*)*` +
		`((no|nope|nah|nay|no way|not (really|quite|exactly|true|at all|in the slightest|any ?more|so|even close|ever)|hell no|(of course|certainly|absolutely|definitely|obviously|surely|probably) not|as if|yeah,? right|if only|(i|you) wish|in your dreams|dream on|(i'm |i am |i was )?(just |only )?(kidding|joking)` +
		`|((that's|that is|that was|it's|it was|was) )?(just )?(a )?(joke|lie|prank|sarcasm|irony)|april fools?'?( day)?|psych|sike|not|never|false|wrong|incorrect|nonsense|rubbish|bullshit|fake news|(i )?(don't )?think (not|so)|it (doesn't|does not|didn't|isn't|is not|wasn't)|(they|we) (don't|do not|didn't|did not|never|aren't|are not)|said no ?(one|body) ever|says who|or not|or so they say)\b[.!,; …:)]*)+([,;–—:] ?.*)?$` +
		`|^((ha){2,}|lol|lmao|rofl|/s|😂+|🤣+|🙃+|🙄+)[.! ]*$`)
	zhDenial = rx(`^((哈|呵|嘿|嘻)+[，,。！! ]*|其实|当然|不过|但是?)*[，, ]*(才怪|才不是|才没有|才不会|开(个)?玩笑|骗你|逗你(玩)?|不是|并不是|并没有|没有|不|不会|怎么可能|不可能|假的|不存在|想得美|做梦|错|不对|谁信|鬼才信|不是真的|我不信|说笑|玩笑(而已)?)(的|啦|呢|了|哦|吧|呀|啊)?[。！!～~ ]*$|^(哈|呵|嘿|嘻){2,}[。！!～~ ]*$`)
	doubts   = rx(`^(really|seriously|or (does|do|is|are|did|was|not)|is (that|this|it) (really |even |still )?(true|right|so|correct|real)|(right|correct|true|no|is it|does it|do they|don't they|says who))\b.*[?？]|^(真的|是|对|不是|是真的|当真)(吗|吧|么)[?？]?`)

	staysNo = rx(`^(no|nope|never|not ever|of course not)\b|^(不|不行|不可以|不会)[，。！!]`)

	mailHead  = rx(`(?i)^[\s>*_-]*(subject|from|cc|bcc|fwd?|forwarded|reply-to|sent|original message|begin forwarded message|betreff|主题|发件人|收件人|抄送|转发|原始邮件)[*_ ]*[:：]`)
	struckOut = rx(`~~[^~\n]+~~|<(del|s|strike)>[^<\n]*</(del|s|strike)>`)
)

// reach is how many of the sentences before it a sentence takes back: none, one, or all.
func reach(before, s sentence) int {
	switch {
	case judgedAll.MatchString(s.low), zhJudged.MatchString(s.low):
		return -1
	case staysNo.MatchString(s.low) && negates.MatchString(before.low) && !takenBack(s):
		return 0 // "Do not push to main. No, never."
	case takenBack(s), shortDenial.MatchString(s.low), zhDenial.MatchString(s.low), judged.MatchString(s.low), s.ask && doubts.MatchString(s.low):
		return 1
	}
	return 0
}

// standing are the sentences of a message that nothing around them takes back.
func standing(all []sentence) []sentence {
	kept := make([]bool, len(all))
	for i, s := range all {
		kept[i] = true
		n := 0
		if i > 0 {
			n = reach(all[i-1], s)
		}
		if n < 0 {
			n = i
		}
		for j := i - n; j < i; j++ {
			kept[j] = false
		}
		if judgesNext.MatchString(s.low) || zhJudgesNext.MatchString(s.low) {
			all = all[:i]
			break
		}
	}
	var out []sentence
	for i, s := range all {
		if kept[i] {
			out = append(out, s)
		}
	}
	return out
}

// mailFrom is where the head of a mail begins in a text, its length where there is none. All behind it is of the mail.
func mailFrom(text string) int {
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if mailHead.MatchString(line) {
			return at
		}
		at += len(line)
	}
	return len(text)
}
