package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// A purge that was killed right after it began, or between the store's parts, is named by doctor and finished by repair, in the user's own
// store too.
func TestAnInterruptedPurgeIsNamedAndFinished(t *testing.T) {
	for _, far := range []string{"begun", "the item is gone"} {
		t.Run(far, func(t *testing.T) {
			dir := t.TempDir()
			user := Place{Dir: filepath.Join(dir, "home", StoreName), Why: "user", Exists: true}
			if err := Create(user.Dir); err != nil {
				t.Fatal(err)
			}
			h := open(t, Place{Dir: filepath.Join(dir, "shop", StoreName), Why: "project", Exists: true, UserDir: user.Dir}, "shop", nil)
			id := write(t, h, "The client ACME pays 40,000 a month", "shop")
			for _, side := range h.sides() {
				if err := side.Ledger.Append(t.Context(), ledger.Packs, h.Now(), map[string]string{"query": "does the client ACME pay 40,000? The client ACME pays 40,000 a month!"}); err != nil {
					t.Fatal(err)
				}
			}
			_, job, err := h.PurgePlan(t.Context(), id, writeservice.Actor{Channel: items.Human, By: "Ada"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Writes.BeginPurge(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			if far != "begun" {
				if _, err := h.Writes.PurgeItem(t.Context(), job); err != nil {
					t.Fatal(err)
				}
			}
			if c := h.checkUnfinished(t.Context()); c.Level != Warn || !strings.Contains(c.Detail, "1 purge begun and not finished") {
				t.Errorf("doctor: %+v", c)
			}
			did, err := h.Repair(t.Context())
			if err != nil || !strings.Contains(strings.Join(did, "; "), "finished the purge "+job.Receipt) {
				t.Errorf("repair: %v, %v", did, err)
			}
			for _, side := range h.sides() {
				found, err := job.Cutter().Words.Scan(t.Context(), side.Dir, func(string) bool { return false })
				if err != nil || len(found) > 0 {
					t.Errorf("%s: left %+v, %v", side.Dir, found, err)
				}
			}
			if c := h.checkUnfinished(t.Context()); c.Level != OK {
				t.Errorf("doctor afterwards: %+v", c)
			}
		})
	}
}

// Two people purge two items that hold the same words at once: neither finds the words that the other one is about to take away, and each
// proves that nothing is left. One of them may be the first to end both.
func TestTwoPurgesOfTheSameWordsAtOnceProveBoth(t *testing.T) {
	place := Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "project", Exists: true}
	if err := Create(place.Dir); err != nil {
		t.Fatal(err)
	}
	hubs := []*Hub{open(t, place, "shop", nil), open(t, place, "shop", nil)}
	ids := []items.ID{
		write(t, hubs[0], "The client ACME pays 40,000 a month", "shop"),
		write(t, hubs[0], "The client ACME pays 40,000 a month", "billing"),
	}
	jobs := make([]writeservice.PurgeJob, 2)
	for i, h := range hubs {
		_, job, err := h.PurgePlan(t.Context(), ids[i], writeservice.Actor{Channel: items.Human, By: "Ada"})
		if err != nil {
			t.Fatal(err)
		}
		if jobs[i], err = h.Writes.BeginPurge(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	var both errgroup.Group
	for i, h := range hubs {
		both.Go(func() error {
			p, others, err := h.Purge(t.Context(), jobs[i])
			if err == nil && (!p.Proven || len(p.Remains) > 0) {
				err = fmt.Errorf("%s is not proven: %+v; with it: %+v", p.ID, p.Remains, others)
			}
			return err
		})
	}
	if err := both.Wait(); err != nil {
		t.Error(err)
	}
	for _, job := range jobs {
		found, err := job.Cutter().Words.Scan(t.Context(), place.Dir, func(string) bool { return false })
		if err != nil || len(found) > 0 {
			t.Errorf("left %+v, %v", found, err)
		}
	}
}

// A purge that began while another one was at work is taken in by it before it answers; alone it would have found the twin's words.
func TestAPurgeTakesInThoseThatBeganMeanwhile(t *testing.T) {
	place := Place{Dir: filepath.Join(t.TempDir(), StoreName), Why: "project", Exists: true}
	if err := Create(place.Dir); err != nil {
		t.Fatal(err)
	}
	h := open(t, place, "shop", nil)
	first, twin := write(t, h, "The client ACME pays 40,000 a month", "shop"), write(t, h, "The client ACME pays 40,000 a month", "billing")
	who := writeservice.Actor{Channel: items.Human, By: "Ada"}
	_, job, err := h.PurgePlan(t.Context(), first, who)
	if err != nil {
		t.Fatal(err)
	}
	_, late, err := h.PurgePlan(t.Context(), twin, who)
	if err != nil {
		t.Fatal(err)
	}
	began := false
	h.Ledger.Guard = func(string) error { // the ledger is cut after the item is gone
		if !began {
			began = true
			if _, err := h.Writes.BeginPurge(t.Context(), late); err != nil {
				return err
			}
		}
		return nil
	}
	if err := h.Ledger.Append(t.Context(), ledger.Packs, h.Now(), map[string]string{"query": "the client ACME pays 40,000 a month"}); err != nil {
		t.Fatal(err)
	}
	p, others, err := h.Purge(t.Context(), job)
	if err != nil || !began || !p.Proven || len(others) != 1 || !others[0].Proven || len(p.Files.Removed) == 0 {
		t.Errorf("began %v: %+v; %+v; %v", began, p, others, err)
	}
}

// A receipt says by which words a fact differs from the one that it met: too few of them to be found by the words alone.
func TestAPurgeTakesWhatReceiptsQuote(t *testing.T) {
	h, _ := sentenceHub(t)
	who := writeservice.Actor{Channel: items.Human, By: "Ada"}
	older := write(t, h, "The export job is retried 41 times", "shop")
	newer := write(t, h, "The export job is retried 98765 times", "shop")
	quoted := func(words string) bool {
		found := false
		files, err := filepath.Glob(filepath.Join(h.Dir, "ledger", "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(b), words)
		}
		return found
	}
	purged := func(id items.ID) {
		_, job, err := h.PurgePlan(t.Context(), id, who)
		if err != nil {
			t.Fatal(err)
		}
		if p, _, err := h.Purge(t.Context(), job); err != nil || !p.Proven {
			t.Fatalf("%+v, %v", p, err)
		}
	}
	if !quoted("41 there") || !quoted("98765 here") {
		t.Fatal("the receipt quotes nothing to begin with")
	}
	purged(older) // the line is of the other item and names this one
	if quoted("41 there") {
		t.Error("what the older fact said is still quoted")
	}
	purged(newer)
	if quoted("98765") {
		t.Error("what the newer fact said is still quoted")
	}
}
