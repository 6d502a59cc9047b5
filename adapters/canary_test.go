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
		"not there":         {`{"type":"user","message":{"content":"hello"}}`, Nowhere},
		"handed over":       {`{"type":"attachment","attachment":{"type":"hook_additional_context","content":["` + token + `"]}}`, Transcript},
		"said":              {`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"It is ` + token + `."}]}}`, Answer},
		"said, with spaces": {`{"role": "assistant", "content": "` + token + `"}`, Answer},
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
