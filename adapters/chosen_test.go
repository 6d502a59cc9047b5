package adapters

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestWhatInstallWasToldToStartIsKnownAfterwards: the program that a person chose is what checks and repairs go by, without being told again.
func TestWhatInstallWasToldToStartIsKnownAfterwards(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		if len(m.files(a, scope, nil)) == 0 {
			return // only rules and skills, which start nothing
		}
		own := m.Binary
		chosen := *m
		chosen.Binary, chosen.Chosen = sharedName, true
		must(t, m, chosen.Install(a, scope))
		if !m.Installed(a, scope) {
			t.Errorf("not known as installed: %+v", m.Files(a, scope))
		}
		if p := m.Repair(a, scope); p.Changed() {
			t.Errorf("repair undoes a choice:\n%s", p.Diff())
		}
		must(t, m, m.Install(a, scope)) // asked for anew, without a choice
		if m.Binary = own; !m.Installed(a, scope) {
			t.Errorf("this program is not known: %+v", m.Files(a, scope))
		}
		must(t, m, m.Uninstall(a, scope))
		if m.Installed(a, scope) {
			t.Error("installed after uninstall")
		}
	})
}

func TestAChosenProgramThatIsGoneGivesWayToThisOne(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	chosen := *m
	chosen.Binary, chosen.Chosen = filepath.Join(m.Home, "tool", "memory"), true
	put(t, chosen.Binary, []byte("#!/bin/sh\n"), 0o755)
	must(t, m, chosen.Install(a, User))
	if failed(m.Doctor(a, User)) {
		t.Errorf("%+v", m.Doctor(a, User))
	}
	if err := os.Remove(chosen.Binary); err != nil {
		t.Fatal(err)
	}
	if findings := m.Doctor(a, User); !slices.ContainsFunc(findings, func(f Finding) bool { return f.Name == "binary" && f.Level == "fail" && f.Path == chosen.Binary }) {
		t.Errorf("doctor does not say that the program is gone: %+v", findings)
	}
	must(t, m, m.Repair(a, User))
	if findings := m.Doctor(a, User); failed(findings) {
		t.Errorf("after repair: %+v", findings)
	}
}

// TestFilesOfATeamCountWhereNothingIsRemembered: a colleague's machine has the committed files and no record of them.
func TestFilesOfATeamCountWhereNothingIsRemembered(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	chosen := *m
	chosen.Binary, chosen.Chosen = sharedName, true
	must(t, m, chosen.Install(a, Project))
	if err := os.RemoveAll(m.State); err != nil {
		t.Fatal(err)
	}
	if !m.Installed(a, Project) {
		t.Errorf("%+v", m.Files(a, Project))
	}
	if p := m.Repair(a, Project); p.Changed() {
		t.Errorf("repair puts a path of this machine into files of a team:\n%s", p.Diff())
	}
}
