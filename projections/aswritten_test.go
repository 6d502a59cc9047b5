package projections

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// The times of a vector file stand for its checksum only until somebody touches it: a copy is summed, and answers all the same.
func TestAVectorFileThatNobodyTouchedNeedsNoSum(t *testing.T) {
	s, want := filled(t, 20)
	entry := func() segmentEntry {
		t.Helper()
		m, err := readManifest(s.p.Dir)
		if err != nil || len(m.Segments) != 1 {
			t.Fatal(m, err)
		}
		return m.Segments[0]
	}
	s.rebuild()
	dir := filepath.Join(s.p.Dir, entry().Name)
	path := filepath.Join(dir, vectorFile)
	if !entry().asWritten(dir, vectorFile) {
		if runtime.GOOS == "linux" && timesOf(dir, vectorFile) != nil {
			t.Fatal("a file just written is not known as such")
		}
		t.Skip("no time of change is kept here")
	}
	if entry().asWritten(dir, catalogFile) {
		t.Error("nothing vouches for the catalog but its sums")
	}
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if entry().asWritten(dir, vectorFile) {
		t.Error("a file that was written again counts as the first one")
	}
	if got := s.hash(); got != want {
		t.Errorf("the same bytes at another time: %s, want %s", got, want)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s.rebuild()
	dir = filepath.Join(s.p.Dir, entry().Name)
	path = filepath.Join(dir, vectorFile)
	if err := overwrite(path, int64(vectorHeader)+8, "garbage"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := s.hash(); got != want {
		t.Errorf("damage under a time that was set: %s, want %s", got, want)
	}
}
