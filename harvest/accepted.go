package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// Decisions that two sides make: the agent proposes with a reason and the person says yes, the agent states a choice with a
// reason and the person goes on, or the person half decides and the agent takes it up as agreed. What nobody took up is none.

var (
	proposesEN = rx(`\b(i|we)('d| would)? (propose|suggest|recommend)\b|\bmy (recommendation|proposal|suggestion) (is|would be)\b|\bi'd (use|go with|choose|pick|keep|switch to)\b`)
	statesEN   = rx(`\b(i|we)('ve| have)? (chose|picked|went with|opted for|settled on|decided (to|on|against))\b|^decision: |\bwe('ll| will) (use|go with|keep|stick with)\b`)
	proposesZH = rx(`(我|我们)?(建议|推荐|提议)(采用|使用|用|改用|把|先|不)`)
	statesZH   = rx(`(我|我们|这里)(选择了|选了|决定|采用了|改用了)`)

	// halfHearted proposals bind nobody; a conditional is fine here, it often is the reason
	halfHearted = rx(`\b(start(ing)? with|for now|next step|maybe|perhaps|might|not sure|alternatively|another option|could also)\b|也许|或者|也可以`)

	saysYes = rx(`^(yes|yep|yeah|yup|ok|okay|sure|great|perfect|good|sounds good|agreed|agree|approved|lgtm|go ahead|go for it|do it|do that|let's do (it|that)|ship it|makes sense|fine|exactly|correct|right|👍)\b|^(好|可以|行|没问题|同意|就这样|对|嗯|是的|就这么|没错)`)
	saysNo  = rx(`\b(no|not|don't|nope|but|instead|wrong|wait|stop|actually|hmm|however|rather|revert|undo)\b|(不|别|但是|不过|等等|换|改)`)

	// thinksAloud is a choice that the person leans to and does not pronounce.
	thinksAloud = rx(`\b(i|we) (think|believe|feel|guess) (that )?(we|it)('s| should| can| could| must| need)\b|\b(i'm |i am )?(thinking of|leaning towards?|inclined to|in favou?r of)\b|\b(we|i) (don't|do not|no longer) need\b|\b(probably )?makes sense to\b|\bi suggest\b|\bwe should (align|group|keep|use|store|move|treat|make|have)\b`)
	// weighs tells a choice from a wish: it names a reason, an alternative or what is better
	weighs = rx(reasonEN.String() + `|\b(instead of|rather than|no longer|more (general|generali[sz]ed|reusable|robust)|better|simpler|cleaner|easier|over ?complicated|complicated)\b|\bthis (will|would|makes?)\b|^since\b`)
	agrees = rx(`^(yes[,. ]|agreed|i agree|good (point|call|catch|idea)|makes sense|that makes sense|you're right|you are right|right[,. ]|exactly|understood|fair|that's (right|a (clean|good|fair|sensible)))`)
)

// proposals finds choices that the agent and the person made together.
func proposals(s *session) []finding {
	var out []finding
	for i := range s.turns {
		t := &s.turns[i]
		if i+1 < len(s.turns) && s.turns[i+1].user != nil {
			out = append(out, acceptedIn(t, s.turns[i+1].user)...)
		}
		if t.user == nil || len(t.reply) == 0 {
			continue
		}
		found := assentedIn(t)
		if len(found) == 0 {
			var next *words
			if i+1 < len(s.turns) && !askedInDialog(s, t) {
				next = s.turns[i+1].user
			}
			found = agreedIn(t, next)
		}
		out = append(out, found...)
	}
	return out
}

// askedInDialog reports that the host's question dialog came up in a turn: what the person types next answers that, and takes nothing back.
func askedInDialog(s *session, t *turn) bool {
	for i := t.from; i < t.to; i++ {
		if dialogTool(s.recs[i].Tool) {
			return true
		}
	}
	return false
}

// choiceHints are parts of words of which proposesEN, statesEN and their Chinese fellows need one: looked for first, because
// agents write much and regular expressions are slow.
var choiceHints = []string{"propos", "suggest", "recommend", "chose", "picked", "went with", "opted", "settled", "decided", "decision", "i'd ", "we'll ", "we will ", "建议", "推荐", "提议", "选", "决定", "采用", "改用"}

func hasAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// acceptedIn reads the last message of a turn against the person's next words.
func acceptedIn(t *turn, next *words) []finding {
	last := t.last()
	answer := firstSentence(next)
	if last == nil || answer == nil {
		return nil
	}
	yes := saysYes.MatchString(answer.low) && !saysNo.MatchString(answer.low)
	objects := saysNo.MatchString(answer.low) || answer.ask
	for _, s := range last.sent {
		if !hasAny(s.low, choiceHints) || refused(s) || halfHearted.MatchString(s.low) || !(reasonEN.MatchString(s.low) || reasonZH.MatchString(s.low)) {
			continue
		}
		sure := 0.0
		switch {
		case yes && (proposesEN.MatchString(s.low) || proposesZH.MatchString(s.low)):
			sure = sureAccepted
		case !objects && (statesEN.MatchString(s.low) || statesZH.MatchString(s.low)):
			sure = sureUncontested
			if yes {
				sure = sureAccepted
			}
		default:
			continue
		}
		f := statement(RuleDecision, items.Decision, s, choice(proposed(claimOf(s))), nil, sure)
		if yes {
			f.quotes = append(f.quotes, answer.quote())
		}
		return []finding{f} // one choice a message: the first is the one that was asked about
	}
	return nil
}

var proposalLead = rx(`(?i)^((i|we)('d| would)? (propose|suggest|recommend)( that)?( to| we)?|my (recommendation|proposal|suggestion) (is|would be)( to)?|i'd (use|go with|choose|pick))\s+|^(我|我们)?(建议|推荐|提议)`)

func proposed(claim string) string {
	c := proposalLead.ReplaceAllString(claim, "")
	if m := proposalLead.FindString(claim); m != "" && !startsVerb.MatchString(c) && !mostlyHan(c) {
		return "use " + c
	}
	return c
}

// assentedIn finds the person's thought that the agent's first words take up as agreed.
func assentedIn(t *turn) []finding {
	reply := firstSentence(t.reply[0])
	if reply == nil || !agrees.MatchString(reply.low) {
		return nil
	}
	for _, s := range spoken(t.user) {
		if len(s.low) < 24 || !thinksAloud.MatchString(s.low) || !weighs.MatchString(s.low) || refused(s) || unsure(s) || passing(s) || task(s) || objection.MatchString(s.low) {
			continue
		}
		claim := thought(claimOf(s))
		if chores.MatchString(lowerASCII(claim)) {
			continue
		}
		f := statement(RuleDecision, items.Decision, s, claim, nil, sureAssented)
		f.quotes = append(f.quotes, reply.quote())
		return []finding{f}
	}
	return nil
}

var thoughtLead = rx(`(?i)^((i|we) (think|believe|feel|guess|suggest) (that )?(we )?((can|should|could|must) )?|(i'm |i am )?(thinking of|leaning towards?|inclined to) |we (should|can|could|must) |we think |(it )?(probably )?makes sense to )`)

// chores are thoughts about what to work on, not about which way to go.
var chores = rx(`^(also )?(look|check|see|investigate|test|review|add|show|tell|write|run|fix|apply|update|somehow)\b`)

func thought(claim string) string {
	if c := thoughtLead.ReplaceAllString(claim, ""); len(c) >= minSentence {
		return c
	}
	return claim
}

func firstSentence(w *words) *sentence {
	if w == nil || len(w.sent) == 0 {
		return nil
	}
	return &w.sent[0]
}
