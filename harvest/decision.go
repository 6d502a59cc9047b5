package harvest

import (
	"github.com/factline/memory/items"
)

// The rule decision: a choice between ways, made by the person, or made by the agent and accepted. A wish for work ("let's add
// a page") is no choice; a choice needs a verb of choosing, and without one of deciding also a reason or an alternative.

var (
	// decidedEN announces a decision whatever follows.
	decidedEN = rx(`\b(we|i|the team) ?('ve| have|'d| had)? ?(now |just |finally |already |both )?(decided|agreed|settled|opted|chose|picked|went with)\b( (to|on|that|for|with|against)\b)?|^(the |our )?decision( is)?: ?|^[a-z0-9./+-]+( [a-z0-9./+-]+){0,2} it is([,.;]|$)`)
	// chosenEN names a way to go; with a reason or an alternative it is a decision.
	chosenEN = rx(`\b(let's|lets|let us) (just |all )?(go with|use|stick with|stick to|stay with|stay on|keep|switch to|adopt|standardi[sz]e on|drop|avoid|settle on)\b|^((and|so|ok|here|btw)[,:]? )*we (now )?(use|keep) .*(instead of|rather than|, not )|\b(we|i)('ll| will| are going to|'re going to| should all| now) (use|go with|adopt|stick with|stick to|switch to|standardi[sz]e on|move to|migrate to|keep|drop)\b|^((and|so|ok|then)[,:]? )*(i'm |we're |i am |we are )?(going|sticking|staying) with\b|\b(we|i) (don't|do not|no longer) need\b`)
	// strongEN is enough on its own.
	strongEN = rx(`\b(let's|lets) (just )?(go with|stick with|stick to|standardi[sz]e on|settle on)\b|\b(we are|we're) going to (adopt|standardi[sz]e on|switch to|migrate to|move to|drop|use)\b|\bwe('ll| will) (adopt|standardi[sz]e on|switch to|migrate to|go with|stick with)\b|^((and|so|ok|then)[,:]? )*(i'm |we're |i am |we are )?(going|sticking|staying) with\b`)
	reasonEN = rx(`\b(because|since|so that|due to|to avoid|otherwise|so we (can|don't|do not|never)|as it|as we|the reason|which (means|lets|keeps|makes)|that way|too (slow|big|much|complex|complicated|expensive|fragile))\b`)
	versusEN = rx(`\b(instead of|rather than|over|not|no longer|and drop|in favou?r of|replaces?)\b`)
	itIsTalk = rx(`^(\w+ )*(now|so|then|as|but|and|here|there|what|how|where|if|because|whatever|ok|sure|yes|no|think|that|this) it is\b`)
	// notWhen decides against something under a condition that comes again: "let's not run CI if only docs changed".
	notWhen    = rx(`\b(let's|lets|let us) (not|never) (run|use|add|send|log|build|publish|deploy|show|print|store|write|call|load|start|test|check|fail|retry|require|support)\b.*\b(if|when|unless|for|on|in|by default|anymore)\b`)
	everywhere = rx(`\b(let's|lets|let us) (use|update|set|pin|keep|name|call|put|bump)\b.* everywhere\b`)
	trialEN    = rx(`\b(try|see if|see how|experiment|for a moment|as a test|quick test|second one|first one|option [a-c1-9]\b|that one|this one)\b`)

	chosenZH    = rx(`(我们|咱们|团队)[^，。]{0,6}(决定|敲定|选定|选择了|采用|改用|统一用|就用|还是用|用的是)|^(那就|就|最终|最后|还是)?(决定|敲定|选定)(了)?(用|采用|改|不|放弃|使用|把|将)|^(那就|就|还是|最终|最后|统一)(用|采用|改用|选)`)
	reasonZH    = rx(`因为|由于|所以|避免|以免|免得|否则|不然|这样(就|可以|能)|太(慢|大|复杂|重|贵)|扛不住|扫不动`)
	versusZH    = rx(`而不是|代替|替代|不再用|不用|放弃|取代|替换`)
	undecidedZH = rx(`(你|您)(来|自己)?(决定|选|看着办)|没(有)?决定|还没|未定|由.{1,8}决定|取决于|怎么决定|决定吧`)
	decidedZH   = rx(`(我们|咱们|团队|最终|最后)[^，。]{0,6}(决定|敲定|选定)`)
)

func decision(s sentence, after *sentence) (finding, bool) {
	low := s.low
	decided := decidedEN.MatchString(low) || decidedZH.MatchString(low) || notWhen.MatchString(low) || everywhere.MatchString(low)
	chosen := decided || chosenEN.MatchString(low) && !task(s) || chosenZH.MatchString(low)
	sure := 0.0
	switch {
	case chosen && (reasonEN.MatchString(low) || versusEN.MatchString(low) || reasonZH.MatchString(low) || versusZH.MatchString(low)):
		sure = sureDecision
	case decided || strongEN.MatchString(low):
		sure = sureBareChoice
	default:
		return finding{}, false
	}
	if trialEN.MatchString(low) || itIsTalk.MatchString(low) || undecidedZH.MatchString(low) {
		return finding{}, false
	}
	claim := choice(claimOf(s))
	if len(claim) < minSentence {
		return finding{}, false
	}
	return statement(RuleDecision, items.Decision, s, claim, after, sure), true
}
