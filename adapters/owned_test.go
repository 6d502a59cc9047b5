package adapters

import (
	"bytes"
	"strings"
	"testing"

	"github.com/factline/memory/splice"
)

// TestWhatAPersonPutIntoAFileOfOursStays: a file that install made, a person's edit, then a second write of ours, then uninstall.
func TestWhatAPersonPutIntoAFileOfOursStays(t *testing.T) {
	own := map[splice.Format]splice.Edit{
		splice.JSON: {Key: "theme", Value: "dark"},
		splice.TOML: {Key: "theme", Value: "dark"},
		splice.YAML: {Key: "theme", Value: "dark"},
	}
	edited := 0
	each(t, func(t *testing.T, a Agent, scope Scope) {
		m := machine(t)
		m.binaryFor(a)
		m.needs(t, a)
		before := m.snapshot(t)
		p := m.Install(a, scope, Rules)
		must(t, m, p)
		kept := map[string]string{} // path -> what must be in it
		for _, c := range p.Changes {
			if c.Action != Create || kept[c.Path] != "" {
				continue
			}
			now := []byte(read(t, c.Path))
			for _, f := range a.Files {
				if f.Part != c.Part || f.Scope != scope || f.Whole != "" {
					continue
				}
				switch edit, ok := own[f.Format]; {
				case f.Block != "":
					put(t, c.Path, append(now, "\nWe use tabs.\n"...), 0o644)
					kept[c.Path] = "We use tabs."
				case ok:
					after, _, err := splice.Apply(f.Format, now, []splice.Edit{edit})
					if err != nil || bytes.Equal(after, now) {
						continue // of a form that takes no key at the top
					}
					put(t, c.Path, after, 0o644)
					kept[c.Path] = "theme"
				}
			}
		}
		if len(kept) == 0 {
			t.Skip("it makes no file that takes a key")
		}
		edited += len(kept)
		m.Binary = "/opt/elsewhere/memory"
		must(t, m, m.Repair(a, scope))
		must(t, m, m.Install(a, scope, Rules))
		must(t, m, m.Uninstall(a, scope))
		for path, word := range kept {
			if text := read(t, path); !bytes.Contains([]byte(text), []byte(word)) || namesUs([]byte(text), a) {
				t.Errorf("%s is %q; want what the person put there, and nothing of ours", path, text)
			}
		}
		for path, was := range m.snapshot(t) {
			if _, theirs := kept[path]; !theirs && before[path] == "" && !strings.HasPrefix(was, "d") {
				t.Errorf("%s is left: %q", path, was)
			}
		}
	})
	if edited < 20 {
		t.Errorf("only %d files were tried", edited)
	}
}
