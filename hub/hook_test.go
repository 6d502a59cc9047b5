package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/factline/memory/config"
	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/tokens"
	"github.com/factline/memory/writeservice"
)

// hooked answers one event on the store of a repository.
func hooked(t *testing.T, dir string, now time.Time, c hook.Call) (string, HookRecord) {
	t.Helper()
	o := Options{Place: Place{Dir: filepath.Join(dir, StoreName), Why: "project", Exists: true}, CWD: dir, Now: func() time.Time { return now }}
	text, rec := Hook(t.Context(), c, HookOptions{Open: o})
	KeepHook(o, rec)
	return text, rec
}

func event(agent, host string, more hook.Call) hook.Call {
	c, _ := hook.Decode(agent, host, nil, func(string) string { return "" })
	more.Agent, more.Event, more.HostEvent = c.Agent, c.Event, c.HostEvent
	if more.Session == "" {
		more.Session = "s1"
	}
	return more
}

func put(t *testing.T, h *Hub, it items.Item) items.ID {
	t.Helper()
	it.Author, it.Project = "Ada", "shop-api"
	r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: it})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	return r.ID
}

func TestNoHookExceedsTheCapOfItsHost(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	for n := range 40 {
		put(t, h, items.Item{Type: items.Policy, Title: fmt.Sprintf("Paging policy %d of the lists", n), Summary: fmt.Sprintf("Number %d: ", n) + strings.Repeat("\"paging\\ ", 50),
			Body: strings.Repeat("\t\"paging\" of the lists & <cursors> \\ is as it was when we wrote that down for you and them ", 200)})
	}
	if err := os.WriteFile(filepath.Join(dir, StoreName, config.FileName), []byte("pack:\n  floor: 0\nhook:\n  prompt_budget: 2000\n  boot_budget: 2000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, agent := range hook.Agents() {
		for _, host := range []string{"SessionStart", "UserPromptSubmit"} {
			c := event(agent.Name, host, hook.Call{Prompt: "how does paging of the lists work?", Session: host})
			text, rec := hooked(t, dir, noon.Add(time.Hour), c)
			out := string(c.Answer(text))
			if agent.MaxChars > 0 && utf8.RuneCountInString(out) > agent.MaxChars {
				t.Errorf("%s %s: %d characters", agent.Name, host, utf8.RuneCountInString(out))
			}
			if n := tokens.Count(text); n > 2000 || agent.MaxTokens > 0 && n > agent.MaxTokens || n != rec.Tokens {
				t.Errorf("%s %s: %d tokens, the record says %d", agent.Name, host, n, rec.Tokens)
			}
			if c.Shape().Takes() && rec.Outcome != HookInjected {
				t.Errorf("%s %s: %s %s", agent.Name, host, rec.Outcome, rec.Reason)
			}
		}
	}
}

func TestTheAgentIsAskedEveryFifthTurnOnce(t *testing.T) {
	dir := repo(t, "main")
	at(t, dir, noon)
	for turn := 1; turn <= 11; turn++ {
		hooked(t, dir, noon, event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "go on"}))
		for _, c := range []struct {
			more hook.Call
			want bool
		}{{hook.Call{Headless: true}, false}, {hook.Call{StopActive: true}, false}, {hook.Call{Subagent: true}, false}, {hook.Call{}, turn%5 == 0}, {hook.Call{}, false}} {
			text, rec := hooked(t, dir, noon, event("claude-code", "Stop", c.more))
			if got := text == contextpack.AskToStore; got != c.want || got != (rec.Outcome == HookAsked) {
				t.Errorf("turn %d, %+v: %q", turn, c.more, text)
			}
		}
	}
}

func TestSessionsAndAgentsAreKeptApart(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon), items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	ask := hook.Call{Prompt: "Which database does staging use?"}
	for _, c := range []hook.Call{event("claude-code", "UserPromptSubmit", ask), event("codex", "UserPromptSubmit", ask), event("claude-code", "UserPromptSubmit", hook.Call{Prompt: ask.Prompt, Session: "s2"})} {
		if text, _ := hooked(t, dir, noon, c); !strings.Contains(text, "Postgres 17") {
			t.Errorf("%s %s gets nothing", c.Agent, c.Session)
		}
		if text, rec := hooked(t, dir, noon, c); text != "" || rec.Outcome != HookAbstained {
			t.Errorf("%s %s gets it again: %s", c.Agent, c.Session, text)
		}
	}
}

func TestAHookThatIsOutOfTimeGivesWhatItHas(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon), items.Item{Type: items.Policy, Title: "Never force push to main"})
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	o := Options{Place: Place{Dir: filepath.Join(dir, StoreName), Exists: true}, CWD: dir}
	for host, want := range map[string]string{"SessionStart": HookLate, "UserPromptSubmit": HookLate, "PostToolUse": HookCaptured} {
		text, rec := Hook(ctx, event("claude-code", host, hook.Call{Prompt: "how do we push?", Tool: "Bash", Input: "ls"}), HookOptions{Open: o})
		if text == "" && rec.Outcome != want && rec.Outcome != HookFault {
			t.Errorf("%s: %+v", host, rec)
		}
	}
	list, err := at(t, dir, noon).Evidence.Spooled()
	if err != nil || len(list) != 1 {
		t.Errorf("what happened is not kept: %+v, %v", list, err)
	}
}

func TestACanaryIsSentUntilItIsTakenAway(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	if err := h.SetCanary("claude", "canary-7f3a9c"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []hook.Call{event("claude-code", "SessionStart", hook.Call{}), event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "hello"})} {
		if text, rec := hooked(t, dir, noon, c); !strings.Contains(text, "canary-7f3a9c") || rec.Canary != "canary-7f3a9c" {
			t.Errorf("%s: %q, %+v", c.HostEvent, text, rec)
		}
	}
	if text, _ := hooked(t, dir, noon, event("codex", "SessionStart", hook.Call{})); strings.Contains(text, "canary") {
		t.Error("another agent gets it")
	}
	if err := h.SetCanary("claude-code", ""); err != nil {
		t.Fatal(err)
	}
	if text, _ := hooked(t, dir, noon, event("claude-code", "SessionStart", hook.Call{})); strings.Contains(text, "canary") {
		t.Error("it is still sent")
	}
	if h.SetCanary("codex", "no spaces here") == nil || h.SetCanary("nobody", "canary-7f3a9c") == nil {
		t.Error("a token or an agent that cannot be is taken")
	}
	seen := false
	for line, err := range h.Ledger.Read(t.Context(), ledger.Runtime) {
		var o ledger.Observation
		seen = seen || err == nil && json.Unmarshal(line, &o) == nil && o.Agent == "claude-code" && o.Door == "hook" && o.Event == "SessionStart"
	}
	if !seen {
		t.Error("the ledger does not know that claude-code called")
	}
}

func TestWhatMemorySaidIsNoEvidence(t *testing.T) {
	dir := repo(t, "main")
	at(t, dir, noon)
	for _, tool := range []string{"mcp__memory__memory_search", "memory_read"} {
		hooked(t, dir, noon, event("claude-code", "PostToolUse", hook.Call{Tool: tool, Input: "{}", Output: "an old fact"}))
	}
	if list, err := at(t, dir, noon).Evidence.Spooled(); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestASettingSwitchesInjectionOff(t *testing.T) {
	dir := repo(t, "main")
	put(t, at(t, dir, noon), items.Item{Type: items.Policy, Title: "Never force push to main"})
	if err := os.WriteFile(filepath.Join(dir, StoreName, config.FileName), []byte("hook:\n  inject: false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, rec := hooked(t, dir, noon, event("claude-code", "SessionStart", hook.Call{})); text != "" || !slices.Contains([]string{HookAbstained}, rec.Outcome) {
		t.Errorf("%q, %+v", text, rec)
	}
}
