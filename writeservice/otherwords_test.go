package writeservice

import (
	"context"
	"testing"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// The same fact with other articles and with its clauses turned round: of these the form key knows. Other words only compare does.
const (
	retiredWords  = "The worker retries failed jobs, a dead letter queue keeps the rest"
	otherArticles = "Worker retries the failed jobs, the dead letter queue keeps rest"
	turnedRound   = "A dead letter queue keeps the rest; the worker retries failed jobs."
)

func TestCandidateOfBeforeDoesNotOutliveARetirementInOtherWords(t *testing.T) {
	for name, two := range map[string][2]string{
		"articles": {retiredWords, otherArticles}, "clauses": {retiredWords, turnedRound}, "words": {wordsOne, wordsOther},
	} {
		t.Run(name, func(t *testing.T) {
			s := wordy(t, 0.95)
			old := write(t, s, person, claim(two[0]))
			c := waiting(t, s, two[1])
			must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
			r := must(t, Rejected)(s.Approve(t.Context(), c, person))
			mustSay(t, r, string(old.ID), "the same claim", "--revive")
			wantStatus(t, s, c, items.Proposed, "review/")
			reviving := person
			reviving.Revive = "it is so again"
			mustSay(t, must(t, Written)(s.Approve(t.Context(), c, reviving)), "revives "+string(old.ID))
		})
	}
}

// waiting is a candidate with words that a write would have known again.
func waiting(t *testing.T, s *Service, words string) items.ID {
	t.Helper()
	id := propose(t, s, claim("Something else")).ID
	must(t, Candidate)(s.Update(t.Context(), id, person, func(it *items.Item) error { it.Title = words; return nil }))
	return id
}

func TestPurgedFactIsKnownByItsFormAtEveryDoor(t *testing.T) {
	for name, words := range map[string]string{"articles": otherArticles, "clauses": turnedRound} {
		t.Run(name, func(t *testing.T) {
			s := claims(t)
			old := write(t, s, person, claim(retiredWords))
			stone := purged(t, s, old.ID)
			mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: claim(words), Channel: items.Agent, Propose: true})), stone)
			mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: claim(words), Channel: items.Human})), stone, "--revive")
			row := claim(words)
			row.ID = "mem-from-elsewhere"
			mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row, ImportSkip, Actor{Channel: items.Imported})), stone)

			row = claim("What was purged gave its name to this") // a key of words does not know it
			row.ID = old.ID
			mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row, ImportSkip, Actor{Channel: items.Imported})), stone, "of this id")

			s = claims(t)
			old = write(t, s, person, claim(retiredWords))
			c := waiting(t, s, words)
			stone = purged(t, s, old.ID)
			mustSay(t, must(t, Rejected)(s.Approve(t.Context(), c, person)), stone, "--revive")
		})
	}
}

func purged(t *testing.T, s *Service, id items.ID) (stone string) {
	t.Helper()
	job, no, err := s.PlanPurge(t.Context(), id, person)
	if err != nil || no != "" {
		t.Fatal(no, err)
	}
	if _, err := s.PurgeItem(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	return string(job.Stone)
}

func TestNobodyButAPersonSaysInOtherWordsWhatWasRetired(t *testing.T) {
	s := wordy(t, 0.95)
	ids := said(t, s, 2)
	old := write(t, s, person, claim(wordsOne))
	must(t, Written)(s.Retire(t.Context(), old.ID, person, "we do now"))
	for name, propose := range map[string]bool{"agent": false, "harvest": true} {
		r, err := s.Write(t.Context(), Draft{Item: citing(claim(wordsOther), "0-6", ids["user"]), Channel: items.Agent, Propose: propose})
		if err != nil || r.Status != Rejected {
			t.Fatalf("%s: %+v, %v", name, r, err)
		}
		mustSay(t, r, string(old.ID), "in other words")
	}
	row := claim(wordsOther)
	row.ID = "mem-from-elsewhere"
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row, ImportSkip, Actor{Channel: items.Imported})), string(old.ID), "in other words")

	r := write(t, s, person, claim(wordsOther))
	mustSay(t, r, "says in other words what was retired on "+s.Now().UTC().Format(time.DateOnly)+" ("+string(old.ID)+")", "memory undo")
	if len(r.Near) != 1 || r.Near[0] != (Neighbour{ID: old.ID, Relation: compare.Same, Done: doneAgain}) {
		t.Errorf("the receipt names %+v", r.Near)
	}
	// Now that a person says so, others may.
	again := must(t, Duplicate)(s.Write(t.Context(), Draft{Item: citing(claim(wordsOther), "0-6", ids["user"]), Channel: items.Agent, Propose: true}))
	if again.ID != r.ID {
		t.Errorf("the evidence went to %s", again.ID)
	}
}

func TestWhatATombstoneDoesNotSayStands(t *testing.T) {
	s := claims(t)
	ids := said(t, s, 2)
	old := write(t, s, person, claim("The orders service listens on port 8080"))
	must(t, Written)(s.Retire(t.Context(), old.ID, person, ""))
	for _, other := range []string{"The orders service listens on port 9090", "The billing service listens on port 8080", "The orders service no longer listens on port 8080"} {
		r := must(t, Written)(s.Write(t.Context(), Draft{Item: citing(claim(other), "0-6", ids["user"]), Channel: items.Agent}))
		for _, n := range r.Near {
			if n.ID == old.ID {
				t.Errorf("%q: %+v", other, r)
			}
		}
	}
}

// A person's edit is in his own words: it stands, and he is told.
func TestEditIntoOtherWordsOfATombstoneIsNamed(t *testing.T) {
	s := wordy(t, 0.95)
	old := write(t, s, person, claim(wordsOne))
	must(t, Written)(s.Retire(t.Context(), old.ID, person, ""))
	it := write(t, s, person, claim("Deploys run nightly"))
	r := must(t, Written)(s.Update(context.Background(), it.ID, person, func(it *items.Item) error { it.Title = wordsOther; return nil }))
	mustSay(t, r, string(old.ID), "says in other words what was retired on", "memory undo")
}
