package adapters

import (
	"os"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// TestUninstallLeavesTheHookThatAPersonPutBesideOurs changes every hook file as a person does, in the list that our command stands in.
func TestUninstallLeavesTheHookThatAPersonPutBesideOurs(t *testing.T) {
	a, ok := Find("claude-code")
	if !ok {
		t.Fatal("no claude-code")
	}
	m := machine(t)
	must(t, m, m.Install(a, User))
	const theirs = `{"type": "command", "command": "mine"}`
	path := hooksFile(t, m, a)
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(src), `"PostToolUse"`)
	list := at + strings.Index(string(src)[at:], `"hooks": [`) + len(`"hooks": [`)
	if err := os.WriteFile(path, []byte(string(src)[:list]+theirs+", "+string(src)[list:]), 0o600); err != nil {
		t.Fatal(err)
	}
	if state := hooksState(m, a); state != splice.Stale {
		t.Errorf("with theirs beside ours: %s", state)
	}
	must(t, m, m.Uninstall(a, User))
	got, _ := os.ReadFile(path)
	if strings.Contains(string(got), "--agent claude-code") || strings.Count(string(got), theirs) != 1 {
		t.Errorf("after uninstall:\n%s", got)
	}
	must(t, m, m.Install(a, User))
	if state := hooksState(m, a); state != splice.Same {
		t.Errorf("installed again: %s", state)
	}
}

func TestUninstallNamesTheHookThatItCannotReach(t *testing.T) {
	a, _ := Find("claude-code")
	m := machine(t)
	must(t, m, m.Install(a, User))
	path := hooksFile(t, m, a)
	src, _ := os.ReadFile(path)
	moved := strings.Replace(string(src), `"PostToolUse"`, `"Elsewhere"`, 1)
	if err := os.WriteFile(path, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := m.Uninstall(a, User).Refused()
	if len(refused) != 1 || !strings.Contains(refused[0].Reason, "by hand") || !strings.Contains(refused[0].Reason, "--agent claude-code") {
		t.Errorf("%+v", refused)
	}
}

func hooksFile(t *testing.T, m *Machine, a Agent) string {
	t.Helper()
	for _, f := range m.Files(a, User) {
		if f.Part == Hooks {
			return f.Path
		}
	}
	t.Fatal("no hooks")
	return ""
}

func hooksState(m *Machine, a Agent) splice.State {
	for _, f := range m.Files(a, User) {
		if f.Part == Hooks {
			return f.State
		}
	}
	return splice.Absent
}
