package writeservice

import (
	"context"
	"testing"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

func TestWhatComesOfAGuess(t *testing.T) {
	older := items.Head{ID: "mem-1", Type: items.Fact, Trust: items.Human}
	cited := items.Item{Evidence: []items.Citation{{}}}
	same := compare.Guess{Relation: compare.Same, Odds: 0.9, Firm: true}
	for name, tt := range map[string]struct {
		guess   compare.Guess
		it      items.Item
		trust   items.Trust
		old     items.Head
		same    bool
		propose int
		dispute int
		named   int
	}{
		"an agent's fact that cites where it was said":     {guess: same, it: cited, trust: items.Agent, old: older, same: true},
		"one that cites nothing, whose words would vanish": {guess: same, trust: items.Agent, old: older, named: 1},
		"what a person writes is never merged":             {guess: same, it: cited, trust: items.Human, old: older, named: 1},
		"not likely enough":                                {guess: compare.Guess{Relation: compare.Same, Odds: 0.6}, it: cited, trust: items.Agent, old: older, named: 1},
		"a correction is a case":                           {guess: compare.Guess{Relation: compare.Update, Firm: true}, trust: items.Human, old: older, dispute: 1},
		"a contradiction is a case":                        {guess: compare.Guess{Relation: compare.Contradiction, Firm: true}, trust: items.Human, old: older, dispute: 1},
		"one by somebody who is trusted less waits":        {guess: compare.Guess{Relation: compare.Update, Firm: true}, trust: items.Agent, old: older, propose: 1},
		"beside a candidate it is only named": {guess: compare.Guess{Relation: compare.Update, Firm: true}, trust: items.Human,
			old: items.Head{ID: "mem-1", Type: items.Fact, Trust: items.Human, Candidate: true}, named: 1},
	} {
		t.Run(name, func(t *testing.T) {
			var m met
			m.guessed(tt.guess, tt.it, items.Head{ID: "mem-2", Type: items.Fact, Trust: tt.trust}, tt.old)
			if (m.same.ID != "") != tt.same || len(m.propose) != tt.propose || len(m.dispute) != tt.dispute || len(m.similar) != tt.named || len(m.replace) > 0 {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestOnlyTheNearestFewAreAsked(t *testing.T) {
	s := wordy(t, 0.7)
	for _, text := range []string{"Backups run at noon", "Alerts page the person on call", "Dashboards live in the wiki", "Invoices are mailed by the finance team", "Tokens rotate monthly"} {
		write(t, s, person, claim(text))
	}
	asked := 0
	s.Meaning.Sentences = func(context.Context, string, string) (float64, bool) { asked++; return 0.1, true }
	s.Meaning.Pieces = func(context.Context, string) [][]float32 { return nil }
	s.Meaning.English = func(string) []string { return nil }
	r := write(t, s, person, claim("Migrations get squashed after each release"))
	if len(r.Near) > 0 || asked != mostAsked {
		t.Errorf("%d were asked, and the receipt names %+v", asked, r.Near)
	}
}
