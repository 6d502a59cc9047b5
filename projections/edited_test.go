package projections

import (
	"bytes"
	"os"
	"runtime"
	"testing"
	"time"
)

// unsure counts the files that the next open will read.
func unsure(t *testing.T, s *testStore) int {
	t.Helper()
	k := readKept(s.p.Dir)
	defer k.close()
	c, err := compare(mustFiles(t, s), k.sources, false)
	if err != nil || !k.usable() {
		t.Fatal(k.problem, err)
	}
	return len(c.unsure)
}

// A hand that edits a file and puts its time back cannot put back when it was changed.
func TestAnEditThatPutsSizeAndTimeBackIsSeen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a listing brings no time of change here")
	}
	for name, sealed := range map[string]bool{"in a segment": true, "in the tail": false} {
		t.Run(name, func(t *testing.T) {
			s := newTestStore(t) // its clock stands a minute ahead: no file is young
			s.sync()
			first := item(1, "Port 8080", "Body.")
			s.put(first)
			s.sync()
			if sealed {
				s.rebuild()
			}
			if n := unsure(t, s); n != 0 {
				t.Fatalf("%d files are read at each open: the test shows nothing", n)
			}
			info, err := os.Stat(s.path(first))
			if err != nil {
				t.Fatal(err)
			}
			tick(t, s)
			b, err := os.ReadFile(s.path(first))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(s.path(first), bytes.Replace(b, []byte("8080"), []byte("9090"), 1), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(s.path(first), info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			if now, err := os.Stat(s.path(first)); err != nil || now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime()) {
				t.Fatalf("size or time differ: the test shows nothing (%v)", err)
			}
			if got := holding(t, s.open(), "9090"); len(got) != 1 {
				t.Errorf("the edit is not seen: %v", got)
			}
			s.sync()
			if n := unsure(t, s); n != 0 {
				t.Errorf("%d files are read at each open after the edit was brought in", n)
			}
		})
	}
}

// A restored backup, rsync or chmod gives every file another time of change and no other bytes: each is hashed once, nothing is analysed
// anew, and then nothing is read any more.
func TestATimeOfChangeAloneIsNoChange(t *testing.T) {
	s := newTestStore(t)
	const n = 20
	for i := range n {
		s.put(item(i, "Note", "Body."))
	}
	s.sync()
	tick(t, s)
	for i := range n {
		if err := os.Chmod(s.path(item(i, "", "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := s.hash()
	if r := s.sync(); r.Added+r.Changed+r.Removed != 0 || r.Items != n {
		t.Errorf("report %+v", r)
	}
	if left := unsure(t, s); left != 0 {
		t.Errorf("%d files are hashed again at each open", left)
	}
	if after := s.hash(); after != before {
		t.Error("other contents")
	}
}

// A file whose time lies in the past is young all the same when it was changed just now (cp -p, git checkout of an old tree by a tool that
// sets times): within one tick of the clock it may change once more and look the same.
func TestAFileThatWasChangedJustNowIsYoungWhateverItsTimeSays(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a listing brings no time of change here")
	}
	s := newTestStore(t)
	it := item(1, "Note", "Body.")
	s.put(it)
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(s.path(it), old, old); err != nil {
		t.Fatal(err)
	}
	now := mustFiles(t, s)[0].ChangeTime + 1
	s.p.Now = func() time.Time { return time.Unix(0, now) }
	s.sync()
	k := readKept(s.p.Dir)
	defer k.close()
	for _, src := range k.sources {
		for row := range src.len() {
			if !src.stat(row).racy {
				t.Errorf("%s counts as settled", src.path(row))
			}
		}
	}
}
