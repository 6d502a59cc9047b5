package firewall

// Confidence below which an item is shown only when little else is there, and below which it is not shown at all.
const (
	doubtfulBelow = 0.4
	refusedBelow  = 0.2
	doubtFactor   = 0.5 // what a doubtful item's value is multiplied by
	changedFactor = 0.5 // the same, where the code it speaks of changed
)

// Judge applies the ordered rules to one item. Reasons are given in the order of the rules; deny wins over demote. The text of an
// item is read only when nothing else denies it.
func Judge(r Request, s Subject) Verdict { return judge(rules[:], r, s) }

func judge(rules []rule, r Request, s Subject) Verdict {
	v := Verdict{Decision: Allow, Factor: 1}
	for _, rule := range rules {
		if rule.readsText && v.Decision == Deny {
			break
		}
		reason, factor := rule.judge(&r, &s)
		if reason == "" {
			continue
		}
		v.Reasons = append(v.Reasons, reason)
		v.Factor *= factor
		switch {
		case factor == 0:
			v.Decision = Deny
		case v.Decision == Allow:
			v.Decision = Demote
		}
	}
	return v
}

// rule is one question to one item. It answers with a reason and a factor in [0,1): 0 denies, more demotes; no reason means
// that the rule does not apply.
type rule struct {
	name  string
	judge func(r *Request, s *Subject) (Reason, float64)

	readsText bool // the costly rules, all at the end
}

// rules in the order in which reasons are given: first what the item is (its life, its reader), then when and where it holds,
// who said it and how well it fits the request, and last what its text does. All the cheap ones run, because people fix an item
// faster when they see everything that is wrong with it; reading the whole text costs a hundred times as much and is left out
// for an item that is denied anyway.
var rules = [...]rule{
	{"status", status, false},
	{"tombstone", tombstone, false},
	{"sensitivity", sensitivity, false},
	{"store", store, false},
	{"handoff", handoffSeen, false},
	{"validity", validity, false},
	{"scope", scope, false},
	{"signal", signal, false},
	{"source trust", sourceTrust, false},
	{"source", source, false},
	{"project", wrongProject, false},
	{"floor", floor, false},
	{"confidence", confidence, false},
	{"unmerged", unmerged, false},
	{"code", code, false},
	{"dispute", dispute, false},
	{"secret", secret, true},
	{"hidden text", hiddenText, true},
	{"instruction", instruction, true},
	{"stuffed", stuffed, true},
}
