package hub

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
)

// An agent in which two scopes are installed starts a hook of each for one event: one of them gives, whichever comes first, and the turn counts once.
// What happened is kept as often as it was told: no content tells a repetition from a second process.
func TestTwoHooksOfOneEventGiveOnce(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon), items.Item{Type: items.Policy, Title: "Staging database", Summary: "It is a Postgres 17 replica of production.", Tags: []string{"pinned"}})
	o := Options{Place: Place{Dir: filepath.Join(dir, StoreName), Why: "project", Exists: true}, CWD: dir, Now: func() time.Time { return noon }}
	for _, host := range []string{"SessionStart", "UserPromptSubmit"} {
		for trial := range 10 {
			c := event("claude-code", host, hook.Call{Source: "startup", Prompt: "Which database does staging use?", Session: host + strings.Repeat("x", trial)})
			began := time.Now()
			var texts, reasons [3]string
			var all sync.WaitGroup
			for i := range texts {
				all.Go(func() {
					text, rec := Hook(t.Context(), c, HookOptions{Open: o, Began: began})
					texts[i], reasons[i] = text, rec.Outcome+" "+rec.Reason
				})
			}
			all.Wait()
			given := 0
			for _, text := range texts {
				if strings.Contains(text, "Postgres 17") {
					given++
				}
			}
			if given != 1 {
				t.Errorf("%s: given %d times: %q", host, given, reasons)
			}
			s := &hookSession{call: c, options: o}
			if m := s.session(t.Context()); host == "UserPromptSubmit" && m.turns != 1 || len(m.given) != 1 {
				t.Errorf("%s: %d turns, %d given", host, m.turns, len(m.given))
			}
		}
	}
	again := event("claude-code", "SessionStart", hook.Call{Source: "startup", Session: "SessionStart"})
	if text, rec := hooked(t, dir, noon, again); text == "" {
		t.Errorf("a start that came later gets nothing: %s", rec.Reason)
	}
	ask := event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "Which database does staging use?", Session: "UserPromptSubmit"})
	hooked(t, dir, noon, ask)
	if m := (&hookSession{call: ask, options: o}).session(t.Context()); m.turns != 2 {
		t.Errorf("a prompt that was said again makes %d turns", m.turns)
	}
}
