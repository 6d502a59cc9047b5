package firewall

// Confidence below which an item is shown only when little else is there, and below which it is not shown at all.
const (
	doubtfulBelow = 0.4
	refusedBelow  = 0.2
	doubtFactor   = 0.5 // what a doubtful item's value is multiplied by
)

// Judge applies the ordered rules to one item. Every reason that applies is given, in the order of the rules; deny wins over
// demote.
func Judge(r Request, s Subject) Verdict {
	v := Verdict{Decision: Allow, Factor: 1}
	for _, rule := range rules {
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
}

// rules in the order in which reasons are given: first what the item is (its life, its reader), then when and where it holds,
// then who said it, then what its text does, and last how well it fits the request. The costly looks at the text come after
// the cheap ones, and all run, because people fix an item faster when they see everything that is wrong with it.
var rules = [...]rule{
	{"status", status},
	{"tombstone", tombstone},
	{"sensitivity", sensitivity},
	{"store", store},
	{"validity", validity},
	{"scope", scope},
	{"signal", signal},
	{"source trust", sourceTrust},
	{"source", source},
	{"secret", secret},
	{"hidden text", hiddenText},
	{"instruction", instruction},
	{"project", wrongProject},
	{"floor", floor},
	{"confidence", confidence},
}
