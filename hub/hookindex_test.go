package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
)

// A hook that meets more changed files than it can read says nothing, has them indexed by a process of its own, once, and answers from then
// on: after a clone, where nothing is indexed, and after a pull or a checkout, where much changed.
func TestAHookLeavesAnIndexThatLacksMuchToAProcessOfItsOwn(t *testing.T) {
	const most = 10
	for name, prepare := range map[string]func(t *testing.T, h *Hub){
		"clone": func(t *testing.T, h *Hub) {
			if err := os.RemoveAll(filepath.Join(h.Dir, "projections")); err != nil {
				t.Fatal(err)
			}
		},
		"pull": func(*testing.T, *Hub) {},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repo(t, "main")
			h := at(t, dir, noon)
			put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
			for n := range 2 * most {
				plant(t, h, n)
			}
			prepare(t, h)
			var jobs []Job
			ask := func() (string, HookRecord) {
				o := Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, CWD: dir, Most: most, Now: func() time.Time { return noon }}
				return Hook(t.Context(), event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "Which Postgres is the staging database?"}),
					HookOptions{Open: o, Start: func(j Job) error { jobs = append(jobs, j); return nil }})
			}
			text, rec := ask()
			if text != "" || rec.Outcome != HookAbstained || !strings.Contains(rec.Reason, "not in the index yet") {
				t.Errorf("%q, %+v", text, rec)
			}
			if len(jobs) != 1 || jobs[0].Index != h.Dir {
				t.Fatalf("left %+v", jobs)
			}
			if err := at(t, dir, noon).CatchUpIndex(t.Context()); err != nil {
				t.Fatal(err)
			}
			if text, rec = ask(); rec.Outcome != HookInjected || !strings.Contains(text, "Postgres 17") || len(jobs) != 1 {
				t.Errorf("after that %q, %+v, %+v", text, rec, jobs)
			}
		})
	}
}

// Few changed files are read at once: nothing is left, and the answer holds them.
func TestAHookReadsFewChangedFilesItself(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	plant(t, h, 1)
	o := Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, CWD: dir, Most: 10, Now: func() time.Time { return noon }}
	text, rec := Hook(t.Context(), event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "Where does planted service number 1 listen?"}),
		HookOptions{Open: o, Start: func(j Job) error { t.Errorf("left %+v", j); return nil }})
	if rec.Outcome != HookInjected || !strings.Contains(text, "20001") {
		t.Errorf("%q, %+v", text, rec)
	}
}

// plant writes an item's file as git does, not through the write service.
func plant(t *testing.T, h *Hub, n int) {
	t.Helper()
	it := items.Item{
		ID: items.ID(fmt.Sprintf("mem-20261001-planted-%08d", n)), Schema: 1, Type: items.Fact, Status: items.Active, Trust: items.Human, Author: "Ada", Project: "shop-api",
		Title: fmt.Sprintf("Planted service number %d listens on port %d", n, 20000+n), Created: noon, Updated: noon,
	}
	b, err := it.Encode()
	if err == nil {
		err = os.MkdirAll(filepath.Join(h.Dir, "items", "2026"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(h.Dir, "items", "2026", string(it.ID)+items.Ext), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
