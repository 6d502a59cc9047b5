package firewall

import "strings"

// Material judges raw text that is no item before an agent may read it on request: a record of the evidence. spoken says that a person
// or the model said it, whose orders are part of the conversation; from a tool, a file or the web an instruction is an attack. "" lets
// it through.
func Material(text string, spoken bool) Reason {
	for _, f := range Audit(text) {
		switch {
		case strings.HasPrefix(f.Rule, RuleSecret):
			return HoldsSecret
		case f.Rule == RuleInstruction && !spoken:
			return InstructionLike
		case f.Rule == RuleHidden && !spoken:
			return HiddenText
		}
	}
	return ""
}
