package adapters

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// putProfile and cutProfile do to a file what package profile does, which stands above this one.
func putProfile(t *testing.T, m *Machine, path string) {
	t.Helper()
	src, err := os.ReadFile(path)
	from := src
	if err != nil {
		src, from = nil, []byte(FrontMatter(path))
	}
	out, err := splice.PutBlock(from, ProfileBlock, "- one", m.BlockNote(m.Project, path, src))
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, out, 0o644)
}

func cutProfile(t *testing.T, m *Machine, path string) {
	t.Helper()
	src := []byte(read(t, path))
	out, err := splice.CutBlock(src, ProfileBlock)
	if err != nil {
		t.Fatal(err)
	}
	if LeftBlank(path, src) == Ours && len(out) == len(FrontMatter(path)) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		left := DirsMade(src)
		for dir := filepath.Dir(path); left != 0 && dir != m.Project && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
			left--
		}
		return
	}
	put(t, path, out, 0o644)
}

// Whichever of two blocks comes first and whichever goes first, the file is what it was before both, or is none where there was none.
func TestTwoBlocksOfOneFileComeAndGoInAnyOrder(t *testing.T) {
	blank, words := "", "# Agents\n\nUse tabs."
	line, lines, crlf, mark := "\n", " \n\n\n", "a\r\nb\r\n", "\ufeff"
	for _, before := range []*string{nil, &blank, &words, &line, &lines, &crlf, &mark} {
		for _, order := range []string{"guide profile, guide profile", "guide profile, profile guide", "profile guide, guide profile", "profile guide, profile guide"} {
			m := machine(t)
			if err := os.MkdirAll(m.Project, 0o755); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(m.Project, "AGENTS.md")
			name := "no file: " + order
			if before != nil {
				put(t, path, []byte(*before), 0o644)
				name = "a file: " + order
			}
			was := m.snapshot(t)
			guideFirst, guideGoes := order[0] == 'g', order[len("guide profile, ")] == 'g'
			install := func() { must(t, m, m.Install(find(t, "pi"), Project, Rules)) }
			if guideFirst {
				install()
			}
			putProfile(t, m, path)
			if !guideFirst {
				install()
			}
			uninstall := func() { must(t, m, m.Uninstall(find(t, "pi"), Project)) }
			if guideGoes {
				uninstall()
			}
			cutProfile(t, m, path)
			if !guideGoes {
				uninstall()
			}
			equal(t, name, m.snapshot(t), was)
		}
	}
}

// Two scopes may share a file that neither found there.
func TestAFileGoesWithTheLastOfTheScopesThatShareIt(t *testing.T) {
	for _, in := range [][2]Scope{{User, Local}, {Local, User}} {
		for _, out := range [][2]Scope{{User, Local}, {Local, User}} {
			for _, before := range []string{"", "{\n  \"a\": 1\n}\n"} {
				m := machine(t)
				path := filepath.Join(m.Home, ".claude.json")
				if before != "" {
					put(t, path, []byte(before), 0o600)
				}
				for _, scope := range in {
					must(t, m, m.Install(find(t, "claude-code"), scope))
				}
				for _, scope := range out {
					must(t, m, m.Uninstall(find(t, "claude-code"), scope))
				}
				if got, _ := os.ReadFile(path); there(path) != (before != "") || string(got) != before {
					t.Errorf("in %v, out %v: %q became %q", in, out, before, got)
				}
			}
		}
	}
}

// A directory that was made for files of ours goes with the last of them, whichever scope or part that is.
func TestDirectoriesGoWithTheLastFileOfOurs(t *testing.T) {
	for _, order := range [][2]Scope{{Project, Local}, {Local, Project}} {
		for _, back := range [][2]Scope{{Project, Local}, {Local, Project}} {
			m := machine(t)
			was := m.snapshot(t)
			for _, scope := range order {
				must(t, m, m.Install(find(t, "claude-code"), scope))
			}
			for _, scope := range back {
				must(t, m, m.Uninstall(find(t, "claude-code"), scope))
			}
			if there(filepath.Join(m.Project, ".claude")) {
				t.Errorf("in %v, out %v: .claude is left", order, back)
			}
			equal(t, "files", m.snapshot(t), was)
		}
	}
	m := machine(t)
	rules := filepath.Join(m.Project, ".cursor", "rules", "memory.mdc")
	putProfile(t, m, rules)
	must(t, m, m.Install(find(t, "cursor"), Project))
	cutProfile(t, m, rules)
	must(t, m, m.Uninstall(find(t, "cursor"), Project))
	if there(filepath.Join(m.Project, ".cursor")) {
		t.Error(".cursor is left")
	}
	mine := filepath.Join(m.Project, ".cursor")
	if err := os.MkdirAll(mine, 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, m, m.Install(find(t, "cursor"), Project))
	must(t, m, m.Uninstall(find(t, "cursor"), Project))
	if !there(mine) {
		t.Error("an empty directory of before is gone")
	}
}

// Whatever of a profile's block, an agent's entries and its rules came first, and goes first, the directories are those of before.
func TestDirectoriesAreThoseOfBeforeWhateverCameFirst(t *testing.T) {
	for _, c := range []struct {
		agent, file string
		was         []string // directories that were there, empty
	}{
		{"cursor", ".cursor/rules/memory.mdc", nil}, {"cursor", ".cursor/rules/memory.mdc", []string{".cursor"}}, {"cursor", ".cursor/rules/memory.mdc", []string{".cursor/rules"}},
		{"kiro", ".kiro/steering/memory.md", []string{".kiro"}}, {"windsurf", ".windsurf/rules/memory.md", []string{".windsurf/rules"}},
		{"copilot-cli", ".github/copilot-instructions.md", []string{".github"}}, {"vscode", ".github/copilot-instructions.md", []string{".github", ".vscode"}},
	} {
		for order := range 16 {
			m := machine(t)
			path := filepath.Join(m.Project, filepath.FromSlash(c.file))
			for _, dir := range c.was {
				if err := os.MkdirAll(filepath.Join(m.Project, filepath.FromSlash(dir)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			before := m.snapshot(t)
			var parts []Part
			if order&1 == 0 {
				parts = []Part{Rules}
			}
			in := []func(){func() { putProfile(t, m, path) }, func() { must(t, m, m.Install(find(t, c.agent), Project, parts...)) }}
			out := []func(){func() { cutProfile(t, m, path) }, func() { must(t, m, m.Uninstall(find(t, c.agent), Project)) }}
			in[order>>1&1]()
			in[1-order>>1&1]()
			if order&8 != 0 {
				must(t, m, m.Repair(find(t, c.agent), Project))
			}
			out[order>>2&1]()
			out[1-order>>2&1]()
			equal(t, fmt.Sprintf("%s, order %d, was %v", c.agent, order, c.was), m.snapshot(t), before)
		}
	}
}

// The servers of all projects stand in one file, each under its project: none takes out another's.
func TestLocalScopeIsOneAProject(t *testing.T) {
	m := machine(t)
	other := *m
	other.Project = filepath.Join(m.Home, "another")
	a := find(t, "claude-code")
	path := filepath.Join(m.Home, ".claude.json")
	must(t, m, m.Install(a, Local))
	must(t, &other, other.Install(a, Local))
	if !m.Installed(a, Local) || !other.Installed(a, Local) {
		t.Fatalf("installed %v and %v:\n%s", m.Installed(a, Local), other.Installed(a, Local), read(t, path))
	}
	must(t, m, m.Uninstall(a, Local))
	if m.Installed(a, Local) || !other.Installed(a, Local) {
		t.Errorf("after the first went:\n%s", read(t, path))
	}
	must(t, &other, other.Uninstall(a, Local))
	if b, _ := os.ReadFile(path); strings.Contains(string(b), "factline") {
		t.Errorf("after both went:\n%s", b)
	}
}
