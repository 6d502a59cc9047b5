package writeservice

import (
	"strings"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// Problem is one thing that stands against an item as it is written, whoever wrote it.
type Problem struct {
	Field  string // the key that it stands in
	Reason string
	Audit  bool // found by the audit; false: a limit of the fields
	Doubt  bool // for a person to judge: who approved it is not to be seen from the file, and a contact may be the fact
}

// Problems holds an item that came another way, such as a pull request, to the rules of a write. An order to the model passes where
// the firewall lets it pass: in what a person approved, and in the directives of a person. Whether one did is not to be seen from a file,
// so that stays a doubt.
func Problems(it items.Item) []Problem {
	var out []Problem
	for _, why := range invalid(it) {
		field, _, _ := strings.Cut(why, " ")
		out = append(out, Problem{Field: field, Reason: why})
	}
	found := audit(it, nil)
	for _, why := range found.refused {
		field, _, _ := strings.Cut(why, " ")
		out = append(out, Problem{Field: field, Reason: why, Audit: true})
	}
	may := mayInstruct(it)
	for _, field := range found.instruct {
		switch {
		case !may:
			out = append(out, Problem{Field: field, Reason: field + " reads like an instruction to the model, and no person approved it", Audit: true})
		case it.Status == items.Active:
			out = append(out, Problem{Field: field, Reason: field + " reads like an instruction to the model, and the file says that a person stands for it: merge it only if that is so", Audit: true, Doubt: true})
		}
	}
	for _, f := range found.findings {
		if f.Rule == firewall.RuleStuffed {
			field, _, _ := strings.Cut(f.Detail, " ")
			if field != "title" && field != "summary" {
				field = "body"
			}
			if strings.HasSuffix(f.Detail, " tags") {
				field = "tags"
			}
			out = append(out, Problem{Field: field, Reason: "stuffed: " + f.Detail + ": it is found by questions that it does not answer, and none brings it into a prompt before a person approves it; say the fact in a sentence", Audit: true, Doubt: true})
		}
	}
	for _, p := range found.personal {
		out = append(out, Problem{Field: p.field, Reason: p.field + " holds personal data (" + p.kind + ", " + p.masked + "), which git keeps for good: take it out unless it is the fact", Audit: true, Doubt: true})
	}
	return out
}

func mayInstruct(it items.Item) bool {
	if it.Review.Verdict == approved || it.Status != items.Active {
		return true
	}
	switch it.Type {
	case items.Policy, items.Preference, items.Procedure:
		return isHuman(it.Trust)
	}
	return false
}
