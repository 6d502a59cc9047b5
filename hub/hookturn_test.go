package hub

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/items"
)

// Where as many hooks search as there are cores, the next one waits for its turn, and says that the machine is busy where none comes in its time.
func TestAHookSearchesInItsTurn(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	var others []func()
	for range filelock.Turns() {
		unlock, err := filelock.Turn(t.Context(), filepath.Join(h.Projections.Dir, "turn.lock"), filelock.Turns(), 0)
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, unlock)
	}
	ask := func(ctx context.Context) (string, HookRecord) {
		o := Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, CWD: dir, Now: func() time.Time { return noon }}
		return Hook(ctx, event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "Which Postgres is the staging database?"}), HookOptions{Open: o})
	}
	short, cancel := context.WithTimeout(t.Context(), searching+50*time.Millisecond)
	defer cancel()
	if text, rec := ask(short); text != "" || rec.Outcome != HookLate || rec.Reason != busy {
		t.Errorf("without a turn: %q, %+v", text, rec)
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		others[0]()
	}()
	if text, rec := ask(t.Context()); rec.Outcome != HookInjected || !strings.Contains(text, "Postgres 17") {
		t.Errorf("with a turn: %q, %+v", text, rec)
	}
	for _, unlock := range others[1:] {
		unlock()
	}
}
