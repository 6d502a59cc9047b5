package writeservice

import (
	"errors"
	"maps"
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
	gone := write(t, s, person, fact("Gone", "Sealing was done by hand once."))
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
		{"the claim of a tombstone", person, func(it *items.Item) { it.Summary = "Sealing was done by hand once." }, "--revive"},
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
