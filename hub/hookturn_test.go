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

// A search that cannot end in time is not begun, and what the call brought is kept all the same.
func TestAHookWithoutTimeForASearchOnlyKeeps(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	place := Place{Dir: h.Dir, Why: "project", Exists: true}
	call := event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "Which Postgres is the staging database?"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	ask := func(search time.Duration) (string, HookRecord) {
		o := Options{Place: place, CWD: dir, Now: func() time.Time { return noon }}
		return Hook(ctx, call, HookOptions{Open: o, Search: search})
	}
	if !HookOnlyKeeps(ctx, call, 2*time.Hour) || HookOnlyKeeps(ctx, call, time.Minute) || HookOnlyKeeps(t.Context(), call, 2*time.Hour) {
		t.Error("who has time for a search is known wrongly")
	}
	if text, rec := ask(2 * time.Hour); text != "" || rec.Outcome != HookLate || rec.Reason != noTime {
		t.Errorf("without time: %q, %+v", text, rec)
	}
	if spooled, err := h.Evidence.Spooled(); err != nil || len(spooled) != 1 {
		t.Errorf("the prompt was not kept: %v, %v", spooled, err)
	}
	if text, rec := ask(time.Minute); rec.Outcome != HookInjected || !strings.Contains(text, "Postgres 17") {
		t.Errorf("with time: %q, %+v", text, rec)
	}
	for name, only := range map[string]bool{"PostToolUse": true, "SessionEnd": true, "UserPromptSubmit": false, "SessionStart": false, "Stop": false} {
		if HookOnlyKeeps(ctx, event("claude-code", name, hook.Call{}), 0) != only {
			t.Errorf("%s: want %v", name, only)
		}
	}
}

func TestASearchIsForetoldByTheLoadAndTheStore(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	place := Place{Dir: h.Dir, Exists: true}
	if SearchTime(place, 1) != 0 || SearchTime(Place{}, 9) != 0 {
		t.Error("a machine with little to do, or no store, needs no foresight")
	}
	if a, b := SearchTime(place, 4), SearchTime(place, 8); a <= 0 || b != 2*a {
		t.Errorf("load 4: %v, load 8: %v", a, b)
	}
}
