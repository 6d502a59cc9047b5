package hub

import (
	"path/filepath"
	"strings"
	"testing"

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
