package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever goes first leaves the block to the other, and who goes last leaves the file as it was, or none where there was none.
func TestABlockStaysForTheOtherAgentsOfTheFile(t *testing.T) {
	const theirs = "# Agents\n\nUse tabs."
	for name, before := range map[string]string{"a file of theirs": theirs, "no file": ""} {
		for _, order := range [][2]string{{"codex", "opencode"}, {"opencode", "codex"}} {
			m := machine(t)
			path := filepath.Join(m.Project, "AGENTS.md")
			if before != "" {
				put(t, path, []byte(before), 0o644)
			}
			was := m.snapshot(t)
			for _, agent := range []string{"codex", "opencode"} {
				must(t, m, m.Install(find(t, agent), Project, Rules))
			}
			if p := m.Install(find(t, "opencode"), Project, Rules); p.Changed() {
				t.Errorf("%s: the second install changes %+v", name, p.Changes)
			}
			p := must(t, m, m.Uninstall(find(t, order[0]), Project))
			if got := read(t, path); !strings.Contains(got, "factline:begin guide") {
				t.Errorf("%s: %s took the block of %s along", name, order[0], order[1])
			}
			if reason := p.Changes[0].Reason; reason != "it stays for "+order[1] {
				t.Errorf("%s: the reason is %q", name, reason)
			}
			must(t, m, m.Uninstall(find(t, order[1]), Project))
			equal(t, name, m.snapshot(t), was)
		}
	}
}

// An agent that was never given the block cannot take it from one that was.
func TestUninstallLeavesABlockThatOnlyAnotherAgentHas(t *testing.T) {
	m := machine(t)
	must(t, m, m.Install(find(t, "opencode"), Project, Rules))
	must(t, m, m.Install(find(t, "codex"), Project))
	must(t, m, m.Uninstall(find(t, "codex"), Project))
	if got := read(t, filepath.Join(m.Project, "AGENTS.md")); !strings.Contains(got, "factline:begin guide") {
		t.Error("codex took the block of opencode along")
	}
}

// A block that stands in a shared file for another agent is no install of one that reads the file too: doctor looks for nothing more there, and a repair
// does not join it.
func TestTheBlockOfAnotherAgentIsNoInstall(t *testing.T) {
	m := machine(t)
	must(t, m, m.Install(find(t, "claude-code"), User))
	must(t, m, m.Install(find(t, "zed"), User))
	was := m.snapshot(t)
	must(t, m, m.Install(find(t, "codex"), Project, Rules))
	for _, agent := range []string{"claude-code", "zed", "opencode"} {
		if m.Present(find(t, agent), Project) {
			t.Errorf("%s is present where codex alone was installed", agent)
		}
		for _, c := range m.Repair(find(t, agent), Project).Changes {
			if c.Part == Rules {
				t.Errorf("a repair of %s takes the block of codex for its own: %+v", agent, c)
			}
		}
	}
	must(t, m, m.Repair(find(t, "zed"), Project))
	must(t, m, m.Uninstall(find(t, "codex"), Project))
	equal(t, "codex out again", m.snapshot(t), was)
}

func TestUninstallFindsWhatWentToAnotherFileBefore(t *testing.T) {
	for name, c := range map[string]struct {
		agent       string
		first, then string // files of a person: one of before the install, one made since
	}{
		"a CLAUDE.md since":        {"claude-code", "AGENTS.md", "CLAUDE.md"},
		"a .claude/CLAUDE.md":      {"claude-code", "AGENTS.md", ".claude/CLAUDE.md"},
		"another name of the file": {"opencode", "opencode.json", "opencode.jsonc"},
	} {
		m := machine(t)
		put(t, filepath.Join(m.Project, filepath.FromSlash(c.first)), []byte("{}\n"), 0o644)
		must(t, m, m.Install(find(t, c.agent), Project, Rules))
		put(t, filepath.Join(m.Project, filepath.FromSlash(c.then)), []byte("{}\n"), 0o644)
		must(t, m, m.Uninstall(find(t, c.agent), Project))
		for path, content := range m.snapshot(t) {
			if strings.Contains(content, "factline") {
				t.Errorf("%s: left in %s", name, path)
			}
		}
	}
}

func TestInForceIsWhatClaudeCodeReads(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing":                         {nil, "CLAUDE.md"},
		"a lone AGENTS.md":                {map[string]string{"AGENTS.md": "# A"}, "AGENTS.md"},
		"in the directory of settings":    {map[string]string{".claude/CLAUDE.md": "# C", "AGENTS.md": "# A"}, ".claude/CLAUDE.md"},
		"in both":                         {map[string]string{".claude/CLAUDE.md": "# C", "CLAUDE.md": "# C"}, "CLAUDE.md"},
		"one that imports":                {map[string]string{"CLAUDE.md": "@./AGENTS.md\r\n", "AGENTS.md": "# A"}, "AGENTS.md"},
		"one that imports what is to be":  {map[string]string{"CLAUDE.md": "@AGENTS.md"}, "AGENTS.md"},
		"one below that imports":          {map[string]string{".claude/CLAUDE.md": "@../AGENTS.md\n", "AGENTS.md": "# A"}, "AGENTS.md"},
		"one below that imports its own":  {map[string]string{".claude/CLAUDE.md": "@AGENTS.md\n", "AGENTS.md": "# A"}, ".claude/CLAUDE.md"},
		"one that imports and says more":  {map[string]string{"CLAUDE.md": "@AGENTS.md\nTabs.\n", "AGENTS.md": "# A"}, "CLAUDE.md"},
		"one that imports something else": {map[string]string{"CLAUDE.md": "@docs/AGENTS.md\n", "AGENTS.md": "# A"}, "CLAUDE.md"},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			put(t, filepath.Join(dir, filepath.FromSlash(file)), []byte(text), 0o644)
		}
		if got, _ := filepath.Rel(dir, InForce(filepath.Join(dir, "CLAUDE.md"))); filepath.ToSlash(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A CLAUDE.local.md switches a lone AGENTS.md off, as a CLAUDE.md does.
func TestNoLocalClaudeFileBesideALoneAgentsFile(t *testing.T) {
	for name, c := range map[string]struct {
		files   []string
		refused int
	}{
		"a lone AGENTS.md": {[]string{"AGENTS.md"}, 1},
		"it is off":        {[]string{"AGENTS.md", "CLAUDE.md"}, 0},
		"a local one":      {[]string{"AGENTS.md", "CLAUDE.local.md"}, 0},
		"nothing":          {nil, 0},
	} {
		m := machine(t)
		for _, file := range c.files {
			put(t, filepath.Join(m.Project, file), []byte("# Mine\n"), 0o644)
		}
		p := m.Install(find(t, "claude-code"), Local, Rules)
		if err := m.Apply(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got := p.Refused(); len(got) != c.refused || c.refused > 0 && !strings.Contains(got[0].Reason, "AGENTS.md") {
			t.Errorf("%s: %+v", name, got)
		}
		if _, err := os.Stat(filepath.Join(m.Project, "CLAUDE.local.md")); (err == nil) != (c.refused == 0) {
			t.Errorf("%s: CLAUDE.local.md: %v", name, err)
		}
	}
}
