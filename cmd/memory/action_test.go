package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestShippedChecks runs the script of the GitHub Action and the entry of the pre-commit hook on a repository, with this build as memory.
func TestShippedChecks(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	script, err := filepath.Abs("../../action/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	bin, repo := filepath.Join(root, "bin"), filepath.Join(root, "my repo")
	for _, dir := range []string{bin, repo} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(os.Args[0], filepath.Join(bin, "memory")); err != nil {
		t.Skip(err)
	}
	sh := func(line string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
		cmd.Dir = repo
		cmd.Env = []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + root, "GIT_CONFIG_NOSYSTEM=1", asMemory + "=1", raceSettings(), "MEMORY_AUTHOR=Ada",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", "SCRIPT=" + script}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	var hooks []struct{ ID, Entry, Language string }
	b, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil || yaml.Unmarshal(b, &hooks) != nil || len(hooks) != 1 || hooks[0].Language != "golang" {
		t.Fatalf("%v %+v", err, hooks)
	}
	steps := []struct {
		name, line string
		fails      bool
		says       string
	}{
		{"start", "git init -q -b main && memory init && git add . && git commit -qm start && git checkout -qb change", false, ""},
		{"a good change", "memory write --type fact --title Port --summary 'It is 8080.' && git add . && " + hooks[0].Entry, false, "1 file and"},
		{"action on it", "MEMORY_BASE=main MEMORY_SARIF=out.sarif sh \"$SCRIPT\" && grep 2.1.0 out.sarif", false, "2.1.0"},
		{"a bad change", "echo x > .memory/items/2026/mem-x.md 2>/dev/null || { mkdir -p .memory/items/2026; echo x > .memory/items/2026/mem-x.md; }; " + hooks[0].Entry, true, "error:"},
		{"action on it", "MEMORY_BASE=main MEMORY_SARIF=out.sarif sh \"$SCRIPT\"", true, "::error file=.memory/items/2026/"},
		{"no base", "MEMORY_BASE= sh \"$SCRIPT\"", true, "::error"},
		{"a base that is only at the origin", "git commit -qam x; git clone -q --depth 1 --branch change \"file://$PWD\" ../shallow && cd ../shallow && MEMORY_BASE=main sh \"$SCRIPT\"", false, ""},
	}
	for _, s := range steps {
		out, err := sh(s.line)
		if (err != nil) != s.fails || !strings.Contains(out, s.says) {
			t.Fatalf("%s: %v\n%s", s.name, err, out)
		}
	}
	var action struct {
		Runs struct {
			Using string
			Steps []struct{ Run string }
		}
	}
	b, err = os.ReadFile("../../action.yml")
	if err != nil || yaml.Unmarshal(b, &action) != nil || action.Runs.Using != "composite" || !strings.Contains(action.Runs.Steps[1].Run, "action/check.sh") {
		t.Errorf("%v %+v", err, action)
	}
}
