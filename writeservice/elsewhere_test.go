package writeservice

import (
	"testing"

	"github.com/factline/memory/items"
)

// What a person approved in another store of his waits here no more; other claims, other projects and what is in force stay.
func TestWhatWasApprovedElsewhereIsPutAwayHereAndNothingElse(t *testing.T) {
	s := claims(t)
	same := propose(t, s, claim("The orders service listens on port 8080")).ID
	other := propose(t, s, claim("The billing service listens on port 8081")).ID
	foreign := claim("The orders service listens on port 8080")
	foreign.Project = "another"
	far := propose(t, s, foreign).ID
	there := claim("The orders service listens on port 8080")
	there.ID, there.Status = "mem-20261129-elsewhere-aaaaaaaa", items.Active
	done, err := s.PutAwaySettled(t.Context(), there, person)
	if err != nil || len(done) != 1 || done[0].ID != same {
		t.Fatalf("%+v, %v", done, err)
	}
	if _, _, err := s.Items.Get(t.Context(), same); err == nil {
		t.Error("the candidate is still there")
	}
	wantStatus(t, s, other, items.Proposed, "review/")
	wantStatus(t, s, far, items.Proposed, "review/")
	must(t, Written)(s.Undo(t.Context(), done[0].Receipt, person))
	wantStatus(t, s, same, items.Proposed, "review/")
	active := write(t, s, person, claim("Deploys run nightly")).ID
	there.Title = "Deploys run nightly"
	if done, err := s.PutAwaySettled(t.Context(), there, person); err != nil || len(done) != 0 {
		t.Errorf("%+v, %v", done, err)
	}
	wantStatus(t, s, active, items.Active, "items/")
}
