package adapters

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestABridgeNamesTheProgramAndComesAndGoes(t *testing.T) {
	m := machine(t)
	m.Binary = filepath.Join(m.Home, `it's a "dir"`, "memory")
	a := find(t, "opencode")
	must(t, m, m.Install(a, User))
	path := filepath.Join(m.Home, ".config", "opencode", "plugins", "factline.js")
	b, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(b), `it's a \"dir\"/memory"`) || strings.Contains(string(b), "{quoted}") {
		t.Fatalf("%v\n%s", err, b)
	}
	if p := m.Install(a, User); p.Changed() {
		t.Error("a second install changes something")
	}
	m.Binary = filepath.Join(m.Home, "moved", "memory")
	if p := m.Repair(a, User); !p.Changed() {
		t.Error("a moved program is not mended")
	} else {
		must(t, m, p)
	}
	if b, _ := os.ReadFile(path); !strings.Contains(string(b), "moved/memory") {
		t.Error("the plugin names the old program")
	}
	must(t, m, m.Uninstall(a, User))
	if there(path) || there(filepath.Dir(path)) {
		t.Error("something is left")
	}
}

func TestABridgeThatWasEditedIsLeftToThePerson(t *testing.T) {
	m := machine(t)
	a := find(t, "opencode")
	must(t, m, m.Install(a, User))
	path := filepath.Join(m.Home, ".config", "opencode", "plugins", "factline.js")
	put(t, path, []byte("// mine now\n"), 0o600)
	for _, p := range []Plan{m.Install(a, User), m.Uninstall(a, User)} {
		if len(p.Refused()) != 1 {
			t.Errorf("%s: %+v", p.Verb, p.Changes)
		}
	}
}

func TestHooksThatAreFilesCanBeRun(t *testing.T) {
	m := machine(t)
	m.GOOS = "linux"
	a := find(t, "cline")
	must(t, m, m.Install(a, Project))
	path := filepath.Join(m.Project, ".clinerules", "hooks", "UserPromptSubmit")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != executable {
		t.Fatal(err, info)
	}
	if b, _ := os.ReadFile(path); !strings.Contains(string(b), " hook UserPromptSubmit --agent cline\n") {
		t.Errorf("%s", b)
	}
	must(t, m, m.Uninstall(a, Project))
	if there(filepath.Join(m.Project, ".clinerules")) {
		t.Error("something is left")
	}
	put(t, path, []byte("#!/bin/sh\necho mine\n"), 0o755)
	if p := m.Install(a, Project); len(p.Refused()) != 1 || p.Refused()[0].Paste == "" {
		t.Errorf("%+v", p.Refused())
	}
}
