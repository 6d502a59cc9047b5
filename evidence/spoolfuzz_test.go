package evidence

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Whatever lies in the spool: a drain takes it, counts what is no delivery, and the second one finds nothing.
func FuzzSpool(f *testing.F) {
	f.Add([]byte("{\"at\":\"2026-11-29T10:00:00Z\",\"key\":\"k\",\"kind\":\"PromptSubmit\",\"events\":[{\"Agent\":\"codex\",\"Session\":\"s\",\"Text\":\"hello\"}]}\n{torn"))
	f.Add([]byte("{\"events\":[{\"Agent\":\"../..\",\"Session\":\"\\u0000\",\"Time\":\"0001-01-01T00:00:00Z\",\"Files\":[\"\"]},null]}\nnull\n[]\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s := &Store{Dir: t.TempDir()}
		dir := filepath.Join(s.Dir, treeDir, spoolDir)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "x.jsonl"), file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Spooled(); err != nil {
			t.Fatalf("%q: %v", file, err)
		}
		d, err := s.Drain(t.Context(), "", "", nil)
		if lines := bytes.Count(file, []byte("\n")) + 1; err != nil || d.Broken > lines {
			t.Fatalf("%q: %+v, %v", file, d, err)
		}
		damaged, err := s.Verify(t.Context())
		if err != nil || len(damaged) > 0 {
			t.Fatalf("%q: the records are damaged: %v, %v", file, damaged, err)
		}
		if again, err := s.Drain(t.Context(), "", "", nil); err != nil || again.Added+again.Broken > 0 {
			t.Fatalf("%q: drained twice: %+v, %v", file, again, err)
		}
	})
}
