package writeservice

import (
	"context"
	"strings"
	"testing"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// wordy is a service whose vectors say of every two words that they are far from each other, and of two sentences how near they are.
func wordy(t *testing.T, nearness float64) *Service {
	s := claims(t)
	s.Meaning = compare.Meaning{
		Words:     func(string, string) float64 { return 0 },
		Sentences: func(context.Context, string, string) (float64, bool) { return nearness, true },
		Cut:       func(run string, _ func(string) bool) []string { return strings.Split(run, "") },
	}
	return s
}

const (
	wordsOne   = "The archive job removes temporary uploads"
	wordsOther = "Temporary uploads are deleted by the archive job"
)

func TestSameFactInOtherWordsAddsItsEvidence(t *testing.T) {
	s := wordy(t, 0.95)
	ids := said(t, s, 2)
	first := write(t, s, agent, citing(claim(wordsOne), "0-6", ids["user"]))
	r := must(t, Duplicate)(s.Write(t.Context(), Draft{Item: citing(claim(wordsOther), "0-6", ids["user"]), Channel: agent.Channel}))
	if r.ID != first.ID {
		t.Errorf("the evidence went to %s, want %s", r.ID, first.ID)
	}
	mustSay(t, r, "says the same in other words")
}

func TestFactThatMayBeTheSameStandsAndIsNamed(t *testing.T) {
	for name, tt := range map[string]struct {
		nearness float64
		who      Actor
	}{
		"not near enough":                      {0.65, person},
		"what a person writes is never merged": {0.95, person},
	} {
		t.Run(name, func(t *testing.T) {
			s := wordy(t, tt.nearness)
			first := write(t, s, person, claim(wordsOne))
			r := write(t, s, tt.who, claim(wordsOther))
			wantStatus(t, s, first.ID, items.Active, "items/")
			wantStatus(t, s, r.ID, items.Active, "items/")
			mustSay(t, r, string(first.ID), "looks like", "both are kept")
			if len(r.Near) != 1 || r.Near[0].Relation != compare.Similar || r.Near[0].Done != doneNothing {
				t.Errorf("the receipt names %+v", r.Near)
			}
		})
	}
}

func TestFarFactsAreNotNamed(t *testing.T) {
	s := wordy(t, 0.2)
	write(t, s, person, claim(wordsOne))
	if r := write(t, s, person, claim(wordsOther)); len(r.Near)+len(r.Reasons) > 0 {
		t.Errorf("%+v %q", r.Near, r.Reasons)
	}
}

func TestImportsAskNoMeaning(t *testing.T) {
	s := wordy(t, 0.95)
	s.Meaning.Sentences = func(context.Context, string, string) (float64, bool) {
		t.Error("a batch asked how near two sentences are")
		return 0, false
	}
	b := s.Batch()
	write(t, b, person, claim(wordsOne))
	write(t, b, person, claim(wordsOther))
}
