package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// The rule remember: a person asks for something to be kept. "Remember to" is a request for this task unless it says that it
// always holds; "do you remember" and "I remember" are talk.

var (
	rememberEN = rx(`^((and|also|ok|okay|so|one more thing|again|btw|please|for next time)[,:]? )*(please )?(remember|keep in mind|bear in mind|note for later|note to self|for future reference|for future sessions|make a note|take a note|don't forget)\b([,:]| that\b| this\b[:,]| we\b| the\b| our\b| it's\b| it is\b)`)
	rememberTo = rx(`^(and |also |please )*(remember|don't forget) to (always|never)\b|\b(remember|don't forget) to\b.*\b(every time|each time|whenever|always)\b`)
	inRemember = rx(`\band remember (that )?(we|the|our|it|this)\b`)
	rememberZH = rx(`^(另外|还有|对了|顺便|请|麻烦|你要|帮我)?[，, ]*(请|帮我)?(记住|记下来?|记一下|记好|备忘|牢记|记得(以后|每次|都|要))([：:，, ]|[^吗了]*[^吗]$)`)
	notRemZH   = rx(`(还记得|记得吗|我记得|记不|没记住|记得上次)`)
	asideEN    = rx(`^(fyi|for the record|for reference|heads up|just so you know|for context)\b[,: -]+`)
	statesFact = rx(`\b(is|are|has|have|must|can't|cannot|lives?|runs?|uses?|listens?|needs?|only|never|always)\b`)
)

func remember(s sentence, after *sentence) (finding, bool) {
	low := s.low
	switch {
	case notRemZH.MatchString(low):
		return finding{}, false
	case rememberEN.MatchString(low), rememberTo.MatchString(low), inRemember.MatchString(low), rememberZH.MatchString(low):
		claim := claimOf(s)
		if len(claim) < minSentence || wish.MatchString(lowerASCII(claim)) && deictic.MatchString(strings.TrimRight(lowerASCII(claim), ".! ")) {
			return finding{}, false
		}
		sure := sureRemember
		if wish.MatchString(lowerASCII(claim)) {
			sure = sureWish
		}
		return statement(RuleRemember, kindOf(low), s, claim, after, sure), true
	case agentsFile.MatchString(low):
		m := agentsFile.FindStringSubmatchIndex(lowerASCII(plain(s.text())))
		if m == nil {
			return finding{}, false
		}
		request := strings.TrimSpace(plain(s.text())[:m[1]])
		claim := strings.TrimSpace(plain(s.text())[m[1]:])
		if len(strings.Fields(claim)) < 4 || deictic.MatchString(strings.TrimRight(lowerASCII(claim), ".! ")) {
			return finding{}, false
		}
		if bareList(claim) {
			if verb := lastWord.FindString(request); verb != "" {
				claim = verb + " " + claim // a bare list says nothing without it
			}
		}
		return statement(RuleRemember, items.Policy, s, claim, after, sureAgentsFile), true
	case asideEN.MatchString(low) && statesFact.MatchString(low) && !passing(s):
		return statement(RuleRemember, kindOf(low), s, claimOf(s), after, sureAside), true
	}
	return finding{}, false
}

// agentsFile asks for something to be written where every agent reads it: that is what is to be remembered.
var agentsFile = rx(`^(and |also |then |please |so |ok |okay |now |can you |could you |let's )*((in|into|to) (the |our )?(agents|claude|gemini)(\.| )?md[, ]+(please )?(mention|add|note|write|say|state|document|put|include)( that| down that|:)?|(mention|add|note|write|say|state|document|put|include)( it| this)? (in|into|to) (the |our )?(agents|claude|gemini)(\.| )?md( that|:))\s+`)

// bareList reports a list of which nothing is said but what it is for.
func bareList(claim string) bool {
	m := things.FindStringSubmatch(claim)
	return m != nil && !clauseWord.MatchString(m[1]+m[2]+m[3])
}

// lastWord is the verb of such a request, where it stands right before what is to be written.
var lastWord = rx(`(?i)\b(mention|add|note|document|include)$`)

// wish is what somebody wants of the work at hand, however it is introduced.
var wish = rx(`^(we|i|they|he|she|you)('d| would)? (also |still |just |really )?(want|need|like|wish|should|have)( to| a| an| some| one| the)\b`)

// kindOf tells what is to be remembered: an order, a decision, or a plain fact.
func kindOf(low string) items.Type {
	switch {
	case standingEN.MatchString(low) || standingZH.MatchString(low) || prohibitsEN.MatchString(low) || prohibitsZH.MatchString(low):
		return items.Policy
	case chosenEN.MatchString(low) || chosenZH.MatchString(low):
		return items.Decision
	}
	return items.Fact
}
