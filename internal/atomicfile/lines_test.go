package atomicfile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestLinesAreChangedDroppedAndKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	cut := func(line []byte) ([]byte, bool) {
		switch string(line) {
		case "drop":
			return nil, true
		case "old":
			return []byte("new"), true
		}
		return line, false
	}
	for text, want := range map[string]struct {
		text string
		n    int
	}{
		"a\nold\ndrop\n\nb": {"a\nnew\n\nb", 2}, "": {"", 0}, "a\nb\n": {"a\nb\n", 0}, "old": {"new", 1}, "drop\n": {"", 1},
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n, err := RewriteLines(path, nil, cut)
		got, _ := os.ReadFile(path)
		if err != nil || n != want.n || !bytes.Equal(got, []byte(want.text)) {
			t.Errorf("%q became %q, %d, %v", text, got, n, err)
		}
	}
	looking := func(line []byte) ([]byte, bool) {
		if all, _ := os.ReadDir(dir); len(all) != 1 {
			t.Errorf("before a line changes there are %v", all)
		}
		return line, false
	}
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := RewriteLines(path, nil, looking); n != 0 || err != nil {
		t.Errorf("looking: %d %v", n, err)
	}
	if n, err := RewriteLines(filepath.Join(dir, "none"), nil, cut); n != 0 || err != nil {
		t.Errorf("no file: %d %v", n, err)
	}
	if all, _ := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("left %v", all)
	}
}
