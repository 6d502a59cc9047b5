package hub

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// What a person retired in his own store stays out of every pack here. Where that store cannot be opened, the pack, the ledger and doctor say so, and no
// profile is written.
func TestAUserStoreThatDoesNotOpenIsNotPassedOverInSilence(t *testing.T) {
	home := t.TempDir()
	user := open(t, Place{Dir: filepath.Join(home, StoreName), Why: "user", Exists: true}, AllProjects, nil)
	old := write(t, user, "the zebra report runs at noon", "")
	if _, err := user.Change(t.Context(), func(s *writeservice.Service) (writeservice.Receipt, error) {
		return s.Retire(t.Context(), old, writeservice.Actor{Channel: items.Human, By: "Ada"}, "no more")
	}); err != nil {
		t.Fatal(err)
	}
	write(t, user, "tea is served at four", "")
	write(t, user, "coffee is served at five", "")
	h := open(t, Place{Dir: filepath.Join(home, "repo", StoreName), Why: "project", Exists: true, UserDir: user.Dir}, "repo", nil)
	write(t, h, "the zebra report runs at noon", "repo")
	ask := func() Packed {
		t.Helper()
		p, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: "when does the zebra report run?"}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := ask(); len(p.Entries) > 0 || len(p.Degraded) > 0 {
		t.Fatalf("with the store of the user: %+v", p.Pack)
	}
	if _, err := h.Profile(t.Context(), ProfileRequest{}); err != nil {
		t.Error(err)
	}
	if slices.ContainsFunc(h.Doctor(t.Context()), func(c Check) bool { return c.Name == "user store" }) {
		t.Error("doctor names a user's store that opens")
	}

	// Control: the tombstone has no say, and everybody is told.
	if err := h.user.Refresh(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(user.Dir, "projections")); err != nil {
		t.Fatal(err)
	}
	h.user.Projections.Most = 1
	told := func(degraded []string) bool {
		return slices.ContainsFunc(degraded, func(d string) bool { return strings.HasPrefix(d, leftOut) })
	}
	p := ask()
	if len(p.Entries) != 1 || !told(p.Degraded) {
		t.Errorf("without it: %+v", p.Pack)
	}
	if kept, err := h.PackOf(t.Context(), p.Cohort); err != nil || !told(kept.Degraded) {
		t.Errorf("the ledger has %q, %v", kept.Degraded, err)
	}
	if boot, err := h.Boot(t.Context(), BootRequest{}); err != nil || !told(boot.Degraded) {
		t.Errorf("a start: %q, %v", boot.Degraded, err)
	}
	if !slices.ContainsFunc(h.Doctor(t.Context()), func(c Check) bool { return c.Name == "user store" && c.Level == Fail }) {
		t.Error("doctor says nothing of it")
	}
	if _, err := h.Profile(t.Context(), ProfileRequest{}); err == nil {
		t.Error("a profile was made without knowing what the user retired")
	}
}

// A file that no item can be read from may be a tombstone.
func TestADamagedFileOfTheUsersStoreIsNamed(t *testing.T) {
	home := t.TempDir()
	user := open(t, Place{Dir: filepath.Join(home, StoreName), Why: "user", Exists: true}, AllProjects, nil)
	old := write(t, user, "the zebra report runs at noon", "")
	h := open(t, Place{Dir: filepath.Join(home, "repo", StoreName), Why: "project", Exists: true, UserDir: user.Dir}, "repo", nil)
	_, f, err := user.Items.Get(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(user.Dir, f.Path), []byte("no item"), 0o600); err != nil {
		t.Fatal(err)
	}
	boot, err := h.Boot(t.Context(), BootRequest{})
	if err != nil || len(boot.Degraded) != 1 || !strings.Contains(boot.Degraded[0], "1 file of the store left out") {
		t.Errorf("%q, %v", boot.Degraded, err)
	}
	if !slices.ContainsFunc(h.Doctor(t.Context()), func(c Check) bool { return c.Name == "user store" && strings.Contains(c.Detail, "1 file") }) {
		t.Error("doctor says nothing of it")
	}
}
