package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// The rule correction: the person says what is right instead of what was done ("no, use X, not Y"), or how it always or never
// is to be done. A wish about the piece of work at hand ("make it blue, not grey", "don't commit yet") is none.

var (
	// standing rules, lasting by their words
	standingEN = rx(`^((and|also|again|please|so|ok|no|btw|one more thing|from now on|going forward|in general|in this repo|here)[,:]? )*(you |we )?(must |should )?(always|never) [a-z]+|\b(must|should|shall) (always|never)\b|^((and|also|again|so|btw)[,:]? )*(we|you|people) (always|never) [a-z]+|\bmust not\b|\bmust never\b|\bfrom now on\b|^((and|also|again|so|btw)[,:]? )*(all|every|each|any) [a-z_ -]{2,40} (must|has to|have to|needs? to|goes|go through)\b|\b(has|have) to (stay|remain)\b`)
	standingZH = rx(`(以后|今后|从现在起|往后|从今以后)[^，。]{0,12}(都|要|不要|别|用|先|必须|一律|统一|不许|不能)|永远(不要|别|不|都)|绝(不|对不)(要|能|可)?|千万(不要|别|不能)|禁止|严禁|一律|务必|不允许|(所有|全部|每次|每个|任何|凡是)[^，。]{0,20}(必须|都要|都得|都用|不得|不能|不要|要用)`)
	mustUseZH  = rx(`必须(用|是|走|经过|先|通过|在|使用)[^，。]+[，,].{2,}`)

	// reportsBug tells that a rule is named only to say that something breaks it
	reportsBug = rx(`\b(doesn't|does not|didn't|did not|isn't|is not (happening|working)|crash(ed|es)?|should never happen|broken|fails|failed)\b`)

	// orders opens a sentence with a rule: "it should always work" and "always fails" are none
	orders = rx(`^((and|also|again|please|so|ok|no|btw|from now on|going forward|in general|in this repo|here)[,:]? )*((you|we) (must|should) )?(always|never) [a-z]*([a-rt-z]|ss)\b`)
	// consequence begins what comes of breaking a rule: that something fails then is the rule's reason, not a report
	consequence = rx(`[;,:–—-] *(because|since|otherwise|or else|or|as|the|it|that|this|we|ci)\b|\b(because|otherwise|or else)\b`)

	// prohibitions, lasting only by object or reason
	prohibitsEN = rx(`(?:^|[,.;:] |please |so |and |also |you |should |must )(do not|don't|dont|do n't) (ever )?(use|log|store|edit|hardcode|hard-code|mock|import|call|rely|depend|write|touch|put|add|return|ignore|disable|swallow|catch|parse|expose|send|name|mix|share|assume|introduce|create|invent|bypass|skip|commit|push|merge|deploy|generate|format)\b`)
	lastingEN   = rx(`\b(ever|anymore|again|anywhere|in (this|the|our) (repo|repository|project|code ?base|code|package|service|app)|not even|in (tests|prod|production|docs|code|scripts|ci|handlers)|directly|by hand|manually|because|since|unless|without|otherwise|instead|for it|for that)\b|, use\b|; use\b`)
	pointsAt    = rx(`\b(don't|do not) (ever )?[a-z]+( or [a-z]+)? (it|them|that|this|those|these)\b`) // what lies on the table now
	avoidEN     = rx(`^((and|also|please|so) )*(avoid|refrain from|stay away from) [a-z]+`)
	prohibitsZH = rx(`(不要|别|不能|不许|不准|不再)(再)?(使用|用|写|直接|手动|硬编码|提交|改动|依赖|引入)[^，。]*([，,].{2,}|因为)`)

	// the right thing named against the wrong one
	useNotEN   = rx(`(?:^|[,:;.] |please |should |must |we |you |always |again:? |instead,? |pls )(use|keep|prefer|call it|name it) ([^,.;]{2,40}?(,? instead of|,? rather than|, not|,? and not) |[^ ,.;]+( [^ ,.;]+)? (not|over) )([^,.;]{2,40})`)
	useArticle = rx(`\b(use|using|keep) (the|this|that|a|an|my|your|these|those|his|her|it|one|both|first|second|red|green|blue|grey|gray|black|white|bold|left|right)\b`)
	objection  = rx(`^(no|nope|nah|wrong|not quite|actually|again|stop)\b[,:.! –—-]+`)
	wrongIs    = rx(`^(no[,.! ]+)?(that'?s|that is|this is|it'?s|you'?re|you are) (wrong|not right|not correct|incorrect|not true|mistaken|false)[,.:;–— -]+(.{6,})`)
	shouldNot  = rx(`\b(should|must|has to|needs to)\b[^.]{3,120}, not [a-z]`)
	bareNo     = rx(`^(no|nope|nah|wrong|no,? (that'?s|this is) (wrong|not right|incorrect)|that'?s (wrong|not right|incorrect)|not quite|不对|错了|不是的?)[ ,.!。！，]*$`)
	// statesRight is narrower than rightIs: after a mere "no," only a statement about a thing counts, not one about a feeling
	statesRight = rx(`^(the|our|we|all|every)\b.* (is|are|uses?|lives?|listens?|means|needs|has|have|runs?|comes?|goes)\b.{6,}`)
	rightIs     = rx(`\b(it'?s|it is|they'?re|they are|that'?s|is|are|means|lives|listens|should be|has to be|must be|needs|use|uses)\b`)
	wrongZH     = rx(`^(不对|不是的|错了|不行|搞错了|弄错了|不)[，,。！! ]+.*(应该|要用|得用|用|是|改成|改用)`)
	notButZH    = rx(`不是[^，。]{1,30}[，, ]*(而是|，是)|应该(用|是|改用)[^，。]{1,40}[，,]\s*(不是|不要|别|而不是)`)
)

// correction reads one sentence of a person. answering tells that an agent's message came before, objected that the sentence
// before was a bare "no" or "that's wrong".
func correction(s sentence, after *sentence, answering, objected bool) (finding, bool) {
	low := s.low
	claim := claimOf(s)
	wrong := wrongIs.MatchString(low)
	if wrong {
		claim = claimAfterWrong(s)
	}
	if len(claim) < minSentence {
		return finding{}, false
	}
	found := func(t items.Type, sure float64) (finding, bool) {
		return statement(RuleCorrection, t, s, claim, after, sure), true
	}
	objects := objected || wrong || objection.MatchString(low)
	switch {
	case concedes.MatchString(low), memberNames.MatchString(low) && !standingEN.MatchString(low):
		return finding{}, false
	case standingEN.MatchString(low) && !task(s) && !reportsBug.MatchString(ruleOf(low)) && !alwaysShows.MatchString(low), standingZH.MatchString(low):
		return found(items.Policy, sureRule)
	case useNotEN.MatchString(low) && !useArticle.MatchString(low) && (objects || !task(s)):
		return found(items.Policy, sureCorrection)
	case (answering || setsAgainst.MatchString(low)) && wrong && rightIs.MatchString(lowerASCII(claim)):
		return found(items.Fact, sureCorrection)
	case answering && objects && statesRight.MatchString(lowerASCII(claim)) && !task(s):
		return found(items.Fact, sureWeakRule)
	case answering && shouldNot.MatchString(low) && !task(s) && ofSubject(s):
		return found(items.Policy, sureWeakRule)
	case prohibitsEN.MatchString(low) && !task(s) && !pointsAt.MatchString(low) && (lastingEN.MatchString(low) || after != nil && givesReason(*after)):
		return found(items.Policy, sureWeakRule)
	case meantFor.MatchString(low) && !task(s) && !pointsAway.MatchString(low) && len(strings.Fields(claim)) >= 5:
		return found(items.Fact, sureWeakRule)
	case avoidEN.MatchString(low) && len(strings.Fields(claim)) >= 5:
		return found(items.Policy, sureWeakRule)
	case (answering || setsAgainst.MatchString(low)) && wrongZH.MatchString(low), notButZH.MatchString(low) && !task(s):
		return found(typeZH(low), sureCorrection)
	case mustUseZH.MatchString(low), prohibitsZH.MatchString(low) && !task(s):
		return found(items.Policy, sureWeakRule)
	}
	return finding{}, false
}

// ruleOf is what stands before the consequence of a sentence that opens with a rule; any other is returned whole.
func ruleOf(low string) string {
	if at := consequence.FindStringIndex(low); at != nil && orders.MatchString(low[:at[0]]) {
		return low[:at[0]]
	}
	return low
}

// meantFor says what a thing is for, or only for.
var meantFor = rx(`^[^,.:;]{3,60} (is|are) (only |never |not )?(only|meant|intended|supposed|reserved) (for|to (be|stay|go|live|run))\b [^,:;]{3,}$`)

// setsAgainst names the right thing and the wrong one: what is corrected need not stand in the session.
var setsAgainst = rx(`[a-z0-9][, ]+(and )?not [a-z0-9]|用[^，。]+[，,] ?(不要|别|不)(再)?用`)

// concedes opens an answer to a suggestion: what "that" and "it" mean in it stands in the message before.
var concedes = rx(`^(sure|yes|yeah|yep|ok|okay|right|fine|true|agreed|i see|got it)[,.]? (but|though)\b`)

// memberNames are names that mean something only within the piece of code at hand.
var memberNames = rx(`\b(self|this)\.[a-z_]\w*|\w->\w`)

// alwaysShows orders what a program is to show: a requirement of the piece of work, not a way of working.
var alwaysShows = rx(`^((and|also|so|ok|but)[,:]? )*(always|never) (show|print|display|render|hide|highlight|output|scroll|cent(er|re)|align|return)\b`)

// ofSubject reports that a "should ..., not ..." says of what: by a name, or by more than one bare word.
func ofSubject(s sentence) bool {
	m := modal.FindStringIndex(s.low)
	if m == nil {
		return false
	}
	switch subject := strings.Fields(s.low[:m[0]]); {
	case len(subject) == 0:
		return false
	case len(subject) == 1:
		return subject[0] == "we" || subject[0] == "you" || namesCode(plain(s.text())[:min(len(subject[0]), len(plain(s.text())))])
	}
	return true
}

var modal = rx(`\b(should|must|has to|needs to)\b`)

// tellsWhy reports a sentence whose own words make it a reason or a conclusion.
func tellsWhy(s sentence) bool {
	return reasonEN.MatchString(s.low) || reasonZH.MatchString(s.low) || concludes.MatchString(s.low) || wouldBe.MatchString(s.low)
}

var wouldBe = rx(`\b(this|that|it|they|which|we|the old one|the other)('d| would| makes?| keeps?| lets?| breaks?| broke| caused?| costs?| avoids?)\b|^(这|那|上次|之前)`)

// givesReason reports a sentence that says why or what follows.
func givesReason(s sentence) bool {
	return reasonEN.MatchString(s.low) || concludes.MatchString(s.low) || standingEN.MatchString(s.low)
}

// claimAfterWrong is what follows "that's wrong,".
func claimAfterWrong(s sentence) string {
	p := plain(s.text())
	if m := wrongIs.FindStringSubmatchIndex(lowerASCII(p)); m != nil {
		return p[m[8]:m[9]]
	}
	return claimOf(s)
}

// bareObjection reports a sentence that only says that something is wrong.
func bareObjection(s sentence) bool { return bareNo.MatchString(s.low) }

var ordersZH = rx(`(用|不要|别|必须|改成|应该存|应该放)`)

func typeZH(low string) items.Type {
	if ordersZH.MatchString(low) {
		return items.Policy
	}
	return items.Fact
}
