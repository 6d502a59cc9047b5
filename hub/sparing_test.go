package hub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
)

// A prompt's hook compares the files of its answer and no others. What an editor wrote in place into one of them is seen at once, and so is a
// file that came; new words in a file that was no answer are seen once the turn has ended.
func TestAPromptSeesWhatChangedInItsAnswer(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	postgres := put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	invoices := put(t, h, items.Item{Type: items.Fact, Title: "Invoices are sent by the mail service on Mondays"})
	file := func(id items.ID) string { return filepath.Join(h.Dir, "items", "2026", string(id)+items.Ext) }
	settle := func() {
		old := time.Now().Add(-time.Hour) // else the folders are too young to be believed, and all is compared
		for _, path := range []string{file(postgres), file(invoices)} {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(50 * time.Millisecond)
		if err := at(t, dir, noon).CatchUpIndex(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	ask := func(prompt string) (string, HookRecord) {
		asked++
		o := Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, CWD: dir, Now: func() time.Time { return noon }}
		return Hook(t.Context(), event("claude-code", "UserPromptSubmit", hook.Call{Prompt: prompt, Session: "s" + string(rune('0'+asked))}), HookOptions{Open: o})
	}
	settle()
	if text, rec := ask("Which Postgres is the staging database?"); !strings.Contains(text, "Postgres 17") || rec.Uncompared {
		t.Fatalf("%q, %+v", text, rec)
	}
	replaceIn(t, file(postgres), "Postgres 17", "Postgres 18")
	if text, rec := ask("Which Postgres is the staging database?"); !strings.Contains(text, "Postgres 18") || strings.Contains(text, "Postgres 17") || rec.Uncompared {
		t.Errorf("edited in place: %q, %+v", text, rec)
	}
	settle()
	replaceIn(t, file(invoices), "Invoices are sent by the mail service on Mondays", "Kafka retention for billing events is nine days")
	settle() // as the job at the end of a turn does
	if text, _ := ask("How long is the Kafka retention for billing events?"); !strings.Contains(text, "nine days") {
		t.Errorf("after the turn: %q", text)
	}
	put(t, h, items.Item{Type: items.Fact, Title: "Redis listens on port 6380 in staging"})
	if text, _ := ask("On which port does Redis listen in staging?"); !strings.Contains(text, "6380") {
		t.Errorf("a file that came: %q", text)
	}
}
