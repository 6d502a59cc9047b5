package writeservice

import (
	"strings"

	"github.com/factline/memory/items"
)

// Problem is one thing that stands against an item as it is written, whoever wrote it.
type Problem struct {
	Field  string // the key that it stands in
	Reason string
	Audit  bool // found by the audit; false: a limit of the fields
}

// Problems holds an item that came another way, such as a pull request, to the rules of a write. An order to the model passes where
// the firewall lets it pass: in what a person approved, and in the directives of a person.
func Problems(it items.Item) []Problem {
	var out []Problem
	for _, why := range invalid(it) {
		field, _, _ := strings.Cut(why, " ")
		out = append(out, Problem{Field: field, Reason: why})
	}
	found := audit(it, nil)
	for _, why := range found.refused {
		field, _, _ := strings.Cut(why, " ")
		out = append(out, Problem{field, why, true})
	}
	if mayInstruct(it) {
		return out
	}
	for _, field := range found.instruct {
		out = append(out, Problem{field, field + " reads like an instruction to the model, and no person approved it", true})
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
