package hub

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestALineInOtherWordsIsTakenApartAsItWasPutTogether(t *testing.T) {
	old := items.Item{ID: "mem-1", Type: items.Preference, Title: "Small commits.", Summary: "One thought a commit.", Project: "shop", Tags: []string{"git"}, Body: "Why: it reads well."}
	for text, want := range map[string][2]string{
		"Small commits: One thought, and no more.":  {"Small commits.", "One thought, and no more."},
		"Tiny commits: One thought a commit.":       {"Tiny commits", "One thought a commit."},
		"Commit often; push rarely, and never late": {"the whole", "Commit often; push rarely, and never late"},
	} {
		got := reworded(items.Item{Title: "the whole", Summary: text, Body: "From AGENTS.md"}, old, text, "")
		if got.Title != want[0] || got.Summary != want[1] || got.Type != old.Type || got.Project != old.Project || got.Body != old.Body || len(got.Supersedes) != 1 || got.Supersedes[0] != old.ID {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
