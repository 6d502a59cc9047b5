package adapters

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/internal/atomicfile"
)

// kept lists what is kept about files; the lock is nothing.
func (m *Machine) kept(t *testing.T) (names []string) {
	for path, text := range m.snapshot(t) {
		if strings.HasPrefix(path, m.State+string(filepath.Separator)) && filepath.Base(path) != "lock" && !strings.HasPrefix(text, "d") {
			names = append(names, path)
		}
	}
	slices.Sort(names)
	return names
}

// A copy that no record speaks of is named while its file holds ours, and goes with them: it holds whatever the person's file holds.
func TestNoPrivateCopyOutlivesItsRecords(t *testing.T) {
	for name, lose := range map[string]func(m *Machine) error{
		"lost": func(m *Machine) error { return os.RemoveAll(filepath.Join(m.State, "claude-code")) },
		"damaged": func(m *Machine) error {
			return filepath.WalkDir(m.State, func(path string, d os.DirEntry, err error) error {
				if strings.HasSuffix(path, ".json") {
					return os.WriteFile(path, []byte("{"), 0o600)
				}
				return err
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := machine(t)
			a := find(t, "claude-code")
			config := filepath.Join(m.Home, ".claude.json")
			put(t, config, []byte(`{ "token": "t" }`), 0o600)
			must(t, m, m.Install(a, User))
			if err := lose(m); err != nil {
				t.Fatal(err)
			}
			said := func() bool {
				return slices.ContainsFunc(m.Doctor(a, User), func(f Finding) bool { return f.Name == "leftover" && strings.Contains(f.Text, config) })
			}
			if !said() {
				t.Errorf("doctor names no copy: %v", m.Doctor(a, User))
			}
			other := find(t, "codex")
			must(t, m, m.Install(other, User))
			must(t, m, m.Uninstall(other, User))
			if !said() {
				t.Error("the copy went while the file still holds our entries")
			}
			must(t, m, m.Uninstall(a, User))
			if left := m.kept(t); len(left) > 0 || name == "lost" && read(t, config) != `{ "token": "t" }` {
				t.Errorf("left %v, and %s", left, read(t, config))
			}
		})
	}
}

// What a killed command left beside a file, or in the records, is named and taken away; a file of another program with a like name is not.
func TestTemporaryFilesOfAKilledCommandGo(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	must(t, m, m.Install(a, User))
	ours := []string{filepath.Join(m.Home, atomicfile.TempPrefix+TempMark+"17"), filepath.Join(m.State, "claude-code", atomicfile.TempPrefix+"18"),
		filepath.Join(m.State, originals, atomicfile.TempPrefix+"19")}
	theirs := filepath.Join(m.Home, atomicfile.TempPrefix+"20")
	for _, path := range append(ours, theirs) {
		put(t, path, []byte("token"), 0o600)
	}
	named := 0
	for _, f := range m.Doctor(a, User) {
		if f.Name == "leftover" && slices.Contains(ours, f.Path) {
			named++
		}
	}
	if named != len(ours) {
		t.Errorf("doctor names %d of %d: %v", named, len(ours), m.Doctor(a, User))
	}
	must(t, m, m.Repair(a, User))
	for _, path := range ours {
		if there(path) {
			t.Errorf("%s stays", path)
		}
	}
	if !there(theirs) {
		t.Error("a file that nobody here wrote was deleted")
	}
}

// An uninstall that was killed between a file and its directories is finished by the next.
func TestDirectoriesOfAKilledUninstallGo(t *testing.T) {
	m := machine(t)
	a := find(t, "claude-code")
	before := m.snapshot(t)
	must(t, m, m.Install(a, User, Skills))
	for _, f := range m.files(a, User, []Part{Skills}) {
		if f.Part == Skills {
			if err := os.Remove(m.target(a, f)); err != nil {
				t.Fatal(err)
			}
		}
	}
	must(t, m, m.Uninstall(a, User))
	for path := range m.snapshot(t) {
		if _, was := before[path]; !was && !strings.HasPrefix(path, m.State) && !strings.HasPrefix(m.State, path) {
			t.Errorf("left %s", path)
		}
	}
}

// The copies of a command that was killed before it kept a record are of no use.
func TestACopyWithoutARecordGoesWithTheNextCommand(t *testing.T) {
	m := machine(t)
	config := filepath.Join(m.Home, ".claude.json")
	put(t, config, []byte(`{ "token": "t" }`), 0o600)
	o := original{Path: place(config), At: m.Now(), Before: sum([]byte(`{ "token": "t" }`)), bytes: []byte(`{ "token": "t" }`)}
	if err := m.remember(o.Path, nil, &o); err != nil {
		t.Fatal(err)
	}
	must(t, m, m.Uninstall(find(t, "claude-code"), User))
	if left := m.kept(t); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
