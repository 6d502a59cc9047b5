// Package harvest reads the evidence of a session and proposes what is worth remembering, by rules, in English and Chinese,
// without a language model. It is pure: records in, candidates out; no clock, no files. Precision comes first: noise is worse
// than silence. It never reads tool output, file content or web text for statements, only for the error line that a fix is
// about. Its neighbours are evidence, whose records it cites, and the hub, which turns candidates into review files.
//
// Every rule stands in its own file. The words of a person are taken apart in words.go and sentence.go, what no rule may take
// is in refuse.go, and what all rules make of a find (title, body, citations) is in finding.go.
package harvest

import (
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// Candidate is one proposed fact with the spans that carry it.
type Candidate struct {
	Item  items.Item // Type, Title, Summary, Body, Tags, Confidence, Project, Agent, Refs.Files, Evidence are set
	Rule  string     // which rule found it: decision, correction, preference, remember, fix, environment, handoff, answer
	Score float64    // 0..1, for the cap per session
}

// MaxPerSession caps what one session may propose.
const MaxPerSession = 10

// Names of the rules, as in Candidate.Rule.
const (
	RuleDecision    = "decision"
	RuleCorrection  = "correction"
	RulePreference  = "preference"
	RuleRemember    = "remember"
	RuleFix         = "fix"
	RuleEnvironment = "environment"
	RuleHandoff     = "handoff"
	RuleAnswer      = "answer"
)

// Session finds the candidates of one session's records (in Seq order), best first, at most MaxPerSession. The same fact said
// twice is one candidate with two citations. The same records give the same candidates.
func Session(records []evidence.Record) []Candidate {
	s := readSession(records)
	var found []finding
	found = append(found, statements(s)...)
	found = append(found, proposals(s)...)
	found = append(found, answers(s)...)
	found = append(found, fixes(s)...)
	found = append(found, environment(s)...)
	found = append(found, explained(s)...)
	found = append(found, limits(s)...)
	found = append(found, outdated(s)...)
	found = append(found, handoff(s)...)
	return rank(candidates(found))
}
