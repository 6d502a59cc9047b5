package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// Droid reads hooks.json, keyed by event, and only without it the hooks of settings.json. Its versions of 2026 name "hooks" in hooks.json as
// an unknown event and run none of them.
func TestDroidsHooksGoWhereItReadsThem(t *testing.T) {
	droid, _ := Find("droid")
	const own = `{"SessionStart": [{"hooks": [{"type": "command", "command": "mine"}]}]}` + "\n"
	settings, hooks := ".factory/settings.json", ".factory/hooks.json"
	read := func(m *Machine, path string) string {
		b, _ := os.ReadFile(filepath.Join(m.Home, path))
		return string(b)
	}
	t.Run("settings without a file of hooks", func(t *testing.T) {
		m := machine(t)
		must(t, m, m.Install(droid, User))
		if !strings.Contains(read(m, settings), `"hooks"`) || there(filepath.Join(m.Home, hooks)) {
			t.Errorf("settings: %s\nhooks: %s", read(m, settings), read(m, hooks))
		}
		must(t, m, m.Uninstall(droid, User))
	})
	t.Run("a file of hooks", func(t *testing.T) {
		m := machine(t)
		put(t, filepath.Join(m.Home, hooks), []byte(own), 0o644)
		must(t, m, m.Install(droid, User))
		got := read(m, hooks)
		if strings.Contains(got, `"hooks": {`) || !strings.Contains(got, "hook SessionStart --agent droid") || !strings.Contains(got, "mine") || there(filepath.Join(m.Home, settings)) {
			t.Errorf("hooks: %s\nsettings: %s", got, read(m, settings))
		}
		if !m.Installed(droid, User) {
			t.Errorf("%+v", m.Files(droid, User))
		}
		must(t, m, m.Uninstall(droid, User))
		if read(m, hooks) != own {
			t.Errorf("after uninstall: %s", read(m, hooks))
		}
	})
	t.Run("a file of hooks that came later", func(t *testing.T) {
		m := machine(t)
		must(t, m, m.Install(droid, User))
		put(t, filepath.Join(m.Home, hooks), []byte(own), 0o644)
		if m.Installed(droid, User) {
			t.Error("hooks that Droid does not read any more count as installed")
		}
		must(t, m, m.Install(droid, User))
		if state := m.Files(droid, User)[2].State; state != splice.Same {
			t.Errorf("%+v", m.Files(droid, User))
		}
		must(t, m, m.Uninstall(droid, User))
		if read(m, hooks) != own || there(filepath.Join(m.Home, settings)) {
			t.Errorf("after uninstall\nhooks: %s\nsettings: %s", read(m, hooks), read(m, settings))
		}
	})
}
