package writeservice

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

func TestSupersedeLinksTheNewAndBuriesTheOld(t *testing.T) {
	s := newService(t)
	old := write(t, s, person, fact("Offset pagination", "Lists page by offset."))
	with := write(t, s, person, fact("Cursor pagination", "Lists page by cursor."))
	must(t, Written)(s.Supersede(t.Context(), old.ID, with.ID, person))
	wantStatus(t, s, old.ID, items.Superseded, "items/")
	if got := get(t, s, with.ID).Supersedes; !slices.Equal(got, []items.ID{old.ID}) {
		t.Errorf("supersedes %v", got)
	}
	wantUntouched(t, s, func() {
		if r := must(t, Written)(s.Supersede(t.Context(), old.ID, with.ID, person)); !r.Unchanged {
			t.Errorf("a second time: %+v", r)
		}
	})
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: fact("Paging", "Lists page by offset."), Channel: items.Human})), string(old.ID))
}

func TestWriteOfAnItemThatSupersedesAnother(t *testing.T) {
	s := newService(t)
	old := write(t, s, person, fact("Cursor pagination", "Lists page by cursor."))
	it := fact("Cursor pagination", "Lists page by cursor.") // the same claim, told better
	it.Body, it.Supersedes = "With the reason.", []items.ID{old.ID}
	r := write(t, s, person, it)
	wantStatus(t, s, old.ID, items.Superseded, "items/")
	// An agent's proposal changes nothing before a person approves it.
	it = fact("Keyset pagination", "Lists page by keyset.")
	it.Supersedes = []items.ID{r.ID}
	c := must(t, Candidate)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent}))
	wantStatus(t, s, r.ID, items.Active, "items/")
	must(t, Written)(s.Approve(t.Context(), c.ID, person))
	wantStatus(t, s, r.ID, items.Superseded, "items/")
	it = fact("A third", "Number three.")
	it.Supersedes = []items.ID{"mem-none"}
	mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: it, Channel: items.Human})), "does not exist")
}

func TestSupersessionIsRefused(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	a := write(t, s, person, fact("A", "Claim a."))
	b := write(t, s, person, fact("B", "Claim b."))
	c := write(t, s, person, fact("C", "Claim c."))
	must(t, Written)(s.Link(t.Context(), b.ID, a.ID, Supersedes, person))
	must(t, Written)(s.Supersede(t.Context(), b.ID, c.ID, person))
	far := fact("Far", "Of another project.")
	far.Project = "web"
	elsewhere := write(t, s, person, far)
	byAgent := write(t, s, agent, citing(fact("D", "Claim d."), "0-6", rec[transcript.User]))
	candidate := propose(t, s, citing(fact("E", "Claim e."), "0-6", rec[transcript.Assistant]))
	// A circle over two items can only come from files that were edited by hand.
	handMade := get(t, s, a.ID).Item
	handMade.Status, handMade.Supersedes = items.Active, []items.ID{c.ID}
	overwrite(t, s, handMade)
	for _, tt := range []struct {
		name      string
		old, with items.ID
		who       Actor
		says      string
	}{
		{"itself", c.ID, c.ID, person, "itself"},
		{"a circle", a.ID, c.ID, person, "each other"},
		{"another project", elsewhere.ID, c.ID, person, "across projects"},
		{"an agent over projects", elsewhere.ID, byAgent.ID, Actor{Channel: items.Agent, AcrossProjects: true}, "across projects"},
		{"an agent replaces a person's item", c.ID, byAgent.ID, agent, "candidate"},
		{"with a superseded one", c.ID, b.ID, person, "only an active item"},
		{"a candidate", candidate.ID, c.ID, person, "review"},
		{"with nothing there", "mem-none", c.ID, person, "does not exist"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantUntouched(t, s, func() { mustSay(t, must(t, Rejected)(s.Supersede(t.Context(), tt.old, tt.with, tt.who)), tt.says) })
		})
	}
	across := person
	across.AcrossProjects = true
	must(t, Written)(s.Supersede(t.Context(), elsewhere.ID, c.ID, across))
}

// overwrite puts an item into its file as a person with an editor would.
func overwrite(t *testing.T, s *Service, it items.Item) {
	t.Helper()
	b, err := it.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir, get(t, s, it.ID).file.Path), b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLifeOfAnItem(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	must(t, Written)(s.Archive(t.Context(), r.ID, person))
	wantStatus(t, s, r.ID, items.Archived, "items/")
	must(t, Written)(s.Restore(t.Context(), r.ID, person, ""))
	wantStatus(t, s, r.ID, items.Active, "items/")
	must(t, Written)(s.Retire(t.Context(), r.ID, person, "moved"))
	mustSay(t, must(t, Rejected)(s.Restore(t.Context(), r.ID, person, "")), "reason")
	mustSay(t, must(t, Rejected)(s.Restore(t.Context(), r.ID, agent, "because")), "person")
	mustSay(t, must(t, Rejected)(s.Archive(t.Context(), r.ID, person)), "memory restore")
	must(t, Written)(s.Restore(t.Context(), r.ID, person, "moved back"))
	wantStatus(t, s, r.ID, items.Active, "items/")
	before := files(t, s)

	del := must(t, Written)(s.Delete(t.Context(), r.ID, person))
	if copied, err := os.ReadFile(filepath.Join(s.Dir, del.Path)); err != nil || string(copied) != before[r.Path] || !strings.HasPrefix(del.Path, "undo/") {
		t.Errorf("undo copy %s: %v", del.Path, err)
	}
	if _, err := s.Delete(t.Context(), r.ID, person); !errors.Is(err, items.ErrNotFound) {
		t.Errorf("second delete: %v", err)
	}
	must(t, Written)(s.Restore(t.Context(), r.ID, person, ""))
	if after := files(t, s); !maps.Equal(before, after) {
		t.Errorf("restored\n%v\nwant\n%v", after, before)
	}
	if _, err := s.Restore(t.Context(), "mem-none", person, ""); !errors.Is(err, items.ErrNotFound) {
		t.Errorf("restore of nothing: %v", err)
	}
}

func TestRestoredItemIsNoLongerSuperseded(t *testing.T) {
	s := newService(t)
	old := write(t, s, person, fact("Offset pagination", "Lists page by offset."))
	with := write(t, s, person, fact("Cursor pagination", "Lists page by cursor."))
	must(t, Written)(s.Supersede(t.Context(), old.ID, with.ID, person))
	must(t, Written)(s.Restore(t.Context(), old.ID, person, "both are in use"))
	wantStatus(t, s, old.ID, items.Active, "items/")
	if got := get(t, s, with.ID).Supersedes; len(got) > 0 {
		t.Errorf("still supersedes %v", got)
	}
	if done, err := s.Repair(t.Context()); err != nil || len(done) > 0 {
		t.Errorf("repair did %q, %v", done, err)
	}
	must(t, Written)(s.Supersede(t.Context(), old.ID, with.ID, person))
	must(t, Written)(s.Unlink(t.Context(), with.ID, old.ID, Supersedes, person))
	wantStatus(t, s, old.ID, items.Active, "items/")
}

func TestArchivedItemDoesNotComeBackBesideItsTwin(t *testing.T) {
	s := newService(t)
	old := write(t, s, person, fact("Ports", "The API listens on 8080."))
	must(t, Written)(s.Archive(t.Context(), old.ID, person))
	twin := write(t, s, person, fact("Ports", "The API listens on 8080."))
	wantUntouched(t, s, func() {
		mustSay(t, must(t, Rejected)(s.Restore(t.Context(), old.ID, person, "")), string(twin.ID))
	})
}

func TestLinks(t *testing.T) {
	s := newService(t)
	a := write(t, s, person, fact("A", "Claim a."))
	b := write(t, s, person, fact("B", "Claim b."))
	for _, kind := range []LinkKind{Refs, Contradicts, Related} {
		before := files(t, s)
		must(t, Written)(s.Link(t.Context(), a.ID, b.ID, kind, person))
		it := get(t, s, a.ID).Item
		if got := *kind.list(&it); !slices.Equal(got, []items.ID{b.ID}) {
			t.Errorf("%s: %v", kind, got)
		}
		if back := get(t, s, b.ID).Refs.Items; (kind == Related) != slices.Equal(back, []items.ID{a.ID}) {
			t.Errorf("%s: back link %v", kind, back)
		}
		if r := must(t, Written)(s.Link(t.Context(), a.ID, b.ID, kind, person)); !r.Unchanged {
			t.Errorf("%s a second time: %+v", kind, r)
		}
		must(t, Written)(s.Unlink(t.Context(), a.ID, b.ID, kind, person))
		if after := files(t, s); !maps.Equal(before, after) {
			t.Errorf("%s: unlink left\n%v\nwant\n%v", kind, after, before)
		}
	}
	mustSay(t, must(t, Rejected)(s.Link(t.Context(), a.ID, a.ID, Refs, person)), "itself")
	mustSay(t, must(t, Rejected)(s.Link(t.Context(), a.ID, b.ID, "likes", person)), "kind")
	mustSay(t, must(t, Rejected)(s.Link(t.Context(), a.ID, b.ID, Refs, agent)), "person")
	if _, err := s.Link(t.Context(), a.ID, "mem-none", Refs, person); !errors.Is(err, items.ErrNotFound) {
		t.Errorf("link to nothing: %v", err)
	}
}

func history(t testing.TB, s *Service, id items.ID) []Event {
	t.Helper()
	events, err := s.History(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestHistoryTellsWhatHappenedToAnItem(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", rec[transcript.User]))
	must(t, Written)(s.Approve(t.Context(), c.ID, person))
	events := history(t, s, c.ID)
	if last := events[len(events)-1]; last.After != get(t, s, c.ID).sha || last.Before != events[0].After || last.Before == "" {
		t.Errorf("hashes of the file: written %s, approved %s -> %s, on disk %s", events[0].After, last.Before, last.After, get(t, s, c.ID).sha)
	}
	with := write(t, s, person, fact("Keyset", "Lists page by keyset."))
	must(t, Written)(s.Supersede(t.Context(), c.ID, with.ID, person))
	var got []string
	for _, e := range history(t, s, c.ID) {
		got = append(got, e.Op+" "+e.Status+" "+e.From+">"+e.To+" "+string(e.Channel))
	}
	want := []string{"write proposed >proposed agent", "supersede written > human", "approve written proposed>active human"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("history %q, want %q", got, want)
	}
	if text := tree(t, s.Ledger.Dir); strings.Contains(text, "Lists page by") {
		t.Error("the ledger holds the text of an item")
	}
}

// What differs is shown in a receipt as far as a reader needs it: the texts may be of any length.
func TestAReceiptShowsOfADifferenceNoMoreThanALine(t *testing.T) {
	var r Receipt
	long := strings.Repeat("words of a long claim ", 200)
	r.say(Neighbour{ID: "mem-a", Relation: "update", Old: long, New: "short", Done: doneDisputed})
	if n := len([]rune(r.Near[0].Old)); n > maxDiffer || r.Near[0].New != "short" || len([]rune(r.Reasons[0])) > 2*maxDiffer+120 {
		t.Errorf("%d characters: %+v", n, r)
	}
}
