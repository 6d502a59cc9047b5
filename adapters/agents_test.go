package adapters

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/ledger"
)

func TestVerifiedNeedsFreshEvidence(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	m.Now = func() time.Time { return now.AddDate(0, 0, -30) }
	must(t, m, m.Install(a, User))
	m.Now = func() time.Time { return now }
	const session = "45f69b21-f53b-4647-9688-561e3b826830"
	put(t, filepath.Join(m.Home, ".claude", "projects", "-repo", session+".jsonl"), []byte("{}\n"), 0o600)
	see := func(age time.Duration, injected int) ledger.Observation {
		return ledger.Observation{At: now.Add(-age), Agent: "claude-code", Version: "2.1.300", Door: "hook", Event: "SessionStart", Session: session, Injected: injected}
	}
	byHand := see(time.Hour, 500)
	byHand.Session = "s1"
	unnamed := see(time.Hour, 500)
	unnamed.Session = ""
	for name, c := range map[string]struct {
		seen []ledger.Observation
		want string
	}{
		"no sign":                   {nil, "runtime_not_observed context_not_injected"},
		"a call only":               {[]ledger.Observation{see(time.Hour, 0)}, "context_not_injected"},
		"both":                      {[]ledger.Observation{see(time.Hour, 500)}, ""},
		"by hand":                   {[]ledger.Observation{byHand}, "runtime_not_observed session_not_found context_not_injected"},
		"by hand, without a name":   {[]ledger.Observation{unnamed}, "runtime_not_observed session_not_found context_not_injected"},
		"by hand, after real ones":  {[]ledger.Observation{see(2*time.Hour, 500), byHand}, ""},
		"a client of MCP":           {[]ledger.Observation{{At: now, Agent: "claude-code", Door: "mcp", Event: "initialize"}}, "context_not_injected"},
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

func TestASignOfBeforeTheEntriesWereWrittenVerifiesNothing(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	put(t, filepath.Join(m.Home, ".claude", "projects", "-repo", "s1.jsonl"), []byte("{}\n"), 0o600)
	at := func(age time.Duration) []ledger.Observation {
		return []ledger.Observation{{At: now.Add(-age), Agent: "claude-code", Door: "hook", Event: "SessionStart", Session: "s1", Injected: 500}}
	}
	install := func(scope Scope, age time.Duration) {
		t.Helper()
		m.Now = func() time.Time { return now.Add(-age) }
		must(t, m, m.Install(a, scope))
		m.Now = func() time.Time { return now }
	}
	check := func(name string, age time.Duration, want string) {
		t.Helper()
		if got := strings.Join(m.Capability(a, at(age)).Blockers, " "); got != want {
			t.Errorf("%s: %s, want %q", name, got, want)
		}
	}
	install(User, 4*time.Hour)
	check("before", 5*time.Hour, "runtime_stale context_stale")
	check("after", 3*time.Hour, "")
	install(User, 2*time.Hour)
	check("after an install that changed nothing", 3*time.Hour, "")
	install(Project, 2*time.Hour)
	check("through the scope that was there", 3*time.Hour, "")
	must(t, m, m.Uninstall(a, User))
	check("before the scope that is left", 3*time.Hour, "runtime_stale context_stale")
	must(t, m, m.Uninstall(a, Project))
	install(User, time.Hour)
	check("before it was connected anew", 3*time.Hour, "runtime_stale context_stale")
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

// Of every file that we change there is one copy as it was, private, until the last of ours is out of it, and no second one.
func TestOnePrivateBackupOfEachFile(t *testing.T) {
	const word = "tok-7Kq2mVb9LtR4"
	for agent, file := range map[string]struct{ name, text string }{
		"cursor":      {".cursor/mcp.json", "{\n  // mine\n  \"token\": \"" + word + "\",\n}\n"},
		"codex":       {".codex/config.toml", "# " + word + "\n[mcp_servers.mine]\ncommand = \"x\"\n"},
		"goose":       {".config/goose/config.yaml", "extensions:\n  mine:\n    token: " + word + " # private\n"},
		"gemini-cli":  {".gemini/settings.json", `{"env": {"KEY": "` + word + `"}, "mcpServers": {}}`}, // server and hooks in one file
		"claude-code": {".claude/settings.json", `{"env": {"KEY": "` + word + `"}, "hooks": {"Stop": []}}`},
	} {
		m := machine(t)
		path := filepath.Join(m.Home, filepath.FromSlash(file.name))
		put(t, path, []byte(file.text), 0o600)
		for range 2 {
			must(t, m, m.Install(find(t, agent), User, Rules))
		}
		m.Binary = "/opt/elsewhere/memory"
		must(t, m, m.Repair(find(t, agent), User))
		var copies []string
		for _, kept := range keptFiles(t, m) {
			if string(kept.text) == file.text {
				copies = append(copies, kept.path)
			} else if bytes.Contains(kept.text, []byte(word)) {
				t.Errorf("%s: %s holds a word of the person's", agent, kept.path)
			}
			if runtime.GOOS != "windows" && kept.mode.Perm() != 0o600 {
				t.Errorf("%s: %v", kept.path, kept.mode)
			}
		}
		if len(copies) != 1 || filepath.Base(filepath.Dir(copies[0])) != originals {
			t.Errorf("%s: copies %q", agent, copies)
		}
		must(t, m, m.Uninstall(find(t, agent), User))
		if b, err := os.ReadFile(path); err != nil || string(b) != file.text {
			t.Errorf("%s: %v\nwant %q\ngot  %q", agent, err, file.text, b)
		}
		if left := keptFiles(t, m); len(left) > 0 {
			t.Errorf("%s: kept still: %s", agent, left[0].path)
		}
	}
}

// What a person wrote since the first install is backed up, too, before the next one.
func TestEditsBetweenTwoInstallsAreBackedUp(t *testing.T) {
	m := machine(t)
	path := filepath.Join(m.Home, ".claude.json")
	put(t, path, []byte(`{"a": 1}`), 0o600)
	must(t, m, m.Install(find(t, "claude-code"), User))
	edited := strings.Replace(read(t, path), `"a": 1`, `"a": "since"`, 1)
	put(t, path, []byte(edited), 0o600)
	must(t, m, m.Install(find(t, "claude-code"), Local))
	if !slices.ContainsFunc(keptFiles(t, m), func(k keptFile) bool { return string(k.text) == edited }) {
		t.Error("no copy of the edited file")
	}
	must(t, m, m.Uninstall(find(t, "claude-code"), User))
	must(t, m, m.Uninstall(find(t, "claude-code"), Local))
	if got := read(t, path); got != `{"a": "since"}` {
		t.Errorf("after uninstall: %s", got)
	}
}

type keptFile struct {
	path string
	text []byte
	mode os.FileMode
}

// keptFiles is all that the machine remembers.
func keptFiles(t *testing.T, m *Machine) (all []keptFile) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(m.State, "*", "*"))
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, keptFile{path, text, info.Mode()})
	}
	return all
}
