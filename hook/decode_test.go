package hook

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

func env(pairs ...string) func(string) string {
	m := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(key string) string { return m[key] }
}

func decoded(t *testing.T, agent, event, payload string, getenv func(string) string) Call {
	t.Helper()
	c, err := Decode(agent, event, []byte(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEveryHostNameGivesItsEvent(t *testing.T) {
	for _, a := range Agents() {
		seen := map[string]bool{}
		for _, l := range a.Lines {
			if seen[folded(l.Host)] {
				t.Errorf("%s: %s stands twice", a.Name, l.Host)
			}
			seen[folded(l.Host)] = true
			for _, name := range []string{l.Host, strings.ToUpper(l.Host), strings.ReplaceAll(l.Host, ".", "-")} {
				if c := decoded(t, a.Name, name, "{}", env()); c.Event != l.Event {
					t.Errorf("%s %s: %q, want %q", a.Name, name, c.Event, l.Event)
				}
			}
		}
		for _, alias := range a.Aliases {
			if got, ok := Named(alias); !ok || got.Name != a.Name {
				t.Errorf("%s names %s", alias, got.Name)
			}
		}
	}
}

// The fields that each host spells in its own way.
func TestFieldsOfAllSpellings(t *testing.T) {
	for _, c := range []struct {
		agent, event, payload string
		want                  Call
	}{
		{"claude", "", `{"session_id":"s","cwd":"/w","transcript_path":"/t","hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"u","tool_input":{"command":"ls"},"tool_response":{"stdout":"a"}}`,
			Call{Agent: "claude-code", Event: PostToolUse, HostEvent: "PostToolUse", Session: "s", CWD: "/w", Transcript: "/t", EventID: "u", Tool: "Bash", Input: `{"command":"ls"}`, Output: `{"stdout":"a"}`}},
		{"cursor", "", `{"conversation_id":"c","workspace_roots":["/w","/v"],"hook_event_name":"stop","cursor_version":"3.1","loop_count":1}`,
			Call{Agent: "cursor", Event: Stop, HostEvent: "stop", Session: "c", CWD: "/w", Version: "3.1", StopActive: true}},
		{"copilot-cli", "postToolUse", `{"sessionId":"c","cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls\"}","toolResult":{"resultType":"success","textResultForLlm":"a"}}`,
			Call{Agent: "copilot-cli", Event: PostToolUse, HostEvent: "postToolUse", Session: "c", CWD: "/w", Tool: "bash", Input: `{"command":"ls"}`, Output: "a"}},
		{"antigravity", "PreInvocation", `{"conversationId":"c","workspacePaths":["/w"],"transcriptPath":"/t","invocationNum":3}`,
			Call{Agent: "antigravity", Event: SessionStart, HostEvent: "PreInvocation", Session: "c", CWD: "/w", Transcript: "/t", Turn: 3}},
		{"antigravity", "PostToolUse", `{"conversationId":"c","stepIdx":4,"toolCall":{"name":"run_command","args":{"CommandLine":"ls"}},"error":"no"}`,
			Call{Agent: "antigravity", Event: PostToolUse, HostEvent: "PostToolUse", Session: "c", EventID: "4", Tool: "run_command", Input: `{"CommandLine":"ls"}`, Output: "no", Failed: true}},
		{"gemini", "", `{"session_id":"s","hook_event_name":"AfterAgent","prompt":"p","prompt_response":"r","stop_hook_active":true}`,
			Call{Agent: "gemini-cli", Event: Stop, HostEvent: "AfterAgent", Session: "s", Prompt: "p", Message: "r", StopActive: true}},
		{"claude-code", "", `{"session_id":["s"],"cwd":"relative","transcript_path":7,"hook_event_name":"SubagentStop","agent_id":"a","entrypoint":"sdk-ts"}`,
			Call{Agent: "claude-code", Event: SubagentStop, HostEvent: "SubagentStop", Subagent: true, Headless: true}},
		{"nobody", "x", `{"session_id":"s"}`, Call{Agent: "nobody", HostEvent: "x", Session: "s"}},
	} {
		if got := decoded(t, c.agent, c.event, c.payload, env()); got != c.want {
			t.Errorf("%s %s:\n got %+v\nwant %+v", c.agent, c.event, got, c.want)
		}
	}
}

func TestTheEnvironmentTellsGuardAndHeadlessRuns(t *testing.T) {
	for _, c := range []struct {
		getenv            func(string) string
		guarded, headless bool
	}{
		{env(), false, false}, {env(GuardVariable, "1"), true, false}, {env("CI", "true"), false, true}, {env("CI", "false"), false, false},
		{env("GITHUB_ACTIONS", "true"), false, true}, {env("CLAUDE_CODE_ENTRYPOINT", "sdk-py"), false, true}, {env("CLAUDE_CODE_ENTRYPOINT", "cli"), false, false},
	} {
		if got := decoded(t, "codex", "Stop", "{}", c.getenv); got.Guarded != c.guarded || got.Headless != c.headless {
			t.Errorf("%+v, want %v, %v", got, c.guarded, c.headless)
		}
	}
	if got := decoded(t, "codex", "Stop", `{"memory_hook_child":true}`, env()); !got.Guarded {
		t.Error("the payload's guard is not seen")
	}
}

func TestFirstStopsAtTheEndOfTheValue(t *testing.T) {
	for in, want := range map[string]string{`{"a":1}{"b":2}`: `{"a":1}`, "  {\"a\":\n1}  rest": "{\"a\":\n1}", "": "", " \n": ""} {
		got, err := First(iotest.OneByteReader(strings.NewReader(in)))
		if err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for in, want := range map[string]string{"{": "{}", `{"a":`: "{}", `{"a":{"b":"wor`: `{"a":{"b":"wor"}}`} {
		if got, err := First(strings.NewReader(in)); !errors.Is(err, ErrCut) || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{"nonsense", "\x00", strings.Repeat("[", 20_000)} {
		if got, err := First(strings.NewReader(in)); !errors.Is(err, ErrPayload) {
			t.Errorf("%.20q: %q, %v", in, got, err)
		}
	}
	endless := io.MultiReader(strings.NewReader(`{"a":"`), neverEnding('x'))
	if got, err := First(endless); !errors.Is(err, ErrCut) || !json.Valid(got) || len(got) < MaxPayload {
		t.Errorf("an endless value: %d bytes, %v", len(got), err)
	}
}

type neverEnding byte

func (b neverEnding) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

func TestCapsOfTheHosts(t *testing.T) {
	for agent, want := range map[string][2]int{"claude-code": {9000 - envelope, 5000}, "codex": {0, 2000}, "cursor": {0, 5000}} {
		if chars, tokens := (Call{Agent: agent}).Room(5000); chars != want[0] || tokens != want[1] {
			t.Errorf("%s: %d, %d, want %v", agent, chars, tokens, want)
		}
	}
	c := Call{Agent: "claude-code", HostEvent: "UserPromptSubmit"}
	if n := utf8.RuneCount(c.Answer("")); n != 0 {
		t.Errorf("an empty answer has %d characters", n)
	}
	if n := utf8.RuneCount(c.Answer("x")); n > envelope {
		t.Errorf("the JSON around a text takes %d characters, more than %d", n, envelope)
	}
}

// Whatever the payload and whatever the text, what the agent reads is one JSON object on one line or nothing, and the text comes back out
// of it; an agent that reads text gets the text.
func FuzzAnswer(f *testing.F) {
	files, err := filepath.Glob("../cmd/memory/testdata/hook/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no payloads to start from", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(line, "{") {
				f.Add(strings.TrimSuffix(filepath.Base(file), ".txtar"), "", line, "text \"<&> \u2028")
			}
		}
	}
	f.Fuzz(func(t *testing.T, agent, event, payload, text string) {
		value, err := First(strings.NewReader(payload))
		if err != nil {
			value = nil
		}
		c, _ := Decode(agent, event, value, env())
		out := c.Answer(strings.ToValidUTF8(text, ""))
		shape := c.Shape()
		if len(out) == 0 || shape == Plain {
			return
		}
		var object map[string]any
		if json.Unmarshal(out, &object) != nil || strings.Count(string(out), "\n") != 1 {
			t.Fatalf("%s %s: %q", c.Agent, c.HostEvent, out)
		}
		if shape.Takes() && !strings.Contains(string(out), mustJSON(t, strings.ToValidUTF8(text, ""))) {
			t.Fatalf("%s %s loses the text: %q", c.Agent, c.HostEvent, out)
		}
	})
}

func mustJSON(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestAFinishedTaskBringsItsSubjectAndDescription(t *testing.T) {
	for payload, want := range map[string]string{
		`{"task_subject": "Page the list", "task_description": "With a cursor."}`: "Page the list\nWith a cursor.",
		`{"task_subject": "Page the list", "task_description": "Page the list"}`:  "Page the list",
		`{"task_description": "With a cursor."}`:                                  "With a cursor.",
		`{"task_subject": "Page the list"}`:                                       "Page the list",
	} {
		c, err := Decode("claude-code", "TaskCompleted", []byte(payload), func(string) string { return "" })
		if err != nil || c.Message != want {
			t.Errorf("%s: %q %v", payload, c.Message, err)
		}
	}
	if c, _ := Decode("claude-code", "Stop", []byte(`{"message": "done", "task_description": "x"}`), func(string) string { return "" }); c.Message != "done" {
		t.Errorf("another event: %q", c.Message)
	}
}
