package adapters

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/ledger"
)

func TestVerifiedNeedsFreshEvidence(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	must(t, m, m.Install(a, User))
	see := func(age time.Duration, injected int) ledger.Observation {
		return ledger.Observation{At: now.Add(-age), Agent: "claude-code", Version: "2.1.300", Door: "hook", Event: "SessionStart", Injected: injected}
	}
	for name, c := range map[string]struct {
		seen []ledger.Observation
		want string
	}{
		"no sign":                   {nil, "runtime_not_observed context_not_injected"},
		"a call only":               {[]ledger.Observation{see(time.Hour, 0)}, "context_not_injected"},
		"both":                      {[]ledger.Observation{see(time.Hour, 500)}, ""},
		"old":                       {[]ledger.Observation{see(8*24*time.Hour, 500)}, "runtime_stale context_stale"},
		"another agent":             {[]ledger.Observation{{At: now, Agent: "codex", Injected: 5}}, "runtime_not_observed context_not_injected"},
		"from the future":           {[]ledger.Observation{see(-time.Hour, 500)}, "runtime_not_observed context_not_injected"},
		"fresh call, old injection": {[]ledger.Observation{see(time.Hour, 0), see(9*24*time.Hour, 500)}, "context_stale"},
	} {
		got := m.Capability(a, c.seen)
		if strings.Join(got.Blockers, " ") != c.want || got.Verified != (c.want == "") {
			t.Errorf("%s: %v %v", name, got.Verified, got.Blockers)
		}
	}
	m.Binary = filepath.Join(m.Home, "gone")
	if got := m.Capability(a, []ledger.Observation{see(0, 5)}); got.Verified {
		t.Error("verified though the entries name another binary")
	}
}

func TestEveryAgentIsWholeData(t *testing.T) {
	names := map[string]bool{}
	for _, a := range Agents() {
		if a.Name == "" || a.Title == "" || a.Source == "" || a.Checked == "" || names[a.Name] {
			t.Errorf("%+v lacks something", a)
		}
		names[a.Name] = true
		m := machine(t)
		for _, f := range a.Files {
			for _, e := range m.edits(a, f.Entries, nil) {
				for _, s := range texts(e.Value) {
					if strings.Contains(s, "${") || strings.Contains(s, "{memory}") || strings.Contains(s, "{command}") {
						t.Errorf("%s: %q is not filled in", a.Name, s)
					}
				}
			}
		}
	}
	for _, want := range strings.Fields(`claude-code codex cursor gemini-cli copilot-cli vscode opencode cline roo kilo continue zed windsurf warp droid kiro
		qwen antigravity devin goose amp hermes openclaw pi qoder aider claude-desktop generic`) {
		if !names[want] {
			t.Errorf("no adapter for %s", want)
		}
	}
}

func TestQuotingOfCommands(t *testing.T) {
	for _, c := range []struct{ goos, path, want string }{
		{"linux", "/usr/bin/memory", "/usr/bin/memory"},
		{"linux", "/my tools/memory", `"/my tools/memory"`},
		{"linux", "/a$b`c\"d/memory", "\"/a\\$b\\`c\\\"d/memory\""},
		{"windows", `C:\Program Files\memory.exe`, `"C:\Program Files\memory.exe"`},
	} {
		if got := (&Machine{GOOS: c.goos}).shell(c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}

func TestBackupsArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	m := machine(t)
	put(t, filepath.Join(m.Home, ".cursor", "mcp.json"), []byte(`{"token": "x"}`), 0o600)
	must(t, m, m.Install(find(t, "cursor"), User))
	files, _ := filepath.Glob(filepath.Join(m.State, "*", "*"))
	if len(files) == 0 {
		t.Fatal("no records")
	}
	held := false
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", file, info.Mode(), err)
		}
		b, _ := os.ReadFile(file)
		held = held || bytes.Equal(b, []byte(`{"token": "x"}`))
	}
	if !held {
		t.Error("no backup of the file of before")
	}
}
