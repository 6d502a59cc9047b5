package ledger

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWordsAreCutOutOfEveryLedger(t *testing.T) {
	l := &Ledger{Dir: filepath.Join(t.TempDir(), "ledger")}
	inside := &Ledger{Dir: filepath.Join(l.Dir, "sessions", "codex-1")}
	at := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for _, to := range []*Ledger{l, inside} {
		for _, text := range []string{"keep", "secret words"} {
			if err := to.Append(t.Context(), Writes, at, map[string]string{"title": text}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(l.Dir, ".tmp-1"), []byte("secret words"), 0o600); err != nil {
		t.Fatal(err)
	}
	cut := func(line []byte) ([]byte, bool) {
		out := bytes.ReplaceAll(line, []byte("secret words"), []byte("[purged]"))
		return out, !bytes.Equal(out, line)
	}
	if n, err := l.Purge(t.Context(), cut, true); n != 2 || err != nil {
		t.Errorf("dry: %d %v", n, err)
	}
	if n, err := l.Purge(t.Context(), cut, false); n != 2 || err != nil {
		t.Errorf("purged: %d %v", n, err)
	}
	for _, of := range []*Ledger{l, inside} {
		var all []string
		for line, err := range of.Read(t.Context(), Writes) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(line))
		}
		if got := strings.Join(all, " "); got != `{"title":"keep"} {"title":"[purged]"}` {
			t.Errorf("%s: %s", of.Dir, got)
		}
	}
	if _, err := os.Lstat(filepath.Join(l.Dir, ".tmp-1")); err == nil {
		t.Error("what a killed process left is still there")
	}
	if n, err := (&Ledger{Dir: filepath.Join(l.Dir, "none")}).Purge(t.Context(), cut, false); n != 0 || err != nil {
		t.Errorf("no ledger: %d %v", n, err)
	}
}
