package writeservice

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// purgeStore is a store in which one fact left words in every file that the service keeps.
func purgeStore(t *testing.T) (*Service, items.ID) {
	t.Helper()
	s := newService(t)
	secret := write(t, s, person, fact("The client ACME pays 40,000 a month", "Joan Miller of ACME said so")).ID
	must(t, Written)(s.Update(t.Context(), secret, person, func(it *items.Item) error { it.Body = "Their CFO is called Joan Miller."; return nil }))
	other := fact("Invoices go out on the first", "")
	other.Body = "See [[" + string(secret) + "]]."
	with := write(t, s, person, other).ID
	must(t, Written)(s.Link(t.Context(), with, secret, Refs, person))
	twin := write(t, s, person, items.Item{Type: items.Fact, Title: "The client ACME pays 40,000 a month!", Project: "elsewhere"}).ID
	must(t, Written)(s.Delete(t.Context(), twin, person))
	for name, text := range map[string]string{
		"pending/mem-1.json": `{"file":"---\nid: mem-1\ntitle: the client acme pays 40,000 a month\n---\n"}`, "pending/dead/x.json": `{"file":"Joan Miller of ACME said so"}`,
		"pending/dead/x.json.reason": "no", "undo/.tmp-1": "Joan Miller of ACME said so", ".tmp-2": "Joan Miller of ACME said so",
	} {
		path := filepath.Join(s.Dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return s, secret
}

func purgeWhole(ctx context.Context, s *Service, id items.ID) error {
	job, no, err := s.PlanPurge(ctx, id, person)
	if err != nil || no != "" {
		return errors.Join(err, errors.New(no))
	}
	if _, err := s.BeginPurge(ctx, job); err != nil {
		return err
	}
	return finishWhole(ctx, s, job)
}

func finishWhole(ctx context.Context, s *Service, job PurgeJob) error {
	if _, err := s.PurgeItem(ctx, job); err != nil {
		return err
	}
	if _, err := s.Ledger.Purge(ctx, job.Cutter().JSON, false); err != nil {
		return err
	}
	return s.EndPurge(ctx, job)
}

// mustBeGone looks for the words in every file.
func mustBeGone(t *testing.T, s *Service, job PurgeJob) {
	t.Helper()
	found, err := job.Cutter().Words.Scan(t.Context(), s.Dir, func(string) bool { return false })
	if err != nil || len(found) > 0 {
		t.Errorf("left: %+v, %v", found, err)
	}
	stones := 0
	for it, err := range s.Items.All(t.Context()) {
		if err != nil {
			t.Error(err)
		}
		if it.Purged != (items.Purged{}) {
			stones++
		}
		if strings.Contains(it.Body, "[[") && !strings.Contains(it.Body, "[["+string(job.Stone)+"]]") {
			t.Errorf("%s: %s", it.ID, it.Body)
		}
	}
	if stones != 1 {
		t.Errorf("%d tombstones", stones)
	}
}

// A purge that fails at any step leaves the store as it was, or unfinished with all that finishing needs.
func TestAPurgeBrokenOffAtAnyStepIsFinishedByTheNext(t *testing.T) {
	for _, forGood := range []bool{false, true} {
		n := 1
		for ; ; n++ {
			s, id := purgeStore(t)
			before := files(t, s)
			job, no, err := s.PlanPurge(t.Context(), id, person)
			if err != nil || no != "" {
				t.Fatal(no, err)
			}
			steps := 0
			s.guard = func(string) error {
				if steps++; steps == n || forGood && steps > n {
					return errDisk
				}
				return nil
			}
			_, err = s.BeginPurge(t.Context(), job)
			if err == nil {
				err = finishWhole(t.Context(), s, job)
			}
			if steps < n {
				break
			}
			s.guard = nil
			begun, strange, listErr := s.BegunPurges()
			switch {
			case listErr != nil || len(strange) > 0:
				t.Fatal(strange, listErr)
			case len(begun) == 1:
				if err := finishWhole(t.Context(), s, begun[0]); err != nil {
					t.Fatalf("step %d: %v", n, err)
				}
				mustBeGone(t, s, job)
			case err == nil:
				mustBeGone(t, s, job)
			case !maps.Equal(files(t, s), before):
				t.Errorf("step %d: neither before nor unfinished (%v)", n, err)
			}
		}
		if n < 10 {
			t.Errorf("only %d steps were tried", n-1)
		}
	}
}

func TestUndoSaysThatWordsWerePurged(t *testing.T) {
	s, id := purgeStore(t)
	all, _, err := s.deeds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := purgeWhole(t.Context(), s, id); err != nil {
		t.Fatal(err)
	}
	for _, d := range append(all, deed{}) {
		if d.Receipt != "" && !d.touches(id) {
			continue
		}
		r, err := s.Undo(t.Context(), d.Receipt, person)
		if err != nil || r.Status != Rejected {
			t.Errorf("undo %q: %+v, %v", d.Receipt, r, err)
			continue
		}
		mustSay(t, r, "words were purged since")
	}
}

func TestOnlyAPersonPurges(t *testing.T) {
	s, id := purgeStore(t)
	for _, who := range []Actor{agent, {Channel: items.Tool}, {Channel: items.Imported}, {}} {
		if _, no, err := s.PlanPurge(t.Context(), id, who); err != nil || !strings.Contains(no, "only a person can purge") {
			t.Errorf("%+v: %q, %v", who, no, err)
		}
	}
}

// A job that is kept in a store without a key of this user's would be taken for one that somebody planted: nobody could finish it.
func TestAPurgeThatCouldNotBeFinishedDoesNotBegin(t *testing.T) {
	s, id := purgeStore(t)
	s.Seals = &trust.Store{}
	if _, no, err := s.PlanPurge(t.Context(), id, person); err != nil || !strings.Contains(no, "memory trust") {
		t.Errorf("%q, %v", no, err)
	}
}

// The tombstone stands against the words by every way in of this service.
func TestPurgedWordsDoNotComeBack(t *testing.T) {
	s := newService(t)
	id := write(t, s, person, fact("The client ACME pays 40,000 a month", "")).ID
	if err := purgeWhole(t.Context(), s, id); err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"The client ACME pays 40,000 a month", "the CLIENT acme pays 40,000 a month.", "The client ＡＣＭＥ pays 40,000 a month"} {
		for _, who := range []Actor{person, agent} {
			it := fact(title, "")
			it.Body = "other words around it"
			if r, err := s.Write(t.Context(), Draft{Item: it, Channel: who.Channel}); err != nil || r.Status != Rejected {
				t.Errorf("%s wrote %q: %+v, %v", who.Channel, title, r, err)
			}
			if r, err := s.Write(t.Context(), Draft{Item: it, Channel: who.Channel, Propose: true}); err != nil || r.Status != Rejected {
				t.Errorf("%s proposed %q: %+v, %v", who.Channel, title, r, err)
			}
		}
	}
	r := must(t, Written)(s.Write(t.Context(), Draft{Item: fact("The client ACME pays 40,000 a month", ""), Channel: items.Human, Revive: "agreed"}))
	if r.ID == id {
		t.Error("the old id came back")
	}
}

// Two people may purge one item at once, or one of them while another changes it.
func TestTwoPurgesOfOneItemMakeOneTombstone(t *testing.T) {
	for _, ended := range []bool{false, true} {
		s, id := purgeStore(t)
		first, _, err := s.PlanPurge(t.Context(), id, person)
		second, _, err2 := s.PlanPurge(t.Context(), id, person)
		if err := errors.Join(err, err2); err != nil || first.Stone == second.Stone {
			t.Fatal(err, first.Stone)
		}
		if first, err = s.BeginPurge(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		if ended {
			if err := finishWhole(t.Context(), s, first); err != nil {
				t.Fatal(err)
			}
			if _, err := s.BeginPurge(t.Context(), second); !errors.Is(err, items.ErrNotFound) {
				t.Errorf("a purge of what is gone began: %v", err)
			}
		} else {
			joined, err := s.BeginPurge(t.Context(), second)
			if err != nil || joined.Stone != first.Stone || joined.Receipt != first.Receipt {
				t.Fatalf("joined %+v, %v", joined, err)
			}
			if err := errors.Join(finishWhole(t.Context(), s, first), finishWhole(t.Context(), s, joined)); err != nil {
				t.Fatal(err)
			}
		}
		mustBeGone(t, s, first)
	}
}

func TestAPurgeOfAnItemThatChangedSinceItWasLookedAtIsRefused(t *testing.T) {
	s, id := purgeStore(t)
	job, _, err := s.PlanPurge(t.Context(), id, person)
	if err != nil {
		t.Fatal(err)
	}
	must(t, Written)(s.Retire(t.Context(), id, person, "old"))
	before := files(t, s)
	if _, err := s.BeginPurge(t.Context(), job); err == nil || !strings.Contains(err.Error(), "changed since") {
		t.Errorf("began: %v", err)
	}
	if !maps.Equal(files(t, s), before) {
		t.Error("something changed")
	}
}
