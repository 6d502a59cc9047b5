package hub

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
)

// What the hosts here do was seen in what their real clients sent: cmd/memory/testdata/recorded.

func TestWhatAHookGaveIsNotTakenForThePersonsWords(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	put(t, h, items.Item{Type: items.Fact, Title: "Orders page by cursor in the shop list"})
	given := "<hook_context>&lt;memory 1&gt; Orders page by cursor in the shop list\n&lt;/memory 1&gt;</hook_context>\n\n"
	text, rec := hooked(t, dir, noon, event("gemini-cli", "BeforeAgent", hook.Call{Prompt: given + "Which database does staging use?"}))
	if rec.Outcome != HookInjected || !strings.Contains(text, "Postgres 17") || strings.Contains(text, "cursor") {
		t.Errorf("%+v %q", rec, text)
	}
	if _, rec := hooked(t, dir, noon, event("gemini-cli", "BeforeAgent", hook.Call{Prompt: given + "thanks"})); rec.Outcome != HookAbstained || rec.Reason != "small_talk" {
		t.Errorf("%+v", rec)
	}
	files, _ := filepath.Glob(filepath.Join(dir, StoreName, "evidence", "spool", "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("%d sessions are kept", len(files))
	}
	if kept, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(kept), "Which database") || strings.Contains(string(kept), "cursor") {
		t.Errorf("kept as the person's words (%v): %s", err, kept)
	}
}

func TestAnEmptyPromptIsNoTurn(t *testing.T) {
	dir := repo(t, "main")
	at(t, dir, noon)
	for range 5 { // Qwen tells one after every tool
		hooked(t, dir, noon, event("qwen", "UserPromptSubmit", hook.Call{}))
	}
	if text, rec := hooked(t, dir, noon, event("qwen", "Stop", hook.Call{})); text != "" || rec.Outcome == HookAsked {
		t.Errorf("asked after no turn: %+v", rec)
	}
}

func TestACompactionThatGeminiOnlyConsidersForgetsNothing(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Fact, Title: "The staging database is a Postgres 17 replica"})
	ask := event("gemini-cli", "BeforeAgent", hook.Call{Prompt: "Which database does staging use?"})
	hooked(t, dir, noon, ask)
	for _, source := range []string{"auto", "manual"} {
		repeated := source == "manual"
		c, _ := hook.Decode("gemini-cli", "PreCompress", []byte(`{"session_id":"s1","trigger":"`+source+`"}`), func(string) string { return "" })
		hooked(t, dir, noon, c)
		if text, _ := hooked(t, dir, noon, ask); strings.Contains(text, "Postgres 17") != repeated {
			t.Errorf("after %s: %q", source, text)
		}
	}
}

func TestAHostThatTellsEveryCallOfTheModelGivesATitleOnce(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	put(t, h, items.Item{Type: items.Decision, Title: "The staging database is a Postgres 17 replica"})
	for _, first := range []int{0, 1} { // versions count from either
		session := "counted from " + string(rune('0'+first))
		for call := range 3 {
			text, _ := hooked(t, dir, noon, event("antigravity", "PreInvocation", hook.Call{Session: session, Turn: first + call}))
			if strings.Contains(text, "Postgres 17") != (call == 0) {
				t.Errorf("%s, call %d: %q", session, call, text)
			}
		}
	}
}

func TestAnInterruptedTurnDoesNotPutOffTheQuestion(t *testing.T) {
	dir := repo(t, "main")
	at(t, dir, noon)
	var asked []int
	for turn := 1; turn <= 13; turn++ {
		hooked(t, dir, noon, event("claude-code", "UserPromptSubmit", hook.Call{Prompt: "go on"}))
		if turn == 5 || turn == 6 { // the person stopped it: no Stop is told
			continue
		}
		if text, _ := hooked(t, dir, noon, event("claude-code", "Stop", hook.Call{})); text == contextpack.AskToStore {
			asked = append(asked, turn)
		}
	}
	if !slices.Equal(asked, []int{7, 12}) {
		t.Errorf("asked at %v", asked)
	}
}
