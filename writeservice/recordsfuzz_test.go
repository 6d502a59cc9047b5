package writeservice

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever lies in pending/ and in the log of deeds, no command fails by it and none of it goes away: a record that is none is put aside, with the
// reason, and a store without a damaged item stays one.
func FuzzRecords(f *testing.F) {
	for _, text := range []string{
		"", "null", "{\"schema\":1}", "{\"schema\":2,\"id\":\"mem-x\"}",
		"{\"schema\":1,\"id\":\"mem-x\",\"channel\":\"human\",\"file\":\"---\\nid: mem-x\\nschema: 1\\ntype: fact\\ntitle: T\\nstatus: active\\ncreated: 2026-01-01T00:00:00Z\\nupdated: 2026-01-01T00:00:00Z\\n---\\n\"}",
		"{\"receipt\":\"rc-x\",\"op\":\"update\",\"files\":[{\"path\":\"items/2026/mem-x.md\",\"after\":\"no item\"}]}",
		"{\"receipt\":\"rc-x\",\"op\":\"update\",\"files\":[{\"path\":\"../../x.md\",\"after\":\"out\"},{\"path\":\"review/mem-x.md\",\"before\":\"a\"}]}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newService(t)
		lie := func(name string) {
			path := filepath.Join(s.Dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		lie("pending/mem-x" + pendingExt)
		lie("pending/rc-x" + intentExt)
		lie(deedLog)
		if _, err := s.PendingState(t.Context()); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if _, err := s.Replay(t.Context()); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if _, err := s.Repair(t.Context()); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if _, err := s.Undo(t.Context(), "", person); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for _, name := range []string{"mem-x" + pendingExt, "rc-x" + intentExt} {
			_, waits := os.Stat(filepath.Join(s.Dir, "pending", name))
			_, dead := os.Stat(filepath.Join(s.Dir, "pending", "dead", name))
			if waits != nil && dead != nil && !strings.Contains(text, "mem-x") && !strings.Contains(text, "rc-x") {
				t.Fatalf("%q: %s is gone", text, name)
			}
		}
		if outside, err := filepath.Glob(filepath.Join(filepath.Dir(s.Dir), "*.md")); err != nil || len(outside) > 0 {
			t.Fatalf("%q: wrote %v outside of the store", text, outside)
		}
		write(t, s, person, fact("Nothing stands in its way", "It is written."))
	})
}
