package writeservice

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// wantUntouched fails if op changes any item file.
func wantUntouched(t *testing.T, s *Service, op func()) {
	t.Helper()
	before := files(t, s)
	op()
	if after := files(t, s); !maps.Equal(before, after) {
		t.Errorf("files changed from\n%v\nto\n%v", before, after)
	}
}

func TestUpdateChangesOnlyWhatItIsAskedTo(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	before := files(t, s)[r.Path]
	s.Now = func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }
	got := must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error {
		it.Summary = "The API listens on 9090."
		return nil
	}))
	after := files(t, s)[r.Path]
	want := strings.ReplaceAll(strings.Replace(before, "8080", "9090", 1), "updated: 2026-11-29T10:15:00Z", "updated: 2026-12-01T00:00:00Z")
	if after != want || got.Unchanged {
		t.Errorf("file is\n%s\nwant\n%s", after, want)
	}
}

func TestUnchangedUpdateTouchesNoFileAndNoLedger(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	lines := len(history(t, s, r.ID))
	wantUntouched(t, s, func() {
		got := must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error {
			it.Title = "Ports"
			return nil
		}))
		if !got.Unchanged {
			t.Errorf("receipt %+v", got)
		}
	})
	if got := len(history(t, s, r.ID)); got != lines {
		t.Errorf("%d events, had %d", got, lines)
	}
}

func TestUpdateIsRefusedWithAWayOut(t *testing.T) {
	s := newService(t)
	other := write(t, s, person, fact("Other", "Something else."))
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	gone := write(t, s, person, fact("Gone", "This was true once."))
	must(t, Written)(s.Retire(t.Context(), gone.ID, person, "not true"))
	for _, tt := range []struct {
		name   string
		who    Actor
		change func(*items.Item)
		says   string
	}{
		{"an agent changes a person's item", agent, func(it *items.Item) { it.Summary = "x y" }, "memory write"},
		{"status", person, func(it *items.Item) { it.Status = items.Retired }, "retire"},
		{"review", person, func(it *items.Item) { it.Review.Verdict = "approved" }, "memory review"},
		{"supersedes", person, func(it *items.Item) { it.Supersedes = []items.ID{other.ID} }, "memory supersede"},
		{"id", person, func(it *items.Item) { it.ID = "mem-x" }, "cannot be changed"},
		{"created", person, func(it *items.Item) { it.Created = it.Created.Add(time.Hour) }, "cannot be changed"},
		{"invalid", person, func(it *items.Item) { it.Title = "" }, "title is empty"},
		{"the words of another item", person, func(it *items.Item) { *it = withWords(*it, fact("Other", "Something else.")) }, string(other.ID)},
		{"the claim of a tombstone", person, func(it *items.Item) { it.Summary = "This was true once." }, "--revive"},
		{"evidence that is not there", person, func(it *items.Item) { it.Evidence = []items.Citation{{ID: "ev-none"}} }, "evidence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantUntouched(t, s, func() {
				mustSay(t, must(t, Rejected)(s.Update(t.Context(), r.ID, tt.who, func(it *items.Item) error {
					tt.change(it)
					return nil
				})), tt.says)
			})
		})
	}
}

func withWords(it, from items.Item) items.Item {
	it.Title, it.Summary, it.Body = from.Title, from.Summary, from.Body
	return it
}

func TestNonHumanEditLowersTrust(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	r := write(t, s, agent, citing(fact("Ports", "The API listens on 8080."), "0-6", rec[transcript.User]))
	must(t, Written)(s.Update(t.Context(), r.ID, Actor{Channel: items.Tool}, func(it *items.Item) error {
		it.Summary = "The API listens on 9090."
		return nil
	}))
	if got := get(t, s, r.ID).Trust; got != items.Tool {
		t.Errorf("trust %s, want tool", got)
	}
	mustSay(t, must(t, Rejected)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error {
		it.Trust = items.Human
		return nil
	})), "trust rises only")
}

func TestEvidenceAddedToTheSameWordsDoesNotLowerTrustButNewWordsDo(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	cite := func(it *items.Item) {
		it.Evidence = append(it.Evidence, items.Citation{ID: string(rec[transcript.Tool].ID), Span: "0-8"})
	}
	got := must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error { cite(it); return nil }))
	if it := get(t, s, r.ID); it.Trust != items.Human || it.Evidence[0].SHA256 == "" || got.Added != 1 {
		t.Errorf("trust %s, evidence %v, added %d", it.Trust, it.Evidence, got.Added)
	}
	must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error {
		it.Evidence = nil
		return nil
	}))
	must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error {
		cite(it)
		it.Summary = "Orders are scanned."
		return nil
	}))
	if it := get(t, s, r.ID); it.Trust != items.Tool {
		t.Errorf("trust %s after a tool's words, want tool", it.Trust)
	}
}

func TestExpectedHashGuardsAgainstALostUpdate(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	who := person
	who.ExpectSHA = get(t, s, r.ID).sha
	change := func(it *items.Item) error { it.Tags = append(it.Tags, "x"); return nil }
	must(t, Written)(s.Update(t.Context(), r.ID, who, change))
	if _, err := s.Update(t.Context(), r.ID, who, change); !errors.Is(err, items.ErrConflict) {
		t.Errorf("second update with the old hash: %v, want ErrConflict", err)
	}
	if _, err := s.Delete(t.Context(), r.ID, who); !errors.Is(err, items.ErrConflict) {
		t.Errorf("delete with the old hash: %v, want ErrConflict", err)
	}
}

func TestErrorOfTheChangeIsReturnedAndNothingIsWritten(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	cancelled := errors.New("editor was closed")
	wantUntouched(t, s, func() {
		if _, err := s.Update(t.Context(), r.ID, person, func(it *items.Item) error { it.Title = "x"; return cancelled }); !errors.Is(err, cancelled) {
			t.Errorf("error %v", err)
		}
	})
	if _, err := s.Update(t.Context(), "mem-none", person, func(*items.Item) error { return nil }); !errors.Is(err, items.ErrNotFound) {
		t.Errorf("error %v, want ErrNotFound", err)
	}
}

func TestEditTakesTheBytesOfAnEditor(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	file := files(t, s)[r.Path]
	edited := strings.Replace(strings.Replace(file, "8080", "9090", 1), "project: shop-api", "project: shop-api\nmood: calm # mine", 1)
	must(t, Written)(s.Edit(t.Context(), r.ID, person, []byte(edited)))
	if got := files(t, s)[r.Path]; got != edited {
		t.Errorf("file is\n%s\nwant\n%s", got, edited)
	}
	wantUntouched(t, s, func() {
		mustSay(t, must(t, Rejected)(s.Edit(t.Context(), r.ID, person, []byte("---\ntitle: [\n---\n"))), "line")
		mustSay(t, must(t, Rejected)(s.Edit(t.Context(), r.ID, person, []byte(strings.Replace(edited, "status: active", "status: archived", 1)))), "status")
		mustSay(t, must(t, Rejected)(s.Edit(t.Context(), r.ID, agent, []byte(strings.Replace(edited, "9090", "1", 1)))), "person")
	})
}

func TestHeadingFollowsTheTitleThatItRepeats(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"# Ports\n\n8080.\n\n# Ports", "# Sockets\n\n8080.\n\n# Ports"},
		{"## Ports", "## Sockets"},
		{"# Why\n\nPorts.", "# Why\n\nPorts."},
		{"Ports\n\n# Ports", "Ports\n\n# Ports"},
	} {
		s := newService(t)
		it := fact("Ports", "The API listens on 8080.")
		it.Body = tt.body
		r := write(t, s, person, it)
		must(t, Written)(s.Edit(t.Context(), r.ID, person, []byte(strings.Replace(files(t, s)[r.Path], "title: Ports", "title: Sockets", 1))))
		if got := get(t, s, r.ID); got.Body != tt.want {
			t.Errorf("body %q, want %q", got.Body, tt.want)
		}
	}
}

func TestWhatChangedNothingSaysSoAndIsNotRecorded(t *testing.T) {
	s := newService(t)
	rec := said(t, s, 1)
	a := write(t, s, person, citing(fact("Ports", "The API listens on 8080."), "0-6", rec[transcript.User]))
	b := write(t, s, person, fact("Hosts", "The API runs on two hosts."))
	must(t, Written)(s.Retire(t.Context(), b.ID, person, "three now"))
	before := tree(t, s.Ledger.Dir)
	for name, op := range map[string]func() (Receipt, error){
		"restore": func() (Receipt, error) { return s.Restore(t.Context(), a.ID, person, "") },
		"retire":  func() (Receipt, error) { return s.Retire(t.Context(), b.ID, person, "again") },
		"unlink":  func() (Receipt, error) { return s.Unlink(t.Context(), a.ID, b.ID, Refs, person) },
		"approve": func() (Receipt, error) { return s.Approve(t.Context(), a.ID, person) },
	} {
		if r := must(t, Written)(op()); !r.Unchanged {
			t.Errorf("%s: %+v, want unchanged", name, r)
		}
	}
	must(t, Duplicate)(s.Strengthen(t.Context(), a.ID, []items.Citation{{ID: string(rec[transcript.User].ID), Span: "0-6"}}))
	must(t, Duplicate)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	if tree(t, s.Ledger.Dir) != before {
		t.Error("the ledger tells of what did not happen")
	}
}

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
