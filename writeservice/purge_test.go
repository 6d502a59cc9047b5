package writeservice

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
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
	heard(t, s, "The client ACME pays 40,000 a month")
	return s, secret
}

// heard leaves the words in every kind of file that evidence and ledger keep.
func heard(t *testing.T, s *Service, words string) {
	t.Helper()
	said := func(session, text string) transcript.Event {
		return transcript.Event{
			Agent: "claude-code", Session: session, Time: s.now(), Role: transcript.User, Channel: transcript.FromUser, Kind: transcript.Message, Text: text,
		}
	}
	for _, text := range []string{words, "Pages are lists"} {
		if _, _, err := s.Evidence.Observe(t.Context(), "test", []transcript.Event{said("s1", text)}, evidence.Options{Project: "shop-api"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{words, "Lists are pages"} {
		if _, err := s.Evidence.Spool(t.Context(), evidence.Live{Kind: "x", Events: []transcript.Event{said("s2", text)}}); err != nil {
			t.Fatal(err)
		}
	}
	records, err := filepath.Glob(filepath.Join(s.Dir, "evidence", "claude-code", "*", "*", "*", "events.jsonl"))
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	whole, err := os.ReadFile(records[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(records[0])
	for path, text := range map[string]string{
		records[0]: "no record: " + words + "\n" + string(whole), filepath.Join(dir, "damaged.jsonl"): words + "\nother\n",
		filepath.Join(dir, ".tmp-9"): words, filepath.Join(s.Dir, "evidence", "spool", ".tmp-9"): words,
		filepath.Join(s.Dir, "ledger", "packs-2026-11.jsonl"): `{"query":"does ` + words + `?"}` + "\n" + `{"query":"lists"}` + "\n", filepath.Join(s.Dir, "ledger", ".tmp-9"): words,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
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
	words := job.Cutter().Words
	match := func(r *evidence.Record) bool { return words.In(r.Text) != "" }
	has := func(text string) bool { return hasWords(job.Cutter(), []byte(text)) }
	if _, err := s.Evidence.Purge(ctx, match, has, false); err != nil {
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
