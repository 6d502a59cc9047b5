package writeservice

import (
	"testing"

	"github.com/factline/memory/items"
)

func under(title, body string) items.Item {
	return items.Item{Type: items.Fact, Title: title, Body: body, Project: "shop-api"}
}

func TestAFactWrittenBelowItsTitleIsCorrected(t *testing.T) {
	s := claims(t)
	old := write(t, s, person, under("Deploy day", "We deploy on Tuesdays."))
	new := write(t, s, person, under("Deploy days", "We deploy on Fridays."))
	wantStatus(t, s, old.ID, items.Superseded, "items/")
	wantStatus(t, s, new.ID, items.Active, "items/")
	mustSay(t, new, string(old.ID), "memory undo")
	denied := write(t, s, person, under("Deploying", "We never deploy on Fridays."))
	mustSay(t, denied, string(new.ID), "memory conflicts")
}

func TestARetiredValueDoesNotStandAgainstAnotherOneOfItsTitle(t *testing.T) {
	s := claims(t)
	old := write(t, s, person, under("Deploy day", "We deploy on Tuesdays."))
	if r, err := s.Retire(t.Context(), old.ID, person, "wrong"); err != nil || r.Status == Rejected {
		t.Fatal(r, err)
	}
	if r, err := s.Write(t.Context(), Draft{Item: under("Deploy day", "WE DEPLOY ON TUESDAYS"), Channel: items.Human}); err != nil || r.Status != Rejected {
		t.Errorf("the retired value came back: %+v, %v", r, err)
	}
	write(t, s, person, under("Deploy day", "We deploy on Fridays."))
}
