package gates

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
)

// Floors of the suite. Precision is the promise (noise is worse than silence), so its floor is high and holds for every split;
// recall floors only catch a rule that broke: they stand a step below what was reached when they were set (written sessions
// 0.9 and more, public ones 0.38 in the test split, where most facts are said by the agent and few of them with proof beside).
const (
	harvestPrecisionFloor     = 0.90
	harvestWrittenRecallFloor = 0.85
	harvestPublicRecallFloor  = 0.30
)

// HarvestScore counts one group of sessions or one rule.
type HarvestScore struct {
	Sessions  int     `json:"sessions,omitempty"`
	Proposed  int     `json:"proposed"`           // candidates, without those that meet an optional label
	Correct   int     `json:"correct"`            // candidates that meet a label
	Labels    int     `json:"labels,omitempty"`   // facts worth keeping
	Found     int     `json:"found,omitempty"`    // labels that were met
	Optional  int     `json:"optional,omitempty"` // candidates that meet an optional label
	Precision float64 `json:"precision"`          // Correct / Proposed; 1 when nothing was proposed
	Recall    float64 `json:"recall,omitempty"`   // Found / Labels; 1 when nothing was to be found
	Silent    int     `json:"silent,omitempty"`   // sessions with nothing to keep in which nothing was proposed
	Nothing   int     `json:"nothing,omitempty"`  // sessions with nothing to keep
}

// HarvestMiss is one candidate without a label, or one label without a candidate.
type HarvestMiss struct {
	Session string `json:"session"`
	Rule    string `json:"rule,omitempty"`
	Title   string `json:"title"`
	Lines   []int  `json:"lines,omitempty"`
}

// HarvestReport is the measure of the harvest rules.
type HarvestReport struct {
	Groups map[string]HarvestScore `json:"groups"` // dev, test, and each as dev/written, dev/public, ...
	Rules  map[string]HarvestScore `json:"rules"`  // by rule, over all sessions; precision only

	Controls map[string]map[string]HarvestScore `json:"controls"` // by control, then as Groups
	Wrong    []HarvestMiss                      `json:"wrong"`
	Missed   []HarvestMiss                      `json:"missed"`
	Skipped  []string                           `json:"skipped,omitempty"` // sessions whose source is not here, with the reason

	Failures []string `json:"failures,omitempty"` // floors that were not reached; empty is a pass

	rows        []Row            // one for each fact that is worth keeping, and one for each proposal that is not
	controlRows map[string][]Row // the same, by control
}

// row keeps a finding about a session. It tells no more than a hash of what was found.
func (rep *HarvestReport) row(l sessionLabels, what string, wanted, got bool) {
	split, kind, _ := strings.Cut(l.groups()[1], "/")
	rep.rows = append(rep.rows, Row{
		Task: harvestTask, ID: harvestTask + "/" + hashed(l.Source+"/"+what), Category: kind, Split: Split(split), Finding: &FindingRow{wanted, got},
	})
}

// harvestTask names the rows.
const harvestTask = "facts"

// judge compares the groups with the floors.
func (rep *HarvestReport) judge() {
	below := func(group, what string, got, floor float64) {
		if got < floor {
			rep.Failures = append(rep.Failures, fmt.Sprintf("%s: %s %.2f is below %.2f", group, what, got, floor))
		}
	}
	for _, g := range slices.Sorted(maps.Keys(rep.Groups)) {
		s := rep.Groups[g]
		switch {
		case !strings.Contains(g, "/"):
			below(g, "precision", s.Precision, harvestPrecisionFloor)
		case strings.HasSuffix(g, "/written"):
			below(g, "recall", s.Recall, harvestWrittenRecallFloor)
		default:
			below(g, "recall", s.Recall, harvestPublicRecallFloor)
		}
	}
}

// meets reports whether a candidate states the labelled fact: it cites an overlapping line and holds the words.
func (f label) meets(c harvest.Candidate, lines map[string]int) bool {
	if c.Item.Type != "" && !slices.Contains(f.Types, c.Item.Type) { // a control's candidate has none
		return false
	}
	touches := slices.ContainsFunc(c.Item.Evidence, func(e items.Citation) bool {
		n := lines[e.ID]
		return n >= f.Lines[0] && n <= f.Lines[1]
	})
	text := strings.ToLower(c.Item.Title + "\n" + c.Item.Summary + "\n" + c.Item.Body)
	return touches && !slices.ContainsFunc(f.Keywords, func(k string) bool {
		return !slices.ContainsFunc(strings.Split(strings.ToLower(k), "|"), func(a string) bool { return strings.Contains(text, a) })
	})
}

// add matches the candidates of one session with its labels, each at most once, and counts.
func (rep *HarvestReport) add(l sessionLabels, cands []harvest.Candidate, lines map[string]int) {
	used := make([]bool, len(l.Facts))
	sum := HarvestScore{Sessions: 1}
	match := func(c harvest.Candidate, optional bool) bool {
		for i, f := range l.Facts {
			if !used[i] && f.Optional == optional && f.meets(c, lines) {
				used[i] = true
				return true
			}
		}
		return false
	}
	for _, c := range cands {
		rule := rep.Rules[c.Rule]
		switch {
		case match(c, false):
			sum.Correct, rule.Correct = sum.Correct+1, rule.Correct+1
			sum.Proposed, rule.Proposed = sum.Proposed+1, rule.Proposed+1
		case match(c, true):
			sum.Optional, rule.Optional = sum.Optional+1, rule.Optional+1
		default:
			sum.Proposed, rule.Proposed = sum.Proposed+1, rule.Proposed+1
			miss := HarvestMiss{Session: l.Source, Rule: c.Rule, Title: c.Item.Title}
			for _, e := range c.Item.Evidence {
				miss.Lines = append(miss.Lines, lines[e.ID])
			}
			rep.Wrong = append(rep.Wrong, miss)
			rep.row(l, c.Item.Title, false, true)
		}
		rep.Rules[c.Rule] = rule
	}
	for i, f := range l.Facts {
		if f.Optional {
			continue
		}
		sum.Labels++
		rep.row(l, f.What, true, used[i])
		if used[i] {
			sum.Found++
		} else {
			rep.Missed = append(rep.Missed, HarvestMiss{Session: l.Source, Title: f.What, Lines: f.Lines[:]})
		}
	}
	if sum.Labels == 0 {
		sum.Nothing = 1
		if sum.Proposed == 0 {
			sum.Silent = 1
		}
	}
	for _, g := range l.groups() {
		rep.Groups[g] = rep.Groups[g].plus(sum)
	}
	for r, s := range rep.Rules {
		rep.Rules[r] = s.plus(HarvestScore{})
	}
}

// control counts what a control proposes from the sessions of one source.
func (rep *HarvestReport) control(c harvestControl, l sessionLabels, sessions [][]evidence.Record, lines map[string]int) {
	var cands []harvest.Candidate
	for _, recs := range sessions {
		cands = append(cands, c.propose(recs)...)
	}
	one := HarvestReport{Groups: map[string]HarvestScore{}, Rules: map[string]HarvestScore{}}
	one.add(l, cands, lines)
	if rep.Controls == nil {
		rep.Controls, rep.controlRows = map[string]map[string]HarvestScore{}, map[string][]Row{}
	}
	rep.controlRows[c.name] = append(rep.controlRows[c.name], one.rows...)
	if rep.Controls[c.name] == nil {
		rep.Controls[c.name] = map[string]HarvestScore{}
	}
	for g, s := range one.Groups {
		rep.Controls[c.name][g] = rep.Controls[c.name][g].plus(s)
	}
}

// plus adds counts and works out the rates.
func (a HarvestScore) plus(b HarvestScore) HarvestScore {
	s := HarvestScore{
		Sessions: a.Sessions + b.Sessions, Proposed: a.Proposed + b.Proposed, Correct: a.Correct + b.Correct, Labels: a.Labels + b.Labels,
		Found: a.Found + b.Found, Optional: a.Optional + b.Optional, Silent: a.Silent + b.Silent, Nothing: a.Nothing + b.Nothing,
	}
	s.Precision, s.Recall = rate(s.Correct, s.Proposed), rate(s.Found, s.Labels)
	return s
}

func rate(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
