package writeservice

import (
	"context"
	"testing"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

func TestFactNearInMeaningAloneIsNamedAndBothStand(t *testing.T) {
	s := wordy(t, 0.7)
	first := write(t, s, person, claim("Old migrations are kept for ever"))
	r := write(t, s, person, claim("Migrations get squashed after each release"))
	wantStatus(t, s, first.ID, items.Active, "items/")
	wantStatus(t, s, r.ID, items.Active, "items/")
	mustSay(t, r, "looks like "+string(first.ID), "memory supersede "+string(first.ID))
	if len(r.Near) != 1 || r.Near[0].Relation != compare.Similar || r.Near[0].Done != doneNothing {
		t.Errorf("the receipt names %+v", r.Near)
	}
}

func TestOnlyTheNearestFewAreAskedAndOneIsNamed(t *testing.T) {
	s := wordy(t, 0.7)
	for _, text := range []string{"Backups run at noon", "Alerts page the person on call", "Dashboards live in the wiki", "Invoices are mailed by the finance team", "Tokens rotate monthly"} {
		write(t, s, person, claim(text))
	}
	asked := 0
	s.Meaning.Sentences = func(context.Context, string, string) (float64, bool) { asked++; return 0.7, true }
	r := write(t, s, person, claim("Migrations get squashed after each release"))
	if len(r.Near) != 1 || asked > mostAsked {
		t.Errorf("%d were asked, and the receipt names %+v", asked, r.Near)
	}
}
