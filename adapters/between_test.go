package adapters

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// bom is the byte order mark.
const bom = "\xef\xbb\xbf"

// edited are changes of a whole file that a person or a tool makes while we are in it: what each gives must be what it would give without us.
func edited(format splice.Format) map[string]func([]byte) []byte {
	note := map[splice.Format]string{splice.JSON: "// mine", splice.TOML: "# mine", splice.YAML: "# mine"}[format]
	return map[string]func([]byte) []byte{
		"a line at the end": func(b []byte) []byte { return append(bytes.Clone(b), "\n"+note+"\n"...) },
		"a line at the start": func(b []byte) []byte {
			rest, marked := bytes.CutPrefix(b, []byte(bom))
			if marked {
				return append([]byte(bom+note+"\n"), rest...)
			}
			return append([]byte(note+"\n"), b...)
		},
		"line ends of Windows": func(b []byte) []byte {
			return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		},
		"line ends of Unix":  func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) },
		"no byte order mark": func(b []byte) []byte { return bytes.TrimPrefix(b, []byte(bom)) },
	}
}

// TestEditsBetweenLeaveWhatTheyWouldHaveLeftWithoutUs: every sample, as the file of one agent of its format, is changed while we are installed.
func TestEditsBetweenLeaveWhatTheyWouldHaveLeftWithoutUs(t *testing.T) {
	tried, refused := 0, 0
	for _, one := range []struct {
		agent string
		scope Scope
		part  Part
	}{{"cursor", User, MCP}, {"claude-code", User, Hooks}, {"codex", User, MCP}, {"goose", User, MCP}} {
		a := find(t, one.agent)
		for _, f := range a.Files {
			if f.Scope != one.scope || f.Part != one.part || f.Format == "" {
				continue
			}
			for _, sample := range samples(t, f.Format) {
				src, err := os.ReadFile(sample)
				if err != nil {
					t.Fatal(err)
				}
				for what, edit := range edited(f.Format) {
					m := machine(t)
					m.needs(t, a)
					path := m.path(f.Path)
					put(t, path, src, 0o640)
					p := m.Install(a, one.scope)
					if err := m.Apply(t.Context(), p); err != nil {
						t.Fatal(err)
					}
					if len(p.Refused()) > 0 {
						refused++
						continue
					}
					if len(bytes.TrimSpace(bytes.TrimPrefix(src, []byte(bom)))) == 0 && strings.HasPrefix(what, "a line") && f.Format == splice.JSON {
						continue // a comment alone is no JSON: our braces stay around nothing
					}
					with := edit([]byte(read(t, path)))
					want := edit(src)
					put(t, path, with, 0o640)
					p = m.Uninstall(a, one.scope)
					if err := m.Apply(t.Context(), p); err != nil {
						t.Fatal(err)
					}
					got := []byte(read(t, path))
					if len(p.Refused()) > 0 {
						refused++
						want = with
					}
					if tried++; !bytes.Equal(got, want) {
						t.Errorf("%s, %s of %s, %s:\nwant %q\ngot  %q\nfrom %q", filepath.Base(sample), one.part, one.agent, what, want, got, with)
					}
				}
			}
		}
	}
	t.Logf("%d edits between, %d refusals", tried, refused)
}

// FuzzInstallAndUninstall: whatever an agent's file holds, installing twice and uninstalling gives it back to the byte, or it is refused and was never
// touched.
func FuzzInstallAndUninstall(f *testing.F) {
	for _, sample := range samples(f, splice.JSON) {
		b, err := os.ReadFile(sample)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<12 || strings.Contains(string(src), "memory") {
			return // what starts us was there before
		}
		m := machine(t)
		a := find(t, "claude-code")
		path := filepath.Join(m.Home, ".claude", "settings.json")
		put(t, path, src, 0o600)
		before := m.snapshot(t)
		for range 2 {
			if err := m.Apply(t.Context(), m.Install(a, User)); err != nil {
				t.Fatal(err)
			}
		}
		if p := m.Install(a, User); p.Changed() {
			t.Errorf("the third install changes:\n%s", p.Diff())
		}
		must(t, m, m.Uninstall(a, User))
		equal(t, "after uninstall", m.snapshot(t), before)
	})
}
