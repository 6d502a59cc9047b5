// Package harvest reads the evidence of a session and proposes what is worth remembering, by rules, in English and Chinese,
// without a language model. It is pure: records in, candidates out. Precision comes first: noise is worse than silence.
package harvest

import (
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// Candidate is one proposed fact with the spans that carry it.
type Candidate struct {
	Item  items.Item // Type, Title, Summary, Body, Tags, Confidence, Project, Refs.Files, Evidence are set
	Rule  string     // which rule found it: decision, correction, preference, remember, fix, environment, handoff
	Score float64    // 0..1, for the cap per session
}

// MaxPerSession caps what one session may propose.
const MaxPerSession = 10

// Session finds the candidates of one session's records (in Seq order), best first, at most MaxPerSession.
func Session(records []evidence.Record) []Candidate { return nil }
