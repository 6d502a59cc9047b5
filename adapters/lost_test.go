package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without records, too, nothing of ours stays behind: no empty list, file or directory.
func TestNothingEmptyIsLeftWhereTheRecordsAreLost(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		before := m.snapshot(t)
		must(t, m, m.Install(a, scope, Rules, Skills))
		if err := os.RemoveAll(m.State); err != nil {
			t.Fatal(err)
		}
		must(t, m, m.Uninstall(a, scope))
		for path, text := range m.snapshot(t) {
			if _, was := before[path]; was {
				continue
			}
			if !strings.HasPrefix(text, "d") {
				t.Errorf("left: %s %q", path, text)
			} else if files, _ := os.ReadDir(path); len(files) == 0 && !m.agents(a, path) {
				t.Errorf("an empty directory is left: %s", path)
			}
		}
	})
}

// agents reports a directory that the agent may have made itself.
func (m *Machine) agents(a Agent, dir string) bool {
	for _, pattern := range append([]string{"~/Documents/Cline"}, a.Detect...) {
		if below, err := filepath.Rel(dir, m.Expand(pattern)); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}

func TestWhatAPersonWroteStaysWhereTheRecordsAreLost(t *testing.T) {
	for name, c := range map[string]struct{ agent, file, before, want string }{
		"a key":                   {"claude-code", ".claude/settings.json", "{\n  \"model\": \"opus\"\n}\n", "{\n  \"model\": \"opus\"\n}\n"},
		"a hook":                  {"claude-code", ".claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}`, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}`},
		"a comment where ours go": {"claude-code", ".claude/settings.json", "{\n  \"hooks\": {\n    // mine\n  }\n}\n", "{\n  \"hooks\": {\n    // mine\n  }\n}\n"},
		"a comment in the list":   {"claude-code", ".claude/settings.json", "{\n  \"hooks\": {\n    \"Stop\": [ // mine\n    ]\n  }\n}\n", "{\n  \"hooks\": {\n    \"Stop\": [ // mine\n    ]\n  }\n}\n"},
		"a comment alone":         {"claude-code", ".claude.json", "// mine\n", "// mine\n{\n}\n"},
		"a server":                {"codex", ".codex/config.toml", "# mine\n[mcp_servers.x]\ncommand = \"x\"\n", "# mine\n[mcp_servers.x]\ncommand = \"x\"\n"},
		"yaml":                    {"goose", ".config/goose/config.yaml", "GOOSE_MODEL: x # mine\n", "GOOSE_MODEL: x # mine\n"},
		"yaml, a comment":         {"goose", ".config/goose/config.yaml", "a: 1\n\n# mine\n", "a: 1\n\n# mine\n"},
		"rules":                   {"claude-code", ".claude/CLAUDE.md", "# Mine\n", "# Mine\n"},
		"empty rules":             {"claude-code", ".claude/CLAUDE.md", "\n", "\n"},
	} {
		m := machine(t)
		a := find(t, c.agent)
		path := filepath.Join(m.Home, filepath.FromSlash(c.file))
		put(t, path, []byte(c.before), 0o600)
		must(t, m, m.Install(a, User, Rules))
		if err := os.RemoveAll(m.State); err != nil {
			t.Fatal(err)
		}
		must(t, m, m.Uninstall(a, User))
		if b, err := os.ReadFile(path); err != nil || string(b) != c.want {
			t.Errorf("%s: %v\nwant %q\ngot  %q", name, err, c.want, b)
		}
	}
}

// A comment that a person put into what an install made stays, with what is around it.
func TestACommentWithinWhatWeMadeStays(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	path := filepath.Join(m.Home, ".claude", "settings.json")
	put(t, path, []byte("{\n  \"model\": \"opus\"\n}\n"), 0o600)
	must(t, m, m.Install(a, User))
	put(t, path, []byte(strings.Replace(read(t, path), `"hooks": {`, `"hooks": { // why we have none`, 1)), 0o600)
	must(t, m, m.Uninstall(a, User))
	if got := read(t, path); !strings.Contains(got, "// why we have none") || namesUs([]byte(got), a) {
		t.Errorf("it became %s", got)
	}
}

// Where records are lost and the entries are old, a repair writes them anew; what goes with it is not what they were before.
func TestARepairWithoutRecordsBringsNoOldEntriesBack(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		before := m.snapshot(t)
		must(t, m.with("/opt/before/memory"), m.with("/opt/before/memory").Install(a, scope))
		if err := os.RemoveAll(m.State); err != nil {
			t.Fatal(err)
		}
		must(t, m, m.Repair(a, scope))
		must(t, m, m.Uninstall(a, scope))
		for path, text := range m.snapshot(t) {
			if _, was := before[path]; !was && !strings.HasPrefix(text, "d") && !strings.HasPrefix(path, m.State) {
				t.Errorf("left: %s %q", path, text)
			}
		}
	})
}

// A key of a file's form is ours to take where the copy of the file shows that it was not there, and is named where nothing shows it.
func TestTheFormOfAFileGoesOrIsNamedWhereItsRecordIsLost(t *testing.T) {
	for _, c := range []struct {
		lose         string // below the records
		before, want string
		says         bool
	}{
		{"cursor", `{"x":1}`, `{"x":2}`, false},
		{"cursor", `{"version": 1, "x":1}`, `{"version": 1, "x":2}`, false},
		{"", `{"x":1}`, `{"version": 1,"x":2}`, true},
	} {
		m := machine(t)
		a := find(t, "cursor")
		path := filepath.Join(m.Home, ".cursor", "hooks.json")
		put(t, path, []byte(c.before), 0o600)
		must(t, m, m.Install(a, User))
		if err := os.RemoveAll(filepath.Join(m.State, c.lose)); err != nil {
			t.Fatal(err)
		}
		put(t, path, []byte(strings.Replace(read(t, path), `"x":1`, `"x":2`, 1)), 0o600)
		p := must(t, m, m.Uninstall(a, User))
		said := false
		for _, change := range p.Changes {
			said = said || strings.Contains(change.Reason, "version may be ours")
		}
		bare := strings.NewReplacer(" ", "", "\n", "") // what stood around ours is not known any more
		if got := bare.Replace(read(t, path)); got != bare.Replace(c.want) || said != c.says {
			t.Errorf("%q without %q became %q, want %q; said: %v", c.before, c.lose, got, c.want, said)
		}
	}
}
