package adapters

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestRepairMendsThePathOfAMovedBinary(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		if a.Name == "aider" || !slices.ContainsFunc(a.Files, func(f File) bool { return f.Scope == scope }) {
			t.Skip("no entry names the binary")
		}
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		before := m.snapshot(t)
		must(t, m, m.Install(a, scope))
		old := m.Binary
		m.Binary = "/opt/elsewhere/memory"
		if m.Installed(a, scope) {
			t.Error("a stale path counts as installed")
		}
		must(t, m, m.Repair(a, scope))
		if !m.Installed(a, scope) {
			t.Errorf("repaired, but %+v", m.Files(a, scope))
		}
		for path, text := range m.snapshot(t) {
			if strings.Contains(text, old) {
				t.Errorf("%s still names the old path", path)
			}
		}
		must(t, m, m.Uninstall(a, scope))
		equal(t, "after uninstall", m.snapshot(t), before)
	})
}

func TestRepairInstallsNothingNew(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		if p := m.Repair(a, scope); len(p.Changes) > 0 {
			t.Errorf("%+v", p.Changes)
		}
	})
}

func TestLinkModeAndLineEndsAreKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no links")
	}
	m := machine(t)
	a := find(t, "cursor")
	real := filepath.Join(m.Home, "dotfiles", "mcp.json")
	put(t, real, []byte("\xef\xbb\xbf{\r\n\t\"mcpServers\": {}\r\n}\r\n"), 0o640)
	link := filepath.Join(m.Home, ".cursor", "mcp.json")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	before := m.snapshot(t)
	must(t, m, m.Install(a, User))
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	text := read(t, real)
	if !strings.HasPrefix(text, "\xef\xbb\xbf{\r\n") || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Errorf("byte order mark or line ends changed: %q", text)
	}
	must(t, m, m.Uninstall(a, User))
	equal(t, "after uninstall", m.snapshot(t), before)
}

func TestWhatIsNotOursIsRefusedAndUntouched(t *testing.T) {
	m := machine(t)
	for name, text := range map[string]string{
		"broken":   `{"mcpServers": {`,
		"taken":    `{"mcpServers": {"factline": {"command": "other"}}}`,
		"twice":    `{"mcpServers": {}, "mcpServers": {}}`,
		"no place": `{"mcpServers": []}`,
	} {
		path := filepath.Join(m.Home, ".cursor", "mcp.json")
		put(t, path, []byte(text), 0o600)
		p := m.Install(find(t, "cursor"), User)
		refused := p.Refused()
		if len(refused) != 1 || !strings.Contains(refused[0].Paste, "mcpServers") || refused[0].Reason == "" {
			t.Errorf("%s: %+v", name, p.Changes)
		}
		if err := m.Apply(t.Context(), p); err != nil {
			t.Error(err)
		}
		if got := read(t, path); got != text {
			t.Errorf("%s: changed to %q", name, got)
		}
	}
	if p := m.Install(find(t, "antigravity"), User); len(p.Refused()) != 1 {
		t.Errorf("a path with a space for an agent without a shell: %+v", p.Changes)
	}
}

func TestFileThatChangesAfterThePlanIsLeftAlone(t *testing.T) {
	m := machine(t)
	p := m.Install(find(t, "cursor"), User)
	put(t, filepath.Join(m.Home, ".cursor", "mcp.json"), []byte("{}"), 0o600)
	if err := m.Apply(t.Context(), p); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("error %v", err)
	}
}

func TestNoClaudeFileBesideALoneAgentsFile(t *testing.T) {
	for name, c := range map[string]struct {
		claude string // "" = none
		want   string
	}{
		"none":    {"", "AGENTS.md"},
		"imports": {"@AGENTS.md\n", "AGENTS.md"},
		"own":     {"# Rules\n@AGENTS.md\n", "CLAUDE.md"},
	} {
		m := machine(t)
		put(t, filepath.Join(m.Project, "AGENTS.md"), []byte("# Agents\n"), 0o644)
		if c.claude != "" {
			put(t, filepath.Join(m.Project, "CLAUDE.md"), []byte(c.claude), 0o644)
		}
		before := m.snapshot(t)
		must(t, m, m.Install(find(t, "claude-code"), Project, Rules))
		if got := read(t, filepath.Join(m.Project, c.want)); !strings.Contains(got, "factline:begin guide") {
			t.Errorf("%s: %s does not hold the block", name, c.want)
		}
		if c.want == "AGENTS.md" && there(filepath.Join(m.Project, "CLAUDE.md")) && read(t, filepath.Join(m.Project, "CLAUDE.md")) != c.claude {
			t.Errorf("%s: CLAUDE.md was touched", name)
		}
		if c.claude == "" && there(filepath.Join(m.Project, "CLAUDE.md")) {
			t.Errorf("%s: CLAUDE.md was made", name)
		}
		must(t, m, m.Uninstall(find(t, "claude-code"), Project))
		equal(t, name, m.snapshot(t), before)
	}
}

func TestAnUpgradeThatFailsIsPutBack(t *testing.T) {
	m := machine(t)
	a := find(t, "cursor")
	path := filepath.Join(m.Home, ".cursor", "mcp.json")
	mine := []byte("{\n  // mine\n  \"mcpServers\": {}\n}\n")
	put(t, path, mine, 0o600)
	must(t, m, m.Install(a, User))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m.Binary = filepath.Join(m.Home, "newer", "memory")
	p := must(t, m, m.Repair(a, User))
	if now, _ := os.ReadFile(path); bytes.Equal(now, before) {
		t.Fatal("the upgrade changed nothing")
	}
	if err := m.PutBack(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, before) {
		t.Errorf("got %s, want %s", now, before)
	}
	must(t, m, m.Uninstall(a, User))
	if now, _ := os.ReadFile(path); !bytes.Equal(now, mine) {
		t.Errorf("after uninstall: %s, want %s", now, mine)
	}
}

// A program that goes by another name than memory is known by what was written down of it.
func TestARenamedBinaryIsRepairedAndTakenOut(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		if a.Name == "aider" || !slices.ContainsFunc(a.Files, func(f File) bool { return f.Scope == scope }) {
			t.Skip("no entry names the binary")
		}
		m := machine(t)
		m.needs(t, a)
		before := m.snapshot(t)
		m.Binary = "/opt/memory-1.0"
		must(t, m, m.Install(a, scope))
		m.Binary = "/opt/memory-1.1"
		must(t, m, m.Repair(a, scope))
		if !m.Installed(a, scope) {
			t.Errorf("repaired, but %+v", m.Files(a, scope))
		}
		m.Binary = "/opt/memory"
		must(t, m, m.Install(a, scope))
		for path, text := range m.snapshot(t) {
			if strings.Contains(text, "memory-1.") {
				t.Errorf("%s still names the old program", path)
			}
		}
		must(t, m, m.Uninstall(a, scope))
		equal(t, "after uninstall", m.snapshot(t), before)
	})
}
