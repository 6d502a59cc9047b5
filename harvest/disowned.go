package harvest

import (
	"slices"
	"strings"
)

// More of what a person says and does not stand for: it is denied, taken back, told of somebody, imagined, or handed over to be worked on.
var (
	// "That is wrong: the export runs at 04:00" corrects and is none of these: what stands behind the colon is the person's.
	deniedAhead   = rx(`^((it|this)('s| is) )?(not (true|right|so|correct)|wrong|false|untrue|incorrect|nonsense|(a )?(lie|myth|rumou?r)|fake)( claim| statement)? *[:：]`)
	zhDeniedAhead = rx(`^(这)?(是)?(不对|不对的|错|错的|错误|错了|不是真的|假的|谣言|胡说|误传)(的说法)? *[:：]`)

	takesBack   = rx(`^(no,? wait|wait,? no|scratch that|strike that|(just|only) kidding|kidding|jk\b|i take (that|it) back|never ?mind|oops|my mistake|i was wrong|sorry,? no\b|no,? sorry|correction\b|(that|it)('s| is| was) (wrong|false|not (true|right|correct)|a (joke|lie|mistake))|not really\b|not!)`)
	zhTakesBack = rx(`^(不对|错了|说错了|我说错了|写错了|等等|不是的|开玩笑|玩笑|算了|更正|口误)`)
	midway      = rx(`.\b(no,? wait|wait,? no|scratch that|strike that|just kidding|i take (that|it) back|never ?mind)\b|.(说错了|开玩笑的|等等，不)`)

	tells   = rx(`((?:\S+ )?(?:\S+ )?[a-z0-9_@'./-]+) ((says|said|thinks|reckons|insists|swears)\b|(say|claims?|claimed|think|thought|believes?|believed|asserts?|asserted|argues?|argued|states?|stated|mentions?|mentioned|reports?|reported|alleges?|alleged|pretends?|pretended|hopes?|assumes?|assumed|suspects?|suspected) that\b|(told|tells) (me|us|you|him|her|them)\b)`)
	zhTells = rx(`听说|据说|传说|传闻|据称|据报道|声称|宣称|(他|她|它|你|有人|同事|老板|客户|朋友|用户|经理|网上|文档|页面|网页|文章|模型|助手|老?[王李张陈]|[a-z])(们|里|上|中)? ?(说|告诉我|告诉我们|认为|觉得|以为|声明|提到)`)

	imagined   = rx(`^(please |now |let's |let us )?(pretend|imagine|picture|assume|suppose|say,|let's say|let us say|for (example|instance)|e\.g\.|hypothetically|as an? (example|exercise|joke))`)
	zhImagined = rx(`^(请|现在)?(假装|假设|假定|想象|设想|比如|例如|譬如|就当|举例|举个例子|开个玩笑)`)
	handed     = rx(`^(please |can you |could you |now )?(translate|summari[sz]e|rephrase|reword|proofread|paraphrase|rewrite|polish|shorten|repeat|spell-?check|(review|check|correct|improve|evaluate) (this|that|the following|my|the (text|sentence|paragraph|wording)))\b[^:：]*[:：]`)
	zhHanded   = rx(`^(请|帮我|麻烦)?(你)?(翻译|总结|润色|改写|审阅|校对|重复|检查一下这|看一下这)[^:：]*[:：]`)

	supposed   = rx(`\b(might|possibly|probably|presumably|apparently|supposedly|allegedly|reportedly|rumou?r)\b`)
	zhSupposed = rx(`可能|好像|似乎|估计|大概|疑似`)
	ended      = rx(`^(until|till) |\b(that|this|it|which) was (last|until|before|back|years?|months?|true (last|until|before|back))\b|\b(that|this|it) (was|were) [^,;]*[,;] (but )?now\b`)
	zhEnded    = rx(`^(直到|截至)|那是(去年|上个?月|上周|从前|之前)`)

	quotes  = rx(`^\s*>($|[^=])`)
	prompts = rx(`^\s*(\$|❯|➜|>>>|\S+@\S+[:~ ]\S*[$#%]|\(\S+\) \S*[$#%]|PS [A-Z]:\\[^>]*>|[A-Z]:\\[^>]*>) *\S`)
	dumps   = rx(`^\s*(Traceback\b|panic:|goroutine \d+|Exception in |Caused by:|Unhandled |[A-Za-z.]*(Error|Exception):)`)
	refutes = rx(`(?i)\b(not true|wrong|false|untrue|incorrect|nonsense|a lie|a myth) *[:：]\s*$|(不对|错误|错了|不是真的|谣言) *[:：]\s*$`)
)

// disowned reports a sentence that its speaker does not stand for.
func disowned(s sentence) bool {
	low := strings.ReplaceAll(s.low, "不可能", "不会")
	for _, kind := range []*pattern{deniedAhead, zhDeniedAhead, midway, zhTells, imagined, zhImagined, handed, zhHanded, supposed, zhSupposed, ended, zhEnded} {
		if kind.MatchString(low) {
			return true
		}
	}
	return ofOthers(s.low)
}

// ofOthers reports that somebody but the speaker is said to say or think something.
func ofOthers(low string) bool {
	return slices.ContainsFunc(tells.regexp().FindAllStringSubmatch(low, -1), func(m []string) bool { return !ofSpeaker(m[1]) })
}

// takenBack reports that a sentence takes back the one before it.
func takenBack(s sentence) bool {
	return takesBack.MatchString(s.low) || zhTakesBack.MatchString(s.low)
}
