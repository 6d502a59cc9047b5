package hub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// packAsOf is the text that a question gets as of a time; zero = now.
func packAsOf(t *testing.T, h *Hub, question string, when time.Time) string {
	t.Helper()
	p, err := h.Pack(t.Context(), PackRequest{Query: recall.Query{Text: question, AsOf: when}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Text
}

func TestATombstoneSilencesFromItsTimeOn(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon.AddDate(0, 0, -20)), items.Item{Type: items.Fact, Title: "The gateway runs in Frankfurt", Summary: "Gateway region: Frankfurt."})
	twin := items.Item{
		ID: "mem-20261119-gateway-region-abcdefgh", Schema: 1, Type: items.Decision, Title: "Gateway region", Summary: "Gateway region: Frankfurt.", Project: "shop-api",
		Status: items.Retired, Created: noon.AddDate(0, 0, -12), Updated: noon.AddDate(0, 0, -10), Trust: items.Agent, Sensitivity: items.Internal,
		Review: items.Review{Verdict: "rejected", By: "Ada", At: noon.AddDate(0, 0, -10)},
	}
	data, err := twin.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, StoreName, "review", string(twin.ID)+".md"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	h := at(t, dir, noon)
	for days, shown := range map[int]bool{-15: true, -11: true, -10: false, -1: false} {
		if got := packAsOf(t, h, "where does the gateway run?", noon.AddDate(0, 0, days)); strings.Contains(got, "Frankfurt") != shown {
			t.Errorf("%d days: shown %v, want %v", days, !shown, shown)
		}
	}
	if got := packAsOf(t, h, "where does the gateway run?", time.Time{}); got != "" {
		t.Errorf("a tombstone of now does not hold: %s", got)
	}
}

func TestAContradictionCountsFromItsTimeOn(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon.AddDate(0, 0, -20)), items.Item{Type: items.Policy, Title: "Never deploy on Friday", Summary: "Never deploy on Friday."})
	put(t, at(t, dir, noon.AddDate(0, 0, -10)), items.Item{Type: items.Policy, Title: "Always deploy on Friday", Summary: "Always deploy on Friday."})
	h := at(t, dir, noon)
	before, after := packAsOf(t, h, "may we deploy on Friday?", noon.AddDate(0, 0, -15)), packAsOf(t, h, "may we deploy on Friday?", noon.AddDate(0, 0, -5))
	if !strings.Contains(before, "Never deploy") || strings.Contains(before, "disputed") {
		t.Errorf("before anybody contradicted:\n%s", before)
	}
	if !strings.Contains(after, "Always deploy") || !strings.Contains(after, "disputed") || strings.Contains(after, "Never deploy") {
		t.Errorf("after it was contradicted:\n%s", after)
	}
}
