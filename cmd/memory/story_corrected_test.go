package main

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// itemID is how items are called in answers.
var itemID = regexp.MustCompile(`mem-\d{8}-[\p{L}0-9-]+`)

// caseID is how cases are called.
var caseID = regexp.MustCompile(`case-[0-9a-f]{8}`)

// TestACorrectionOfWhatAPersonApproved: session A decides, a person approves, and hands off; in session B the person says that it is otherwise now, and the
// agent writes that by MCP. A's next session sees the new value and not the old one, whether the agent named the old one or not; nothing is lost, and a
// person settles it. What the agent corrects without a person's word waits for review.
func TestACorrectionOfWhatAPersonApproved(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before        string // what a person approved
		told          string // what he says in session B; "" = nothing of it
		title, text   string // as the agent writes it
		supersedes    bool
		status        string
		sees, seesNot string
		settle        string // what a person does afterwards, with the id
	}{
		{"with the old one named", "The orders list returns 50 rows a page.", "From now on the orders list returns 250 rows a page, not 50.", "Page size of the orders list is 250", "The orders list returns 250 rows a page.", true, "written", "250 rows", "returns 50 rows", "conflicts resolve CASE --choose ID"},
		{"with nothing named", "The orders list returns 50 rows a page.", "From now on the orders list returns 250 rows a page, not 50.", "Page size of the orders list is 250", "From now on the orders list returns 250 rows a page, not 50.", false, "written", "250 rows", "returns 50 rows", "conflicts resolve CASE --choose ID"},
		{"in a few words", "The page size is 50.", "The page size is 250 from now on, not 50.", "Page size is 250", "The page size is 250 from now on, not 50.", false, "written", "250", "is 50", "conflicts resolve CASE --choose ID"},
		{"in Chinese", "订单列表每页 50 行。", "订单列表改为每页 250 行，不是 50 行。", "订单列表每页 250 行", "订单列表每页 250 行。", true, "written", "250 行", "每页 50", "conflicts resolve CASE --choose ID"},
		{"by the agent alone", "The orders list returns 50 rows a page.", "", "Page size of the orders list is 250", "The orders list returns 250 rows a page.", true, "proposed", "returns 50 rows", "250 rows", "review approve ID"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "shop api")
			if err := os.MkdirAll(filepath.Join(dir, "home"), 0o755); err != nil {
				t.Fatal(err)
			}
			person := seat{t, dir, "", "", "", nil}
			a := seat{t, dir, "claude-code", "a1", filepath.Join(dir, "a1.jsonl"), map[string]string{"CLAUDECODE": "1"}}
			b := seat{t, dir, "codex", "019a-b", "", map[string]string{"CODEX_THREAD_ID": "019a-b"}}
			person.run("2026-11-29T09:00:00Z", "", "init")
			writeTranscript(t, a.transcript, "a1", dir, tt.before, "Noted.")
			a.hook("2026-11-29T10:01:00Z", "UserPromptSubmit", map[string]any{"prompt": tt.before})
			old := itemID.FindString(a.call("2026-11-29T10:02:00Z", "memory_write", map[string]any{"type": "decision", "title": "The lists",
				"summary": tt.before}))
			person.run("2026-11-29T10:04:00Z", "", "review approve "+old)
			a.hook("2026-11-29T10:05:00Z", "SessionEnd", map[string]any{"reason": "exit"})

			said := "Please look at the orders list."
			arguments := map[string]any{"type": "decision", "title": tt.title, "summary": tt.text}
			if tt.told != "" {
				said = tt.told
				arguments["evidence"] = []string{tt.told}
			}
			if tt.supersedes {
				arguments["supersedes"] = []string{old}
			}
			b.hook("2026-11-29T11:00:00Z", "UserPromptSubmit", map[string]any{"turn_id": "1", "prompt": said})
			out := b.call("2026-11-29T11:01:00Z", "memory_write", arguments)
			if !strings.Contains(out, `"status":"`+tt.status+`"`) {
				t.Errorf("the correction: %s", out)
			}
			b.hook("2026-11-29T11:02:00Z", "Stop", nil)

			question := map[string]string{"in Chinese": "订单列表每页多少行？", "in a few words": "What is the page size?"}[tt.name]
			question = cmp.Or(question, "How many rows does the orders list return a page?")
			next := seat{t, dir, "claude-code", "a2", filepath.Join(dir, "a2.jsonl"), map[string]string{"CLAUDECODE": "1"}}
			again := next.hook("2026-11-29T12:00:00Z", "SessionStart", map[string]any{"source": "startup"}) +
				next.hook("2026-11-29T12:01:00Z", "UserPromptSubmit", map[string]any{"prompt": question})
			if !strings.Contains(again, tt.sees) || strings.Contains(again, tt.seesNot) {
				t.Errorf("the next session:\n%s", again)
			}
			if tt.status == "written" && !strings.Contains(again, "disputed") {
				t.Errorf("the next session is not told that it is disputed:\n%s", again)
			}
			id := itemID.FindString(out)
			settle := strings.NewReplacer("ID", id, "CASE", caseID.FindString(person.run("2026-11-29T12:02:00Z", "", "conflicts"))).Replace(tt.settle)
			person.run("2026-11-29T12:03:00Z", "", settle)
			last := seat{t, dir, "claude-code", "a3", filepath.Join(dir, "a3.jsonl"), map[string]string{"CLAUDECODE": "1"}}
			settled := last.hook("2026-11-29T13:00:00Z", "UserPromptSubmit", map[string]any{"prompt": question})
			if !strings.Contains(settled, "250") || strings.Contains(settled, "disputed") || strings.Contains(settled, "returns 50 rows") {
				t.Errorf("after %s:\n%s", settle, settled)
			}
		})
	}
}
