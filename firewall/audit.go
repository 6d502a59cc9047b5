package firewall

import (
	"cmp"
	"slices"

	"github.com/factline/memory/secrets"
)

// Rules that a Finding names. Secrets add their own id: secret:github-pat.
const (
	RuleSecret      = "secret:"
	RuleHidden      = "hidden_unicode"
	RuleInstruction = "instruction_like"
)

// Audit looks for secrets, hidden Unicode and instruction-like text, and returns what it finds in order of place.
func Audit(text string) []Finding {
	var out []Finding
	for _, f := range secrets.Scan(text) {
		out = append(out, Finding{Rule: RuleSecret + f.Rule, Start: f.Start, End: f.End, Detail: f.Masked})
	}
	out = append(out, hidden(text)...)
	out = append(out, instructions(text)...)
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return out
}

// RulePersonal names personal data by kind: personal:iban. It is reported, and refused nowhere.
const RulePersonal = "personal:"

// Personal reports personal data in text. Detail shows nothing of it.
func Personal(text string) []Finding {
	var out []Finding
	for _, f := range secrets.Personal(text, secrets.PersonalKinds()) {
		out = append(out, Finding{Rule: RulePersonal + f.Rule, Start: f.Start, End: f.End, Detail: f.Masked})
	}
	return out
}

// Warm builds what the first Audit or Judge of a plain text would build, so that a door can have it done beside other work. Patterns that only a
// few texts come to are compiled for those: three of them took 400 page faults.
func Warm() { Audit("warm up") }
