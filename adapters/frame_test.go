package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What belongs to the form of a file (a version, a schema) goes with our entries also where a person edited the file meanwhile, unless what he put
// there since may rely on it, or he changed it.
func TestTheFormOfAFileGoesWithOurEntries(t *testing.T) {
	const cursor, copilot, goes = ".cursor/hooks.json", ".copilot/hooks/factline.json", ".continue/config.yaml"
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	for name, c := range map[string]struct {
		agent, file string
		before      string // "" = no file
		edit        func(string) string
		want        string // "*" and a word: it must be in the file
	}{
		"another key":                {"cursor", cursor, `{"x":1}`, replace(`"x":1`, `"x":2`), `{"x":2}`},
		"another key, copilot":       {"copilot-cli", copilot, `{"x":1}`, replace(`"x":1`, `"x":2`), `{"x":2}`},
		"nothing there":              {"cursor", cursor, "{}", func(s string) string { return s + "\n" }, "{\n}\n"},
		"a hook of theirs since":     {"cursor", cursor, `{"x":1}`, replace(`"stop": [`, `"stop": [{"command": "mine"}, `), `*"version"`},
		"a hook of theirs from then": {"cursor", cursor, `{"hooks":{"stop":[{"command":"mine"}]}}`, replace("mine", "yours"), `{"hooks":{"stop":[{"command":"yours"}]}}`},
		"changed by hand":            {"cursor", cursor, `{"x":1}`, replace(`"version": 1`, `"version": 2`), `*"version": 2`},
		"a file that we made":        {"cursor", cursor, "", replace(`"version": 1`, `"x": 1, "version": 1`), `*"version": 1`},
		"yaml":                       {"continue", goes, "name: a\nmodels: []\n", replace("name: a", "name: b"), "name: b\nmodels: []\n"},
		"yaml, servers from then":    {"continue", goes, "name: a\nmcpServers:\n- name: z # k\n  command: q\n", replace("name: a", "name: b"), "name: b\nmcpServers:\n- name: z # k\n  command: q\n"},
		"yaml that we made":          {"continue", goes, "", func(s string) string { return s + "models: []\n" }, "*schema"},
		"yaml, a server of theirs": {"continue", goes, "name: a\n", func(s string) string {
			return strings.Replace(s, "mcpServers:\n", "mcpServers:\n  - name: z\n    command: q\n", 1)
		}, "*schema"},
	} {
		m := machine(t)
		a := find(t, c.agent)
		path := filepath.Join(m.Home, filepath.FromSlash(c.file))
		if c.before != "" {
			put(t, path, []byte(c.before), 0o600)
		}
		must(t, m, m.Install(a, User))
		put(t, path, []byte(c.edit(read(t, path))), 0o600)
		must(t, m, m.Uninstall(a, User))
		b, _ := os.ReadFile(path)
		if word, part := strings.CutPrefix(c.want, "*"); part && !strings.Contains(string(b), word) || !part && string(b) != c.want {
			t.Errorf("%s: %q, want %q", name, b, c.want)
		}
		if strings.Contains(string(b), "factline") || strings.Contains(string(b), "--agent") {
			t.Errorf("%s: something of ours is left: %s", name, b)
		}
	}
}
