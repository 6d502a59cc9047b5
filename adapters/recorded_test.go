package adapters

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/factline/memory/ledger"
)

// What real clients and documentation tell of where a session is kept, against a hook that somebody runs by hand.
func TestACallCountsWhereTheAgentHasARecordOfItsSession(t *testing.T) {
	const id = "45f69b21-f53b-4647-9688-561e3b826830"
	for name, c := range map[string]struct {
		agent, session string
		file, content  string // below the home directory
		names          string // the transcript that the payload names
		want           Proof
	}{
		"claude-code":                        {"claude-code", id, ".claude/projects/-shop-api/" + id + ".jsonl", "", "", OwnRecord},
		"claude-code, the start of a file":   {"claude-code", id, ".claude/projects/-shop-api/" + id + "0.jsonl", "", "", ""},
		"claude-code, nothing":               {"claude-code", id, "", "", "", ""},
		"claude-code, a path of somebody":    {"claude-code", id, "mine/" + id + ".jsonl", id, "mine/" + id + ".jsonl", ""},
		"claude-code, named, not there":      {"claude-code", id, "", "", ".claude/projects/-shop-api/" + id + ".jsonl", ""},
		"claude-code, without a session":     {"claude-code", "", ".claude/projects/-shop-api/.jsonl", "", "", ""},
		"claude-code, the name of a folder":  {"claude-code", "projects", ".claude/projects/-shop-api/x.jsonl", "projects", "", ""},
		"codex":                              {"codex", id, ".codex/sessions/2026/11/30/rollout-2026-11-30T05-57-24-" + id + ".jsonl", "", "", OwnRecord},
		"gemini-cli":                         {"gemini-cli", id, ".gemini/tmp/shop-api/chats/session-2026-11-30T05-57-45f69b21.jsonl", `{"sessionId":"` + id + `"}`, ".gemini/tmp/shop-api/chats/session-2026-11-30T05-57-45f69b21.jsonl", OwnRecord},
		"gemini-cli, of another session":     {"gemini-cli", id, ".gemini/tmp/shop-api/chats/session-2026-11-30T05-57-45f69b21.jsonl", "{}", ".gemini/tmp/shop-api/chats/session-2026-11-30T05-57-45f69b21.jsonl", ""},
		"copilot-cli":                        {"copilot-cli", id, ".copilot/session-state/" + id + "/events.jsonl", "", "", OwnRecord},
		"droid":                              {"droid", id, ".factory/sessions/-shop-api/" + id + ".jsonl", "", "", OwnRecord},
		"qwen":                               {"qwen", id, ".qwen/projects/-shop-api/chats/" + id + ".jsonl", "", "", OwnRecord},
		"opencode, a row of a database":      {"opencode", "ses_dd4f77758ffeDIZCmuRH4TZBDI", ".local/share/opencode/opencode.db", "SQLite\x00ses_dd4f77758ffeDIZCmuRH4TZBDIx", "", OwnRecord},
		"opencode, what was not yet put in":  {"opencode", "ses_dd4f77758ffeDIZCmuRH4TZBDI", ".local/share/opencode/opencode.db-wal", "\x00ses_dd4f77758ffeDIZCmuRH4TZBDI", "", OwnRecord},
		"claude-code, in another session":    {"claude-code", id, ".claude/projects/-shop-api/x.jsonl", id, "", ""},
		"opencode, a word in a database":     {"opencode", "session", ".local/share/opencode/opencode.db", "SQLite\x00session", "", ""},
		"cursor, the terminal":               {"cursor", id, ".cursor/projects/repo/agent-transcripts/" + id + ".jsonl", "", "", OwnRecord},
		"cursor, the editor":                 {"cursor", id, ".cursor/projects/repo/agent-transcripts/" + id + "/" + id + ".jsonl", "", "", OwnRecord},
		"cline":                              {"cline", "1796018279566", ".cline/data/tasks/1796018279566/api_conversation_history.json", "[]", "", OwnRecord},
		"kiro, the terminal":                 {"kiro", id, ".kiro/sessions/cli/" + id + ".json", "{}", "", OwnRecord},
		"kiro, the editor":                   {"kiro", id, ".config/Kiro/User/globalStorage/kiro.kiroagent/workspace-sessions/L3JlcG8/" + id + ".json", "{}", "", OwnRecord},
		"antigravity":                        {"antigravity", id, ".gemini/antigravity-cli/brain/" + id + "/.system_generated/logs/transcript.jsonl", "", "", OwnRecord},
		"devin":                              {"devin", id, ".local/share/devin/cli/transcripts/" + id + ".json", "{}", "", OwnRecord},
		"devin, nothing":                     {"devin", id, "", "", "", ""},
		"qoder, whose sessions nobody knows": {"qoder", id, "", "", "", NoProof},
		"qoder, a transcript":                {"qoder", id, ".qoder/projects/repo/" + id + ".jsonl", "{}", ".qoder/projects/repo/" + id + ".jsonl", OwnRecord},
		"qoder, a transcript that is not":    {"qoder", id, "", "", ".qoder/projects/repo/" + id + ".jsonl", ""},
		"windsurf":                           {"windsurf", id, "", "", "", NoProof},
	} {
		t.Run(name, func(t *testing.T) {
			m := machine(t)
			m.GOOS = "linux"
			if c.file != "" {
				path := filepath.Join(m.Home, filepath.FromSlash(c.file))
				put(t, path, []byte(c.content), 0o600)
				if err := os.Chtimes(path, now, now); err != nil {
					t.Fatal(err)
				}
			}
			o := ledger.Observation{At: now, Agent: c.agent, Door: "hook", Event: "Stop", Session: c.session}
			if c.names != "" {
				o.Transcript = filepath.Join(m.Home, filepath.FromSlash(c.names))
			}
			r := &recorded{m: m, agent: find(t, c.agent)}
			if got := r.proof(o); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got := r.proof(o); got != c.want {
				t.Errorf("the second time: %q, want %q", got, c.want)
			}
			if got := r.proof(ledger.Observation{At: now, Agent: c.agent, Door: "mcp"}); got != Protocol {
				t.Errorf("by MCP: %q", got)
			}
		})
	}
}
