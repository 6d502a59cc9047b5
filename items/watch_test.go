package items

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// patience bounds how long a test waits for the system's notice; it is no measure of speed.
const patience = 20 * time.Second

func TestWatchNoticesEveryKindOfChange(t *testing.T) {
	s := tree(t, nil)
	w := NewWriter(s.Dir)
	ctx, cancel := context.WithCancel(t.Context())
	changed, err := Watch(ctx, s.Dir, 5*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	await := func(what string) {
		t.Helper()
		select {
		case _, ok := <-changed:
			if !ok {
				t.Fatalf("%s: the watch ended", what)
			}
		case <-time.After(patience):
			t.Fatalf("%s was not noticed", what)
		}
	}
	f, _ := mustCreate(t, w, sample("a", Active)) // makes items/ and the year
	await("a first item")
	mustCreate(t, w, sample("c", Proposed))
	await("a first candidate")
	for _, text := range []string{"edit by hand", "another"} {
		if err := os.WriteFile(filepath.Join(s.Dir, f.Path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		await(text)
	}
	if _, err := w.Remove(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	await("a removal")
	cancel()
	for range changed { // closed when the context ends
	}
}

func TestWatchPassesOverWhatIsNoItem(t *testing.T) {
	for path, want := range map[string]bool{"items/2026/a.md": true, "review": true, "items/2027": true, "ledger/x.jsonl": false, "projections": false,
		"items/2026/.tmp-1": false, "config.yaml": false} {
		if got := concerns("store", filepath.Join("store", path)); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if _, err := Watch(t.Context(), filepath.Join(t.TempDir(), "none"), time.Millisecond); err == nil {
		t.Error("a missing store can be watched")
	}
}
