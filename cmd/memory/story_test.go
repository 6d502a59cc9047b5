package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/tokens"
)

// seat is one agent's place at the story's store.
type seat struct {
	t              *testing.T
	dir            string
	agent, session string
	transcript     string
	env            map[string]string
}

// hook delivers an event at a time and returns the text that the model gets.
func (s seat) hook(clock, event string, more map[string]any) string {
	s.t.Helper()
	payload := map[string]any{"session_id": s.session, "cwd": s.dir, "hook_event_name": event, "transcript_path": s.transcript}
	for k, v := range more {
		payload[k] = v
	}
	b, err := json.Marshal(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	out := s.run(clock, string(b), "hook "+event+" --agent "+s.agent+" --inline "+patient)
	if out == "" {
		return ""
	}
	var answer struct {
		Output struct {
			Text string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		s.t.Fatalf("%s: %v: %s", event, err, out)
	}
	return answer.Output.Text
}

func (s seat) run(clock, in, line string) string {
	s.t.Helper()
	out, status := hookRunAs(s.t, s.dir, clock, s.env, strings.NewReader(in), line)
	if status != 0 {
		s.t.Fatalf("%s: exit status %d: %s", line, status, out)
	}
	return out
}

// call makes one call of a tool by MCP and returns the text of its answer.
func (s seat) call(clock, tool string, arguments map[string]any) string {
	s.t.Helper()
	var in strings.Builder
	for id, m := range []map[string]any{
		{"method": "initialize", "params": map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": s.agent, "version": "1"}}},
		{"method": "notifications/initialized"},
		{"method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}},
	} {
		m["jsonrpc"] = "2.0"
		if m["method"] != "notifications/initialized" {
			m["id"] = id + 1
		}
		b, err := json.Marshal(m)
		if err != nil {
			s.t.Fatal(err)
		}
		fmt.Fprintf(&in, "%s\n", b)
	}
	out := s.run(clock, in.String(), "mcp")
	if strings.Contains(out, `"isError":true`) || !strings.Contains(out, `"id":3`) {
		s.t.Fatalf("%s: %s", tool, out)
	}
	return out
}

// writeTranscript is a session of Claude Code in which a person and the model say something.
func writeTranscript(t *testing.T, path, session, cwd string, said ...string) {
	t.Helper()
	var b strings.Builder
	for i, text := range said {
		role := [2]string{"user", "assistant"}[i%2]
		line, err := json.Marshal(map[string]any{
			"type": role, "uuid": fmt.Sprintf("u%d", i), "sessionId": session, "cwd": cwd, "version": "2.1.300",
			"timestamp": fmt.Sprintf("2026-11-29T10:%02d:00Z", i), "message": map[string]any{"role": role, "content": text},
		})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTwoAgentsOneProject: Claude Code decides and hands off; Codex starts with the handoff and the decision, asks, gets a fact, is
// told that it is wrong and corrects it; Claude Code's next session sees the correction and not the old value, which Codex had handed off before.
func TestTwoAgentsOneProject(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop-api")
	if err := os.MkdirAll(filepath.Join(dir, "home"), 0o755); err != nil {
		t.Fatal(err)
	}
	claude := func(session, transcript string) seat {
		return seat{t, dir, "claude-code", session, transcript, map[string]string{"CLAUDECODE": "1"}}
	}
	codex := seat{t, dir, "codex", "019a-b", "", map[string]string{"CODEX_THREAD_ID": "019a-b"}}

	// Weeks before: a fact comes from what a person said.
	early := claude("a0", filepath.Join(dir, "a0.jsonl"))
	early.run("2026-11-01T09:00:00Z", "", "init")
	writeTranscript(t, early.transcript, "a0", dir, "For the record, the orders export runs nightly at 02:00 on the worker.", "Noted.")
	early.hook("2026-11-01T09:10:00Z", "Stop", nil)
	early.call("2026-11-01T09:11:00Z", "memory_write", map[string]any{"type": "fact", "title": "The orders export runs nightly at 02:00",
		"summary": "The orders export runs nightly at 02:00 on the worker.", "evidence": []string{"the orders export runs nightly at 02:00 on the worker"}})

	// Claude Code, session A.
	a := claude("a1", filepath.Join(dir, "a1.jsonl"))
	a.hook("2026-11-29T10:00:00Z", "SessionStart", map[string]any{"source": "startup"})
	a.hook("2026-11-29T10:01:00Z", "UserPromptSubmit", map[string]any{"prompt": "We page the orders list by cursor, 50 a page. Start with the decoder."})
	writeTranscript(t, a.transcript, "a1", dir, "We page the orders list by cursor, 50 a page. Start with the decoder.", "The decoder is done.")
	a.call("2026-11-29T10:20:00Z", "memory_write", map[string]any{"type": "decision", "title": "The orders list pages by cursor",
		"summary": "The orders list pages by cursor, 50 a page.", "evidence": []string{"We page the orders list by cursor, 50 a page."}})
	out := a.run("2026-11-29T10:25:00Z", "", `handoff --objective "Page the orders list by cursor" --done "the decoder" --next "wire the decoder into db/orders.ts" --verify "make check"`)
	if !strings.Contains(out, "written") {
		t.Fatalf("the handoff: %s", out)
	}
	a.hook("2026-11-29T10:30:00Z", "SessionEnd", map[string]any{"reason": "exit"})

	// Codex, session B.
	start := codex.hook("2026-11-29T11:00:00Z", "SessionStart", map[string]any{"source": "startup"})
	if n := tokens.Count(start); n > 800 {
		t.Errorf("the start has %d tokens", n)
	}
	for _, want := range []string{"wire the decoder into db/orders.ts", "the decoder", "make check", "The orders list pages by cursor, 50 a page."} {
		if !strings.Contains(start, want) {
			t.Errorf("session B does not get %q:\n%s", want, start)
		}
	}
	if strings.Contains(start, "02:00") {
		t.Errorf("an old fact that nobody asked for:\n%s", start)
	}
	asked := codex.hook("2026-11-29T11:05:00Z", "UserPromptSubmit", map[string]any{"turn_id": "1", "prompt": "When does the orders export run?"})
	if !strings.Contains(asked, "nightly at 02:00") {
		t.Fatalf("session B asks and does not get the fact:\n%s", asked)
	}
	old := codex.run("2026-11-29T11:06:00Z", "", "search export --format json")
	var found struct {
		Entries []struct {
			ID string `json:"id"`
		} `json:"entries"`
	}
	if err := json.Unmarshal([]byte(old), &found); err != nil || len(found.Entries) == 0 {
		t.Fatal(old, err)
	}
	codex.run("2026-11-29T11:06:30Z", "", `handoff --objective "Look after the export" --decision "The orders export runs nightly at 02:00 on the worker." --next "check the export's log"`)
	codex.hook("2026-11-29T11:07:00Z", "UserPromptSubmit", map[string]any{"turn_id": "2", "prompt": "That is wrong: the orders export runs at 04:00 since last week. Correct it."})
	codex.call("2026-11-29T11:08:00Z", "memory_write", map[string]any{"type": "fact", "title": "The orders export runs nightly at 04:00",
		"summary": "The orders export runs nightly at 04:00 on the worker.", "supersedes": []string{found.Entries[0].ID}, "evidence": []string{"the orders export runs at 04:00 since last week"}})
	codex.hook("2026-11-29T11:09:00Z", "Stop", nil)

	// Claude Code again.
	next := claude("a2", filepath.Join(dir, "a2.jsonl"))
	again := next.hook("2026-11-29T12:00:00Z", "SessionStart", map[string]any{"source": "startup"})
	if !strings.Contains(again, "check the export's log") {
		t.Errorf("Claude Code's next session has no handoff of codex:\n%s", again)
	}
	again += next.hook("2026-11-29T12:01:00Z", "UserPromptSubmit", map[string]any{"prompt": "When does the orders export run?"})
	if !strings.Contains(again, "nightly at 04:00") || strings.Contains(again, "02:00") {
		t.Errorf("Claude Code's next session:\n%s", again)
	}
	if doctor, _ := hookRun(t, dir, "2026-11-29T12:02:00Z", strings.NewReader(""), "doctor"); !strings.Contains(doctor, "ok    hooks") {
		t.Error(doctor)
	}
}
