package hub

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// A hook that waited long for its turn compares no file but those of its answer, and says so in the ledger. What was edited, retired or
// purged since it was indexed does not get through, nor what says the same as a file that changed; what only a new file tells is missed.
func TestAHookThatIsLateGivesWhatStandsByItsOwnFile(t *testing.T) {
	const title = "The staging database is a Postgres 17 replica"
	edit := func(old, with string) func(t *testing.T, path, twin string) {
		return func(t *testing.T, path, twin string) { replaceIn(t, path, old, with) }
	}
	for name, c := range map[string]struct {
		change func(t *testing.T, path, twin string)
		given  bool
	}{
		"nothing changed": {func(*testing.T, string, string) {}, true},
		"touched": {func(t *testing.T, path, _ string) {
			later := time.Now().Add(time.Hour)
			if err := os.Chtimes(path, later, later); err != nil {
				t.Fatal(err)
			}
		}, true},
		"edited":  {edit("replica", "primary"), false},
		"retired": {edit("status: active", "status: retired"), false},
		"private": {edit("sensitivity: internal", "sensitivity: secret"), false},
		"purged": {func(t *testing.T, path, _ string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, false},
		"its twin with other articles retired": {func(t *testing.T, _, twin string) { replaceIn(t, twin, "status: active", "status: retired") }, false},
		"its twin retired":                     {func(t *testing.T, _, twin string) { replaceIn(t, twin, "status: active", "status: retired") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repo(t, "main")
			h := at(t, dir, noon)
			id := put(t, h, items.Item{Type: items.Fact, Title: title, Sensitivity: items.Internal})
			path := filepath.Join(h.Dir, "items", "2026", string(id)+items.Ext)
			twin := copyOf(t, path, id)
			if strings.Contains(name, "other articles") {
				replaceIn(t, twin, "is a Postgres", "is the Postgres")
			}
			if err := at(t, dir, noon).CatchUpIndex(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.change(t, path, twin)
			if name == "nothing changed" || name == "touched" {
				put(t, h, items.Item{Type: items.Fact, Title: "Invoices are sent by the mail service on Mondays"})
			}
			late := at(t, dir, noon)
			late.answerBy(time.Now())
			p, err := late.Pack(t.Context(), PackRequest{Query: recall.Query{Text: "Which Postgres is the staging database?", Now: noon}, Door: "hook"})
			if err != nil {
				t.Fatal(err)
			}
			held := slices.Contains(idsIn(p), id)
			if strings.HasPrefix(name, "its twin") {
				held = held || slices.Contains(idsIn(p), twinID)
			}
			// One of the two twins is a repetition of the other: either may be the one that is shown while both stand.
			if c.given && len(p.Entries) == 0 || !c.given && held {
				t.Errorf("%+v", p)
			}
			if late.compared() {
				t.Error("nobody says that the files were not compared")
			}
		})
	}
}

const twinID items.ID = "mem-20261001-twin-00000001"

// copyOf writes the file of an item again under another id.
func copyOf(t *testing.T, path string, id items.ID) (twin string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	twin = filepath.Join(filepath.Dir(path), string(twinID)+items.Ext)
	if err := os.WriteFile(twin, b, 0o600); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, twin, string(id), string(twinID))
	return twin
}

func idsIn(p Packed) (ids []items.ID) {
	for _, e := range p.Entries {
		ids = append(ids, e.ID)
	}
	return ids
}

func replaceIn(t *testing.T, path, old, with string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), old) {
		t.Fatalf("no %q in %s", old, b)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(b), old, with)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTheLedgerTellsWhichAnswersWereGivenBeforeAllFilesWereCompared(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	put(t, h, items.Item{Type: items.Policy, Title: "Deploys need two approvals"})
	ask := func(host string, c hook.Call, held time.Duration) (string, HookRecord) {
		others := allTurns(t, h)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		o := Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, CWD: dir, Now: func() time.Time { return noon }}
		text, rec := Hook(ctx, event("claude-code", host, c), HookOptions{Open: o, Kept: func() { time.AfterFunc(held, others) }})
		KeepHook(o, rec)
		return text, rec
	}
	prompt := hook.Call{Prompt: "Which Postgres is the staging database?"}
	if text, rec := ask("UserPromptSubmit", prompt, time.Second); !rec.Uncompared || rec.Outcome != HookInjected || !strings.Contains(text, "Postgres 17") {
		t.Errorf("%q, %+v", text, rec)
	}
	if text, rec := ask("SessionStart", hook.Call{Source: "startup", Session: "s2"}, time.Second); !rec.Uncompared || !strings.Contains(text, "two approvals") {
		t.Errorf("%q, %+v", text, rec)
	}
	prompt.Session = "s3"
	if text, rec := ask("UserPromptSubmit", prompt, 0); rec.Uncompared || !strings.Contains(text, "Postgres 17") {
		t.Errorf("with time enough: %q, %+v", text, rec)
	}
	s, err := h.SummariseHooks(t.Context(), noon.Add(-time.Hour))
	if err != nil || s.Uncompared != 2 || s.Outcomes[HookInjected] != 3 || s.Outcomes[HookFault] != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if c := h.checkHooks(t.Context()); c.Level != OK || !strings.Contains(c.Detail, "2 answered before all files were compared") {
		t.Errorf("%+v", c)
	}
}

// allTurns keeps every hook of the store waiting until it is called.
func allTurns(t *testing.T, h *Hub) func() {
	t.Helper()
	var held []func()
	for range filelock.Turns() {
		unlock, err := filelock.Turn(t.Context(), filepath.Join(h.Projections.Dir, "turn.lock"), filelock.Turns(), 0)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, unlock)
	}
	return func() {
		for _, unlock := range held {
			unlock()
		}
	}
}
