// Package check holds the changed items of a store to the rules that a pull request must keep, and the store's golden queries to what
// they promise. It reads nothing: the caller brings items, files and packs.
//
//	check.go         findings and their order
//	item.go          one item -> findings
//	contradiction.go one item beside the active ones -> findings
//	golden.go        gates/*.yaml -> queries; a pack -> findings
//	gone.go          what the base had and the change took away -> findings
//	annotations.go, sarif.go   findings -> the forms that code hosts read
package check

import (
	"cmp"
	"slices"
)

// Level says whether a finding fails the check.
type Level string

const (
	Error   Level = "error"
	Warning Level = "warning"
)

// Rules, by the name under which findings and SARIF know them.
const (
	Parse         = "parse"
	Invalid       = "invalid"
	Audit         = "audit"
	Source        = "source"
	Evidence      = "evidence"
	Anchor        = "anchor"
	Contradiction = "contradiction"
	Duplicate     = "duplicate"
	Retired       = "retired"
	Unmerged      = "unmerged"
	Private       = "private"
	Golden        = "golden"
	Deleted       = "deleted"
)

// Rule is one rule with what it wants.
type Rule struct{ ID, Text string }

// Rules lists all rules, in the order in which SARIF numbers them.
func Rules() []Rule {
	return []Rule{
		{Parse, "Every file in items/ and review/ is an item."},
		{Invalid, "Every item keeps the limits of its fields."},
		{Audit, "No item holds a secret, hidden characters or an order to the model that no person approved."},
		{Source, "A fact or decision has a source: evidence, code, a reference, or a person."},
		{Evidence, "Every citation has the form of one: an evidence id, a span and a hash."},
		{Anchor, "The code that an item speaks of is there."},
		{Contradiction, "An item does not contradict an active one without saying so."},
		{Duplicate, "No two active items say the same."},
		{Retired, "No item in force says what was retired, superseded or purged."},
		{Unmerged, "No merge is left open."},
		{Private, "Evidence, ledger, pending writes and indexes are not in git."},
		{Golden, "The store's golden queries get what they must and nothing that they must not."},
		{Deleted, "No item in force loses its file: retiring it leaves a tombstone."},
	}
}

// Finding is one thing that is wrong. Message never holds a secret.
type Finding struct {
	Rule    string `json:"rule"`
	Level   Level  `json:"level"`
	Path    string `json:"path"` // from the top of the repository, else from the store, with slashes
	Line    int    `json:"line"` // 1-based
	Message string `json:"message"`
}

// Sort orders findings by place, then rule and words.
func Sort(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

// Failed reports whether any finding is an error.
func Failed(fs []Finding) bool {
	return slices.ContainsFunc(fs, func(f Finding) bool { return f.Level == Error })
}
