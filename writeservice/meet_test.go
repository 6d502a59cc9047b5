package writeservice

import (
	"context"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// claims is a service that compares with every live item, as a small store's projections would answer.
func claims(t *testing.T) *Service {
	s := newService(t)
	s.Near = func(ctx context.Context, h items.Head, _ int) (near []items.Head, err error) {
		for it, err := range s.Items.All(ctx) {
			if err == nil && together(it.Project, h.Project) {
				near = append(near, it.Head())
			}
		}
		return near, nil
	}
	return s
}

func claim(text string) items.Item {
	return items.Item{Type: items.Fact, Title: text, Project: "shop-api"}
}

func TestCorrectedValueReplacesTheOldOneAndSaysSo(t *testing.T) {
	s := claims(t)
	old := write(t, s, person, claim("The API timeout is 30 seconds"))
	new := write(t, s, person, claim("The API timeout is 60 seconds"))
	wantStatus(t, s, old.ID, items.Superseded, "items/")
	wantStatus(t, s, new.ID, items.Active, "items/")
	mustSay(t, new, string(old.ID), "30 seconds", "60 seconds", "memory undo")
	if len(new.Near) != 1 || new.Near[0].ID != old.ID || new.Near[0].Done != doneReplaced {
		t.Errorf("the receipt names %+v", new.Near)
	}
}

// The history of an item names the file that was written, with what its neighbours added to it.
func TestTheLedgerNamesTheFileThatReplacesAnother(t *testing.T) {
	s := claims(t)
	write(t, s, person, claim("The API timeout is 30 seconds"))
	r := write(t, s, person, claim("The API timeout is 60 seconds"))
	if len(get(t, s, r.ID).Supersedes) != 1 {
		t.Fatal("the second replaces nothing", r.Reasons)
	}
	events, err := s.History(t.Context(), r.ID)
	if err != nil || len(events) == 0 {
		t.Fatal(events, err)
	}
	if want := get(t, s, r.ID).sha; events[0].After != want {
		t.Errorf("the ledger has the hash %s, the file %s", events[0].After, want)
	}
}

func TestCorrectionWithoutEqualStandingIsProposed(t *testing.T) {
	rec := func(s *Service) items.Item { return claim("The API timeout is 60 seconds") }
	for name, tt := range map[string]struct {
		who    Actor
		change func(*items.Item)
	}{
		"less trust":   {agent, func(*items.Item) {}},
		"another type": {person, func(it *items.Item) { it.Type = items.Decision }},
		"one branch":   {person, func(it *items.Item) { it.Valid.Branch = "next" }},
	} {
		t.Run(name, func(t *testing.T) {
			s := claims(t)
			old := write(t, s, person, claim("The API timeout is 30 seconds"))
			it := rec(s)
			tt.change(&it)
			if tt.who == agent {
				it = citing(it, "0-6", said(t, s, 1)["user"])
			}
			r := must(t, Candidate)(s.Write(t.Context(), Draft{Item: it, Channel: tt.who.Channel}))
			wantStatus(t, s, old.ID, items.Active, "items/")
			mustSay(t, r, string(old.ID), "a person must approve it")
			must(t, Written)(s.Approve(t.Context(), r.ID, person))
			wantStatus(t, s, old.ID, items.Superseded, "items/")
		})
	}
}

func TestOtherSubjectsScopesAndProjectsLeaveEachOtherAlone(t *testing.T) {
	s := claims(t)
	first := write(t, s, person, claim("Service A is on port 8080"))
	write(t, s, person, claim("Service B is on port 8080"))
	write(t, s, person, claim("Service B is on port 9090 in staging"))
	elsewhere := claim("Service A is on port 7070")
	elsewhere.Project = "billing"
	write(t, s, person, elsewhere)
	branch := claim("Service C is on port 7071")
	branch.Valid.Branch = "a"
	other := claim("Service C is on port 7072")
	other.Valid.Branch = "b"
	s.Near = nil
	write(t, s, person, branch)
	write(t, s, person, other)
	wantStatus(t, s, first.ID, items.Active, "items/")
	for path, file := range files(t, s) {
		if !strings.Contains(file, "status: active") {
			t.Errorf("%s is not in force:\n%s", path, file)
		}
	}
}

func TestContradictionStandsBesideTheOlderOneAndIsNamed(t *testing.T) {
	s := claims(t)
	old := write(t, s, person, claim("Never deploy on Friday"))
	r := write(t, s, person, claim("Always deploy on Friday"))
	wantStatus(t, s, old.ID, items.Active, "items/")
	mustSay(t, r, string(old.ID), "contradiction", "memory conflicts")
	if got := get(t, s, r.ID).Contradicts; len(got) != 1 || got[0] != old.ID {
		t.Errorf("contradicts %v", got)
	}
}

func TestTheSameInOtherWordsStrengthensTheItem(t *testing.T) {
	s := claims(t)
	rec := said(t, s, 1)
	old := write(t, s, person, claim("The API timeout is 30 seconds"))
	r := must(t, Duplicate)(s.Write(t.Context(), Draft{Item: citing(claim("The timeout of the API is 30 s"), "0-6", rec["user"]), Channel: items.Agent}))
	if r.ID != old.ID || r.Added != 1 || len(get(t, s, old.ID).Evidence) != 1 {
		t.Errorf("receipt %+v", r)
	}
	more := claim("The timeout of the API is 30 s")
	more.Body = "Because the upstream answers slowly."
	if r := write(t, s, person, more); r.ID == old.ID {
		t.Error("a body that says more was lost")
	}
}
