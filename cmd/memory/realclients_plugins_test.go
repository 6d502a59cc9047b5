package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRealClientsTakeThePlugins has the clients themselves judge what plugins/ and the marketplace files hold: Claude Code validates both,
// installs the plugin and reaches its server, Codex adds the marketplace and the plugin and lists its server.
func TestRealClientsTakeThePlugins(t *testing.T) {
	dir := os.Getenv("MEMORY_TEST_CLIENTS")
	if dir == "" {
		t.Skip("MEMORY_TEST_CLIENTS is not set: no real client is run")
	}
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	const plugin = "factline@factline"
	for name, steps := range map[string][][]string{ // what the client says last, after its arguments
		"claude": {
			{"plugin", "validate", top, "Validation passed"},
			{"plugin", "validate", filepath.Join(top, "plugins", "claude-code"), "Validation passed"},
			{"plugin", "marketplace", "add", top, "factline"},
			{"plugin", "install", plugin, "installed plugin"},
			{"mcp", "list", "memory mcp - ✔ Connected"},
		},
		"codex": {
			{"plugin", "marketplace", "add", top, "factline"},
			{"plugin", "add", plugin, "factline"},
			{"plugin", "list", "installed, enabled"},
			{"mcp", "list", "memory   mcp"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(dir, "node_modules", ".bin", name)
			if _, err := os.Stat(program); err != nil {
				t.Skipf("%s is not there", name)
			}
			env := pluginHome(t)
			for _, step := range steps {
				args, want := step[:len(step)-1], step[len(step)-1]
				cmd := exec.CommandContext(t.Context(), program, args...)
				cmd.Env = env
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.Contains(string(out), want) {
					t.Fatalf("%s %s: %v, and it does not say %q:\n%s", name, strings.Join(args, " "), err, want, out)
				}
			}
		})
	}
}

// pluginHome is the environment of a client in an empty home, with memory on its PATH, from where a plugin starts it.
func pluginHome(t *testing.T) []string {
	t.Helper()
	home := lastingDir(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(home, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "memory"), fmt.Appendf(nil, "#!/bin/sh\n%s=1 exec %q \"$@\"\n", asMemory, self), 0o755); err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "HOME="+home, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "XDG_CONFIG_HOME="+filepath.Join(home, ".config"),
		"XDG_STATE_HOME="+filepath.Join(home, ".local", "state"), "CI=", "MEMORY_STORE=", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1")
}
