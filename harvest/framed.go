package harvest

import (
	"slices"
	"strings"
)

// Frames around words that their speaker does not stand for: told by somebody, read somewhere, wished, meant the other way round. What somebody
// decided, ordered or found out is none of them: "Bob decided that we use Postgres" is said by who says it.

// carriers are what the words of others come in.
const carriers = `(?:e-?mails?|mails?|messages?|letters?|sms|wiki|web ?pages?|pages?|tickets?|posts?|tweets?|comments?|articles?|blogs?|readme|docs?|documentation|slack|forum|threads?|chat|popup|banner|newsletter|memo|attachment|notice|announcement|transcript|manual|tutorial|website|site|issue|channel|group|board|list|intranet|confluence|notion|jira|twitter|reddit|teams|discord|whatsapp|stack ?overflow)`

var (
	ironic = rx(`^(as if|as though|yeah,? right|like hell|fat chance|sure,? and)\b|\b(in your dreams|dream on|(and|when) pigs fly|sarcas(m|tic(ally)?)|hell no)\b|(,|\(| [–—-]) ?(not|(just |only )?(kidding|joking)|not true|untrue|lol|lmao|rofl|jk|kidding|joking|haha+|yeah,? right|as if)[.!)]*$` +
		`|(\(| [–—-]) ?(wrong|false|outdated|obsolete|no|nope|a joke|a lie)[.!)]*$|, which (is|was) (\w+ )?(wrong|false|untrue|not true|nonsense|outdated|obsolete|a (joke|lie|myth))\b|(^|\s)/s[.!]*$|🙃|🙄`)
	zhIronic = rx(`才怪|鬼才信|才不信|骗你的|逗你|想得美|做梦吧|开(个)?玩笑|[（(，,] ?(假的|错的|不对|并不是|不是真的|过时了?)[）)。！!]*$`)
	wishes   = rx(`\b(i|we|they|he|she|you|it|one)('d| would)( \w+){0,3} (hate|love|like|fear|dread|mind|die|cry|laugh)( \w+){0,2} (if|that|when|to see)\b|('d|\bwould|\bcould) [^.;]{0,60}\bif\b|\bif\b[^.;]{0,60}('d|\bwould|\bwere)\b|\b(i|we) (wish|hope|dream|fear|dread|hate (it|that|when|to think))\b` +
		`|\bif only\b|^(had|were) (we|i|they|it|he|she|the|our|you)\b|\b(would|could|might)(n't| not)? have (been|had|\w+ed)\b|\b(imagine|pretend|ideally|in an? (perfect|ideal|parallel|better) world|hypothetical(ly)?|counterfactual(ly)?)\b`)
	zhWishes = rx(`但愿|真希望|多希望|恨不得|倘若|若是|假使|设想|想象一下|(就|那就|可就)(糟|惨|完蛋|好)了|那该多好`)

	tellsBehind = rx(`(?:,|;| [–—-]) ?["'”]? ?(?:said|says|claims|claimed|wrote|thinks|believes|insists|swears) ([^\s.,!]+)(?: \S+){0,4}[.!?]*$`)
	tellsThat   = rx(`((?:\S+ )?(?:\S+ )?\S+) (?:(?:wrote|writes|posted|posts|tweeted|commented|announced|noted|notes|explained|explains|e-?mailed|mailed|messaged|texted|pinged|shouted|joked|jokes|lied|swore|suggested|suggests|proposed|proposes|recommended|recommends|hinted|boasted|replied|answered|complained|said|says|claimed|claims|imagined)` +
		`(?: (?:on|in|at|to|via|by|over|under|with) (?:\S+ ){0,3}(?:` + carriers + `|me|us|him|her|them|you|everyone|everybody|all|team|colleagues?)| (?:me|us|him|her|them|everyone|everybody|the team))?|(?:told|tells|informed|informs|warned|warns|reminded|assured|promised|convinced)(?: [^\s,.;:]+){0,4}|lets? (?:me|us|everyone) know) that\b`)
	tellsThis = rx(`((?:\S+ )?\S+) (?:wrote|writes|posted|tweeted|commented|announced|noted|e-?mailed|mailed|messaged|texted|replied|answered|shouted|joked|says|said|told|tells)\b[^:]{0,60}: ?\S`)
	tellers   = rx(`\b(they|people|some|others|many|users|customers|everyone|everybody|nobody|somebody|someone|anyone|anybody|no one|no-one|folks|devs|developers|engineers|the intern|interns) (\w+ly |also |still |always |all |would |will |may |might |just )?(says?|said|thinks?|thought|believes?|believed|claims?|claimed|reckons?|tells?|told|pretends?|wrote)\b` +
		`|\b(attackers?|hackers?|scammers?|phishers?|strangers?|someone|somebody) (\w+ )?(wants?|wanted|asks?|asked|tries|tried|tricks?|tricked|wishes|would like|suggests?|suggested)\b`)
	hearsay = rx(`\bi( \w+)? (heard|overheard|read (that|somewhere|about)|dreamt|dreamed|was told|got told|am told)\b|\b(i've|i have|we've|we have|we) (been told|heard|were told|got told)\b|\b(is|are|was|were) (said|claimed|believed|thought|alleged|rumou?red) to\b|\b(don't|do not|can't|cannot|never|won't) (\w+ )?(believe|buy|trust) (it|that|this|him|her|them)\b` +
		`|\b(idea|claim|notion|belief|rumou?r|suggestion|theory|assumption|myth|gossip) that\b`)
	carrierSays = rx(`\b` + carriers + `(?: (?:in|on|from|of|by|at) \S+(?: \S+)?)? (?:that )?(?:says?|said|saying|states?|stated|stating|claims?|claimed|claiming|tells?|told|telling|mentions?|mentioned|insists?|suggests?|suggested|recommends?|recommended|reads:)( |$)` +
		`|\b(?:says|said|stands|(?:i|we) (?:just |once )?(?:read|found|saw|see)) (?:so |it |this |that )?(?:on|in|at) (?:\S+ ){0,3}` + carriers + `\b|\bas per (?:\S+ ){0,2}` + carriers + `\b`)
	brought  = rx(`\b(got|received|read|saw|found|here('s| is| are)|this is|quote|quoting|quoted|copied|pasted?|forwarded|forwarding)\b[^:]{0,40}\b(e-?mail|mail|messages?|letter|text|sms|wiki|page|tickets?|post|tweet|comment|article|slack|chat|quote)\b[^:]{0,30}: *\S`)
	labelled = rx(`^(a |an )?(joke|quote|phishing|spam|scam|rumou?r|myth|fiction|hypothesis|scenario|example|sample|hearsay|gossip|sarcasm|satire|hoax|fake|lie)( mail| e-?mail| message| text)? ?[:：–—]`)

	zhLabelled = rx(`^(笑话|引用|引文|原文|谣言|例子|示例|样例|假设|钓鱼邮件|垃圾邮件|诈骗|玩笑) ?[:：]`)
	zhPlaced   = rx(`(邮件|邮箱|短信|消息|微信|钉钉|飞书|群|工单|帖子|网页|网站|页面|维基|wiki|readme|issue|slack|文档|公告|通知|注释|评论|报告|博客|文章|书|手册|论坛|推特|聊天记录|聊天|教程|新闻) ?((里|中|上|内)(面|头)?(有人|还|也|都|明确)?(说|写|提到|声称|宣称|称|建议|要求|讲|告诉|指出|规定)|说[^明法]|声称|宣称|写道|写着)`)
	zhSays     = rx(`^(\p{Han}{1,8}?)(?:在[^，。]{1,10}(?:里|中|上))?(?:说过?|写道|写着|声称|宣称|转述)(\p{Han}?)`)
	zhHearsay  = rx(`我(在[^，。]{1,10}(里|中|上))?(看到|读到|听到|听人|听别人|梦到|梦见)(有人)?(说|写|讲)|(有人|别人|人家|大家)(都|也)?(说|觉得|认为|以为|讲|写|告诉)|(攻击者|骗子|黑客)(们)?(说|写|让|要|想|希望|发)`)
)

// framed reports a sentence that stands in such a frame.
func framed(s sentence) bool {
	for _, kind := range []*pattern{ironic, zhIronic, wishes, zhWishes, tellers, hearsay, carrierSays, brought, labelled, zhLabelled, zhPlaced, zhHearsay} {
		if kind.MatchString(s.low) {
			return true
		}
	}
	for _, kind := range []*pattern{tellsThat, tellsThis} {
		for _, m := range kind.regexp().FindAllStringSubmatch(s.low, -1) {
			if !ofSpeaker(m[1]) {
				return true
			}
		}
	}
	if m := tellsBehind.FindStringSubmatch(s.low); m != nil && !slices.Contains([]string{"i", "we", "above", "before", "earlier", "to", "and", "or"}, m[1]) {
		return true
	}
	return zhOthers(s.low)
}

// ofSpeaker reports that a subject that ends so is the speaker: "as I already", "we have".
func ofSpeaker(subject string) bool {
	words := strings.Fields(subject)
	for i := len(words) - 1; i >= 0; i-- {
		switch strings.Trim(words[i], `"',.;:`) {
		case "i", "we", "i've", "we've":
			return true
		case "already", "just", "also", "always", "have", "had", "only", "once", "still", "clearly", "repeatedly":
		case "that", "having", "as", "easier", "all", "the", "been", "is", "was": // "that said"
			return i == len(words)-1
		default:
			return false
		}
	}
	return false
}

// zhOthers reports that a sentence begins with somebody who says something and is not the speaker.
func zhOthers(low string) bool {
	m := zhSays.FindStringSubmatch(low)
	if m == nil || slices.Contains([]string{"明", "法", "得", "起", "话", "服", "辞"}, m[2]) || hasAnyPrefix(m[1], "我", "咱", "本人", "笔者") {
		return false
	}
	for _, idiom := range []string{"来", "是", "话", "理", "该", "实", "白", "再", "先", "小", "用", "别", "能", "以", "要", "必", "可"} {
		if strings.HasSuffix(m[1], idiom) {
			return false // "总的来说", "也就是说", "不用说"
		}
	}
	return true
}
