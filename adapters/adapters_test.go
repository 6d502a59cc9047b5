package adapters

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/splice"
)

var now = time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC)

// machine is a home of its own, with a space and letters beyond ASCII in every path.
func machine(t testing.TB) *Machine {
	t.Helper()
	root := t.TempDir()
	m := &Machine{
		GOOS: "linux", Home: filepath.Join(root, "Zoë Müller"), Project: filepath.Join(root, "mein проект"),
		Binary: filepath.Join(root, "my tools", "memory"), State: filepath.Join(root, "state"),
		Getenv: func(string) string { return "" }, Now: func() time.Time { return now },
		Skills: map[string]string{"factline-recall/SKILL.md": "---\nname: factline-recall\n---\n"},
	}
	for _, dir := range []string{m.Home, m.Project, filepath.Dir(m.Binary)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(m.Binary, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return m
}

// snapshot is every file and directory below the home and the project, with its mode.
func (m *Machine) snapshot(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, root := range []string{m.Home, m.Project} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			text := info.Mode().String()
			if info.Mode().IsRegular() {
				b, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				text += "\n" + string(b)
			}
			all[path] = text
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func must(t testing.TB, m *Machine, p Plan) Plan {
	t.Helper()
	if refused := p.Refused(); len(refused) > 0 {
		t.Fatalf("%s %s %s refused: %+v", p.Verb, p.Agent, p.Scope, refused)
	}
	if err := m.Apply(t.Context(), p); err != nil {
		t.Fatalf("%s %s %s: %v", p.Verb, p.Agent, p.Scope, err)
	}
	return p
}

func equal(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if got[path] != want[path] {
			t.Errorf("%s: %s\nwant %q\ngot  %q", what, path, want[path], got[path])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if _, there := want[path]; !there {
			t.Errorf("%s: left behind %s", what, path)
		}
	}
}

// needs makes the directories and files without which some files of an agent do not matter.
func (m *Machine) needs(t testing.TB, a Agent) {
	t.Helper()
	for _, f := range a.Files {
		dir := m.Expand(f.Needs)
		if f.Needs == "" {
			continue
		}
		if f.Needs == f.Path {
			dir = filepath.Dir(dir)
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if f.Needs == f.Path && !there(m.Expand(f.Path)) {
			if err := os.WriteFile(m.Expand(f.Path), []byte("{}\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// each visits every agent in every scope that it has.
func each(t *testing.T, visit func(t *testing.T, a Agent, scope Scope)) {
	for _, a := range Agents() {
		for _, scope := range a.Scopes() {
			t.Run(a.Name+"/"+string(scope), func(t *testing.T) { visit(t, a, scope) })
		}
	}
}

// binaryFor avoids the one refusal that the table states.
func (m *Machine) binaryFor(a Agent) {
	if slices.ContainsFunc(a.Files, func(f File) bool { return f.NoShell }) {
		m.Binary = "/opt/memory"
	}
}

func TestEmptyHomeIsEmptyAgainAfterwards(t *testing.T) {
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		before := m.snapshot(t)
		must(t, m, m.Install(a, scope, Rules, Skills))
		if !m.Installed(a, scope) {
			t.Errorf("not installed: %+v", m.Files(a, scope))
		}
		once := m.snapshot(t)
		if len(once) == len(before) {
			t.Error("nothing was written")
		}
		if p := m.Install(a, scope, Rules, Skills); p.Changed() {
			t.Errorf("the second install changes:\n%s", p.Diff())
		}
		if p := m.Repair(a, scope); p.Changed() {
			t.Errorf("repair changes what is right:\n%s", p.Diff())
		}
		must(t, m, m.Uninstall(a, scope))
		equal(t, "after uninstall", m.snapshot(t), before)
		if left, _ := filepath.Glob(filepath.Join(m.State, "*", "*")); len(left) > 0 {
			t.Errorf("records left: %v", left)
		}
	})
}

// samples are real-shaped files of a format, those that can be changed.
func samples(t testing.TB, f splice.Format) (files []string) {
	t.Helper()
	all, err := filepath.Glob("../splice/testdata/" + string(f) + "/*")
	if err != nil || len(all) < 15 {
		t.Fatalf("%d samples of %s (%v)", len(all), f, err)
	}
	return all
}

// TestRealFilesComeBackToTheByte is mark 3: every sample as the file of every agent that has its format.
func TestRealFilesComeBackToTheByte(t *testing.T) {
	trips, refusals, files, different := 0, 0, 0, map[string]bool{}
	each(t, func(t *testing.T, a Agent, scope Scope) {
		for _, f := range a.Files {
			if f.Scope != scope || f.Format == "" {
				continue
			}
			files++
			rate := 4
			if f.Format == splice.JSON {
				rate = 30 // most files are
			}
			for i, sample := range samples(t, f.Format) {
				if os.Getenv("MEMORY_TEST_LONG") == "" && (i+files)%rate > 0 {
					continue
				}
				m := machine(t)
				m.binaryFor(a)
				m.needs(t, a)
				src, err := os.ReadFile(sample)
				if err != nil {
					t.Fatal(err)
				}
				put(t, m.path(f.Path), src, 0o640)
				before := m.snapshot(t)
				p := m.Install(a, scope)
				if err := m.Apply(t.Context(), p); err != nil {
					t.Fatal(err)
				}
				if refused := p.Refused(); len(refused) > 0 {
					if refused[0].Paste == "" || refused[0].Reason == "" {
						t.Errorf("%s: refused without a word: %+v", sample, refused)
					}
					refusals++
				} else {
					trips++
					different[sample] = true
				}
				if p := m.Install(a, scope); p.Changed() {
					t.Errorf("%s: the second install changes:\n%s", sample, p.Diff())
				}
				must(t, m, m.Uninstall(a, scope))
				equal(t, sample, m.snapshot(t), before)
			}
		}
	})
	t.Logf("%d round trips over %d different files, %d refusals", trips, len(different), refusals)
	if len(different) < 60 {
		t.Errorf("%d different files came through, want 60", len(different))
	}
}

func put(t testing.TB, path string, b []byte, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, mode); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, name string) Agent {
	t.Helper()
	a, ok := Find(name)
	if !ok {
		t.Fatalf("no agent %s", name)
	}
	return a
}

func TestOnlyOurKeysGoAfterEditsBetween(t *testing.T) {
	for _, lost := range []bool{false, true} { // with and without the records
		t.Run(fmt.Sprintf("records lost %v", lost), func(t *testing.T) {
			m := machine(t)
			a := find(t, "claude-code")
			path := filepath.Join(m.Home, ".claude", "settings.json")
			put(t, path, []byte("{\n  // mine\n  \"model\": \"opus\"\n}\n"), 0o600)
			must(t, m, m.Install(a, User))
			text := read(t, path)
			text = strings.Replace(text, `"Stop": [`, `"Stop": [{"hooks": [{"type": "command", "command": "say done"}]},`, 1)
			text = strings.Replace(text, `"model": "opus"`, `"model": "sonnet", // changed`+"\n  \"theme\": \"dark\"", 1)
			put(t, path, []byte(text), 0o600)
			if lost {
				if err := os.RemoveAll(m.State); err != nil {
					t.Fatal(err)
				}
			}
			must(t, m, m.Uninstall(a, User))
			got := read(t, path)
			if strings.Contains(got, "memory") || strings.Contains(got, "factline") {
				t.Errorf("something of ours is left:\n%s", got)
			}
			for _, theirs := range []string{"say done", "// mine", `"sonnet", // changed`, `"theme": "dark"`} {
				if !strings.Contains(got, theirs) {
					t.Errorf("%s is gone:\n%s", theirs, got)
				}
			}
			if _, err := splice.Check(splice.JSON, []byte(got), nil); err != nil {
				t.Errorf("the file is broken: %v\n%s", err, got)
			}
		})
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
