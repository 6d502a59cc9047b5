package gates

import (
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// harvestControl is what a few lines of code would propose instead of the rules. Its candidates have no type, and a label takes them
// whatever type it wants.
type harvestControl struct {
	name  string
	takes func(r evidence.Record, line string) bool
}

// harvestControls stand beside the rules on the same sessions.
func harvestControls() []harvestControl {
	person := func(r evidence.Record) bool { return r.Role == transcript.User && r.Channel == transcript.FromUser }
	return []harvestControl{
		{"nothing", func(evidence.Record, string) bool { return false }},
		{"every line of a person", func(r evidence.Record, _ string) bool { return person(r) }},
		{"a person's lines with a keyword", func(r evidence.Record, line string) bool { return person(r) && hasKeyword(line) }},
		{"anyone's lines with a keyword", func(_ evidence.Record, line string) bool { return hasKeyword(line) }},
	}
}

// harvestKeywords are the words that a first attempt at harvesting looks for.
var harvestKeywords = []string{
	"always", "never", "prefer", "decided", "decision", "remember", "instead of", "root cause", "the fix", "don't use", "do not use", "must",
	"总是", "不要", "决定", "记住", "必须", "原因",
}

func hasKeyword(line string) bool {
	line = strings.ToLower(line)
	for _, k := range harvestKeywords {
		if strings.Contains(line, k) {
			return true
		}
	}
	return false
}

// propose makes a candidate of each line that the control takes.
func (c harvestControl) propose(recs []evidence.Record) (out []harvest.Candidate) {
	for _, r := range recs {
		for line := range strings.Lines(r.Text) {
			line = strings.TrimSpace(line)
			if line != "" && c.takes(r, line) {
				out = append(out, harvest.Candidate{Item: items.Item{Summary: line, Evidence: []items.Citation{{ID: string(r.ID)}}}})
			}
		}
	}
	return out
}
