package writeservice

import (
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// of is a claim of a project, "" = every project.
func of(project, title string) items.Item {
	it := claim(title)
	it.Project = project
	return it
}

// What was put out of force in one project comes into it through no item that belongs to every project, by whatever door.
func TestAnItemOfEveryProjectIsHeldAgainstTheTombstonesOfEach(t *testing.T) {
	s := claims(t)
	const said = "The port of the billing service is 7070"
	for _, project := range []string{"shop", "blog"} {
		old := write(t, s, person, of(project, said))
		must(t, Written)(s.Retire(t.Context(), old.ID, person, "it moved"))
	}
	kept := write(t, s, person, of("wiki", said)) // not retired there

	d := Draft{Item: of("", said), Channel: items.Agent}
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), d)), "in projects blog, shop", "only a person")
	row := of("", said)
	row.ID, row.Status = "mem-from-elsewhere", items.Active
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row, ImportSkip, Actor{Channel: items.Imported})), "in projects blog, shop")
	mustSay(t, must(t, Rejected)(s.ImportItem(t.Context(), row, ImportSkip, person)), "in projects blog, shop", "memory restore ")
	d = Draft{Item: of("", said), Channel: items.Human}
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), d)), "in projects blog, shop", "--revive")

	other := write(t, s, person, of("", "The billing service has two replicas"))
	mustSay(t, must(t, Rejected)(s.Update(t.Context(), other.ID, person, func(it *items.Item) error { it.Title = said; return nil })), "in projects blog, shop")
	waits := write(t, s, person, of("tmp", said))
	mustSay(t, must(t, Rejected)(s.Update(t.Context(), waits.ID, person, func(it *items.Item) error { it.Project = ""; return nil })), "in projects blog, shop")

	d.Revive = "it moved back"
	r := must(t, Written)(s.Write(t.Context(), d))
	it, _, err := s.Items.Get(t.Context(), r.ID)
	if err != nil || len(it.Supersedes) != 2 || slices.Contains(it.Supersedes, kept.ID) {
		t.Errorf("the revived item supersedes %v, %v", it.Supersedes, err)
	}
}

// A prompt of a project takes an item of every project as one of its own.
func TestATombstoneKeepsAnItemOfEveryProjectOutOfItsProjectAlone(t *testing.T) {
	stone := items.Head{ID: "t", Status: items.Retired, Project: "shop", ClaimKey: "c1"}
	h := items.Head{ID: "a", Status: items.Active, ClaimKey: "c1"}
	for project, want := range map[string]bool{"shop": true, "blog": false, "": false} {
		if _, got := Tombstone(InProject(h, project), heads{stone}); got != want {
			t.Errorf("in project %q: %v", project, got)
		}
	}
	if _, ok := TombstoneAnywhere(h, heads{stone}); !ok {
		t.Error("nobody would name it")
	}
}

// An item of every project and one of a single project that say otherwise both stand, until a person decides.
func TestAnItemOfEveryProjectMeetsThoseOfEach(t *testing.T) {
	s := claims(t)
	all := write(t, s, person, of("", "The API timeout is 30 seconds"))
	for _, c := range []struct {
		project, title string
		meets          bool
	}{
		{"shop", "The API timeout is 60 seconds", true},
		{"blog", "The API timeout is 30 seconds", false}, // the same, and a fact of its own
		{"wiki", "The search index is rebuilt nightly", false},
	} {
		r := write(t, s, person, of(c.project, c.title))
		if named := slices.ContainsFunc(r.Near, func(n Neighbour) bool { return n.ID == all.ID && n.Done == doneDisputed }); named != c.meets {
			t.Errorf("%s, %q: near %+v", c.project, c.title, r.Near)
		}
		it, _, err := s.Items.Get(t.Context(), r.ID)
		if err != nil || it.Status != items.Active || len(it.Supersedes) > 0 {
			t.Errorf("%q is %s and supersedes %v, %v", c.title, it.Status, it.Supersedes, err)
		}
		mustSay(t, must(t, Rejected)(s.Choose(t.Context(), r.ID, []items.ID{r.ID, all.ID}, false, person)), "belongs to every project")
	}
	if it, _, err := s.Items.Get(t.Context(), all.ID); err != nil || it.Status != items.Active {
		t.Errorf("the one of every project is %s, %v", it.Status, err)
	}
}
