package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/transcript"
	"github.com/rogpeppe/go-internal/txtar"
)

// Bounds of the test, so that it stays one of seconds: sessions of an agent, and events of each kind of a session.
const (
	mostSessions = 4
	mostOfAKind  = 5
)

// TestRecordedSessionsComeThroughTheHook makes of what agents wrote down of real sessions the payloads that their hooks would have sent: the shape
// is each host's own (testdata/hook), the words are those of the session. Every one ends with status 0 and an answer that the host can read.
func TestRecordedSessionsComeThroughTheHook(t *testing.T) {
	sessions := recordedSessions(t)
	if len(sessions) < 6 {
		t.Errorf("sessions of %d agents, want 6: %v", len(sessions), slices.Sorted(maps.Keys(sessions)))
	}
	for _, agent := range slices.Sorted(maps.Keys(sessions)) {
		t.Run(agent, func(t *testing.T) {
			shapes := payloadShapes(t, agent)
			dir := hookStore(t)
			count := map[hook.Event]int{}
			for _, session := range sessions[agent] {
				for _, p := range sessionPayloads(session, shapes) {
					payload := bytes.ReplaceAll(p.payload, []byte("$CWD"), []byte(filepath.ToSlash(dir)))
					out, status := hookRun(t, dir, "", bytes.NewReader(payload), "hook "+p.host+" --agent "+agent+" --inline "+patient)
					if status != 0 {
						t.Fatalf("%s: exit status %d for %q", p.host, status, payload)
					}
					if agent != "kiro" && !validOrNone(out) || !utf8.ValidString(out) {
						t.Fatalf("%s: %q for %q", p.host, out, payload)
					}
					count[p.event]++
				}
			}
			t.Logf("%d sessions: %d prompts, %d tool calls, %d stops", len(sessions[agent]), count[hook.UserPromptSubmit], count[hook.PostToolUse], count[hook.Stop])
			if _, tells := shapes[hook.UserPromptSubmit]; tells && count[hook.UserPromptSubmit] == 0 || len(count) == 0 {
				t.Error("no prompt, or nothing at all, came through")
			}
			if out, _ := hookRun(t, dir, "", strings.NewReader(""), "doctor"); !strings.Contains(out, "ok    hooks") {
				t.Errorf("doctor finds something about hooks:\n%s", out)
			}
		})
	}
}

// recordedSessions are the events of public transcripts by the agent whose hooks we know; files in no such format do not count.
func recordedSessions(t *testing.T) map[string][][]transcript.Event {
	t.Helper()
	data := os.Getenv("MEMORY_GATE_DATA")
	root := filepath.Join(data, "transcripts")
	if _, err := os.Stat(root); data == "" || err != nil {
		t.Skip("no public transcripts: set MEMORY_GATE_DATA")
	}
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil && info.Size() < 1<<19 {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][][]transcript.Event{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var events []transcript.Event
		stop := errors.New("known enough")
		_, _, err = transcript.Parse(t.Context(), transcript.Source{Path: file, R: bytes.NewReader(b)}, func(e transcript.Event) error {
			if a, known := hook.Named(e.Agent); !known || len(out[a.Name]) >= mostSessions {
				return stop
			}
			events = append(events, e)
			return nil
		}, func(transcript.Skip) {})
		if err != nil && !errors.Is(err, transcript.ErrUnknown) && !errors.Is(err, stop) || len(events) == 0 {
			continue
		}
		spoken := func(e transcript.Event) bool { return e.Channel == transcript.FromUser && e.Kind == transcript.Message }
		if a, _ := hook.Named(events[0].Agent); slices.ContainsFunc(events, spoken) {
			out[a.Name] = append(out[a.Name], events)
		}
	}
	return out
}

// shape is a payload of a host as it is known, with the host's name for the event.
type shape struct {
	host    string
	payload map[string]any
}

// payloadShapes are the first payloads of an agent for the events of a turn.
func payloadShapes(t *testing.T, agent string) map[hook.Event]shape {
	t.Helper()
	a, err := txtar.ParseFile("testdata/hook/" + agent + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	out := map[hook.Event]shape{}
	for i := 0; i+1 < len(a.Files); i += 2 {
		_, host, _ := strings.Cut(a.Files[i].Name, " ")
		c, err := hook.Decode(agent, host, a.Files[i].Data, func(string) string { return "" })
		if err != nil {
			continue // a broken payload that stands there on purpose
		}
		s := shape{host: host}
		if json.Unmarshal(a.Files[i].Data, &s.payload) != nil {
			continue
		}
		if _, there := out[c.Event]; !there {
			out[c.Event] = s
		}
	}
	return out
}

type sentPayload struct {
	event   hook.Event
	host    string
	payload []byte
}

// sessionPayloads are what a host would have sent in a session: its prompts, its tool calls with what came back, and the end of each turn.
func sessionPayloads(events []transcript.Event, shapes map[hook.Event]shape) (out []sentPayload) {
	sent := map[hook.Event]int{}
	send := func(event hook.Event, words map[string]string) {
		s, known := shapes[event]
		if !known || sent[event] >= mostOfAKind {
			return
		}
		sent[event]++
		b, err := json.Marshal(worded(s.payload, words))
		if err == nil {
			out = append(out, sentPayload{event, s.host, b})
		}
	}
	said, input := "", map[string]string{}
	for _, e := range events {
		switch {
		case e.Kind == transcript.Message && e.Channel == transcript.FromUser:
			if said != "" {
				send(hook.Stop, map[string]string{"said": said})
			}
			said = ""
			send(hook.UserPromptSubmit, map[string]string{"prompt": e.Text})
		case e.Kind == transcript.Message && e.Channel == transcript.FromAssistant:
			said = e.Text
		case e.Kind == transcript.ToolCall:
			input[e.Tool] = e.Text
		case e.Kind == transcript.ToolResult:
			send(hook.PostToolUse, map[string]string{"tool": e.Tool, "input": input[e.Tool], "output": e.Text})
		}
	}
	send(hook.Stop, map[string]string{"said": said})
	return out
}

// wordKeys says which words of a session stand under which key of hosts' payloads.
var wordKeys = map[string]string{
	"prompt": "prompt", "user_prompt": "prompt", "userPrompt": "prompt",
	"tool_name": "tool", "toolName": "tool", "tool": "tool",
	"command": "input", "tool_output": "output", "output": "output", "stdout": "output", "textResultForLlm": "output", "text_result_for_llm": "output",
	"result": "output", "llmContent": "output", "result_json": "output",
	"last_assistant_message": "said", "lastAssistantMessage": "said", "prompt_response": "said", "response": "said",
}

// worded is a payload with the words of a session in place of those that stood there.
func worded(v any, words map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = worded(value, words)
			if text, named := words[wordKeys[key]]; named {
				if _, isText := value.(string); isText {
					out[key] = text
				}
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = worded(v[i], words)
		}
		return out
	}
	return v
}
