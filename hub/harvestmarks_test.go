package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/evidence"
)

func TestHarvestReadsASessionAgainOnlyWhenItGrewOrTheRulesAreOthers(t *testing.T) {
	h := open(t, Place{Dir: filepath.Join(t.TempDir(), StoreName)}, "shop", nil)
	file := filepath.Join(t.TempDir(), "session.jsonl")
	say := func(n int, text string) {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(f, `{"type":"user","uuid":"u%d","sessionId":"4f2a0001-0000-4000-8000-000000000001","cwd":"/src/shop","timestamp":"2026-11-28T10:0%d:00Z","version":"2.1.0","message":{"role":"user","content":%q}}`+"\n", n, n, text)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Evidence.Ingest(t.Context(), []string{file}, evidence.Options{Project: "shop"}); err != nil {
			t.Fatal(err)
		}
	}
	harvest := func(r HarvestRequest, unchanged, proposed int) {
		t.Helper()
		got, err := h.Harvest(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if got.Sessions != 1 || got.Unchanged != unchanged || got.Proposed != proposed {
			t.Errorf("%d sessions, %d unchanged, %d proposed; want 1, %d, %d", got.Sessions, got.Unchanged, got.Proposed, unchanged, proposed)
		}
	}
	say(1, "Remember that the staging host is web-2.")
	harvest(HarvestRequest{}, 0, 1)
	harvest(HarvestRequest{}, 1, 0)
	harvest(HarvestRequest{Again: true}, 0, 0)
	harvest(HarvestRequest{Session: "latest"}, 0, 0) // who names a session means it
	say(2, "Remember that backups run at three in the morning.")
	harvest(HarvestRequest{}, 0, 1)

	marks := filepath.Join(h.Dir, "projections", "harvested.json")
	b, err := os.ReadFile(marks)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(string(b), `"rules":"`, `"rules":"x`, 1)
	for _, text := range []string{old, "no JSON", ""} {
		if err := os.WriteFile(marks, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		harvest(HarvestRequest{}, 0, 0)
		harvest(HarvestRequest{}, 1, 0)
	}
}
