package adapters

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestCanaryIsFoundWhereTheAgentPutIt(t *testing.T) {
	const token = "canary-1a2b3c"
	for name, c := range map[string]struct {
		line string
		want Seen
	}{
		"not there":                        {`{"type":"user","message":{"content":"hello"}}`, Nowhere},
		"handed over":                      {`{"type":"attachment","attachment":{"type":"hook_additional_context","content":["` + token + `"]}}`, Transcript},
		"said":                             {`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"It is ` + token + `."}]}}`, Answer},
		"handed over, a session in a line": {`[{"role":"user","content":[{"type":"text","text":"` + token + `"}]},{"role":"assistant","content":"I see."}]`, Transcript},
		"said, a session in a line":        {`[{"role":"user","content":"which?"},{"role":"assistant","content":[{"type":"text","text":"` + token + `"}]}]`, Answer},
		"a tool's result":                  {`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"` + token + `"}]}}`, Transcript},
		"codex":                            {`{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + token + `"}]}}`, Answer},
		"codex, an event":                  {`{"type":"event_msg","payload":{"type":"agent_message","message":"` + token + `"}}`, Answer},
		"gemini":                           {`{"id":"1","type":"gemini","content":"` + token + `"}`, Answer},
		"copilot":                          {`{"type":"assistant.message","data":{"content":"` + token + `"}}`, Answer},
		"in a database":                    {"SQLite format 3\x00" + `{"role":"assistant"}{"text":"` + token + `"}`, Database},
		"said, with spaces":                {`{"role": "assistant", "content": "` + token + `"}`, Answer},
	} {
		m := machine(t)
		file := filepath.Join(m.Home, ".claude", "projects", "-repo", "s.jsonl")
		put(t, file, []byte("{}\n"+c.line+"\n"), 0o600)
		seen, path, err := m.LookFor(t.Context(), find(t, "claude-code"), token, time.Time{})
		if err != nil || seen != c.want || (path == file) != (c.want != Nowhere) {
			t.Errorf("%s: %s %s %v", name, seen, path, err)
		}
		old := now.Add(-time.Hour)
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
		if seen, _, _ := m.LookFor(t.Context(), find(t, "claude-code"), token, now); seen != Nowhere {
			t.Errorf("%s: a transcript of before counts", name)
		}
	}
}

func TestEveryAgentThatNamesItsTranscriptsCanBeAskedForTheCanary(t *testing.T) {
	const token = "canary-1a2b3c"
	for name, c := range map[string]struct {
		agent, file, line string
		want              Seen
	}{
		"antigravity, handed over": {"antigravity", ".gemini/antigravity-cli/brain/c1/.system_generated/logs/transcript.jsonl",
			`{"step_index":2,"source":"SYSTEM","type":"SYSTEM_MESSAGE","content":"` + token + `"}`, Transcript},
		"antigravity, said": {"antigravity", ".gemini/antigravity/brain/c1/.system_generated/logs/transcript.jsonl",
			`{"step_index":3,"source":"MODEL","type":"PLANNER_RESPONSE","content":"` + token + `"}`, Answer},
		"antigravity, a tool's answer": {"antigravity", ".gemini/antigravity-ide/brain/c1/.system_generated/logs/transcript.jsonl",
			`{"step_index":3,"source":"MODEL","type":"RUN_COMMAND","content":"` + token + `"}`, Transcript},
		"kiro": {"kiro", ".kiro/sessions/cli/s1.json", `{"conversation":"` + token + `"}`, Transcript},
	} {
		m := machine(t)
		file := filepath.Join(m.Home, filepath.FromSlash(c.file))
		put(t, file, []byte(c.line+"\n"), 0o600)
		if seen, path, err := m.LookFor(t.Context(), find(t, c.agent), token, time.Time{}); err != nil || seen != c.want || path != file {
			t.Errorf("%s: %s %s %v", name, seen, path, err)
		}
	}
}
