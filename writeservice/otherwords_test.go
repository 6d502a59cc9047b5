package writeservice

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
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

// TestWhatStoodBesideDoesNotOutliveATombstone: another item that says the retired words keeps no tombstone off, whoever wrote it, or put its
// file there. The control is a person who says so afterwards.
func TestWhatStoodBesideDoesNotOutliveATombstone(t *testing.T) {
	beside := items.Item{Type: items.Lesson, Title: "Of uploads", Summary: wordsOne, Project: "shop-api"}
	for name, tt := range map[string]struct {
		put  func(s *Service)
		want Outcome
	}{
		"nothing":               {func(*Service) {}, Rejected},
		"a person's, of before": {func(s *Service) { write(t, s, person, beside) }, Rejected},
		"an agent's": {func(s *Service) {
			it := citing(beside, "0-6", said(t, s, 2)[transcript.User], said(t, s, 3)[transcript.User])
			must(t, Written)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent}))
		}, Rejected},
	} {
		s := wordy(t, 0.95)
		day := s.Now()
		s.Now = func() time.Time { return day }
		ids := said(t, s, 1)
		old := write(t, s, person, claim(wordsOne))
		tt.put(s)
		day = day.Add(time.Hour)
		must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
		r, err := s.Write(t.Context(), Draft{Item: citing(claim(wordsOther), "0-6", ids[transcript.User]), Channel: items.Agent})
		if err != nil || r.Status != tt.want {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}

	s := wordy(t, 0.95)
	old := write(t, s, person, claim(wordsOne))
	must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
	write(t, s, person, claim(wordsOther))
	third := claim("By the archive job temporary uploads are deleted")
	r, err := s.Write(t.Context(), Draft{Item: citing(third, "0-6", said(t, s, 1)[transcript.User]), Channel: items.Agent})
	if err != nil || r.Status == Rejected {
		t.Errorf("said again by a person: %+v, %v", r, err)
	}
}

// TestAPlantedFileOutlivesNoTombstone, whatever it says that it supersedes.
func TestAPlantedFileOutlivesNoTombstone(t *testing.T) {
	for name, words := range map[string]string{"same words": wordsOne, "other words": wordsOther} {
		s := trusting(t)
		s.Meaning = wordy(t, 0.95).Meaning
		s.Near = func(ctx context.Context, _ items.Head, _ int) (near []items.Head, err error) {
			for it, err := range s.Items.All(ctx) {
				if err == nil {
					near = append(near, it.Head())
				}
			}
			return near, nil
		}
		old := write(t, s, person, claim(wordsOne))
		must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
		it := claim(wordsOne)
		it.ID, it.Schema, it.Status, it.Trust, it.Type = plantedID, 1, items.Active, items.Human, items.Lesson
		it.Created, it.Updated, it.Supersedes = s.now(), s.now(), []items.ID{old.ID}
		file, err := it.Encode()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(s.Dir, "items", "2026", string(plantedID)+".md")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := s.Write(t.Context(), Draft{Item: citing(claim(words), "0-6", said(t, s, 1)[transcript.User]), Channel: items.Agent})
		if err != nil || r.Status != Rejected {
			t.Errorf("%s: %+v, %v", name, r, err)
			continue
		}
		mustSay(t, r, string(old.ID))
	}
}

// Items tell time in seconds: what was written in the second of the retirement outlives it no more than what was written before, and what a person
// says again in that second does.
func TestWithinOneSecondATombstoneHolds(t *testing.T) {
	s := wordy(t, 0.95)
	day := s.Now()
	s.Now = func() time.Time { return day }
	ids := said(t, s, 1)
	old := write(t, s, person, claim(wordsOne))
	write(t, s, person, items.Item{Type: items.Lesson, Title: "Of uploads", Summary: wordsOne, Project: "shop-api"})
	must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
	agents := Draft{Item: citing(claim(wordsOther), "0-6", ids[transcript.User]), Channel: items.Agent}
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), agents)), string(old.ID), "in other words")
	again := write(t, s, person, claim(wordsOther))
	if r := must(t, Duplicate)(s.Write(t.Context(), agents)); r.ID != again.ID {
		t.Errorf("the evidence went to %s", r.ID)
	}
}

// What may be the retired claim in other words waits for a person, and says of what it reminds.
func TestWhatMaySayARetiredClaimWaitsForReview(t *testing.T) {
	s := wordy(t, 0.65)
	ids := said(t, s, 1)
	old := write(t, s, person, claim(wordsOne))
	must(t, Written)(s.Retire(t.Context(), old.ID, person, "no more"))
	r := must(t, Candidate)(s.Write(t.Context(), Draft{Item: citing(claim(wordsOther), "0-6", ids[transcript.User]), Channel: items.Agent}))
	mustSay(t, r, "looks like what was retired", string(old.ID), "a person decides")
}
