package harvest

import (
	"github.com/factline/memory/items"
)

// Something that went away, with the reason: the agent says "since we run our own node, the cloud service is no longer needed", does the
// work, and a check passes. The person has asked for the work, so nobody objected.

var goneSince = rx(`^(?:since|because|as|now that) [^,]{8,140}, [^,.;]{2,60} (?:is|are) (?:no longer|not) (?:needed|used|supported|required|necessary)(?: any ?more)?[.!]?$`)

func outdated(s *session) []finding {
	runs, edits := activity(s)
	var out []finding
	for ti := range s.turns {
		t := &s.turns[ti]
		for _, w := range t.reply {
			for _, sent := range w.sent {
				if sent.ask || !goneSince.MatchString(sent.low) || plansOnly.MatchString(sent.low) || hedged.MatchString(sent.low) || hiddenOrders.MatchString(sent.low) {
					continue
				}
				if _, passed := passedAfter(s, ti, runs, edits); passed != "" {
					out = append(out, statement(RuleDecision, items.Decision, sent, plain(sent.text()), nil, sureUncontested))
				}
			}
		}
	}
	return out
}
