package projections

import (
	"os"
	"testing"
	"time"
)

// Where every file got a new time and kept its bytes, the words are not written again: a segment of rows beside the old one says what the
// files look like now, the next process reads no file, and every answer stays.
func TestNewTimesAloneWriteNoWordsAgain(t *testing.T) {
	s := newTestStore(t)
	s.p.tailLimit = 20
	const n = 60
	for i := range n {
		s.put(item(i, "Note about cursors", "Lists page by cursor, never by offset."))
	}
	s.sync()
	before, err := readManifest(s.p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		at := time.Now().Add(-time.Duration(10-round) * time.Hour)
		for i := range n {
			if err := os.Chtimes(s.path(item(i, "", "")), at, at); err != nil {
				t.Fatal(err)
			}
		}
		if report := s.sync(); report.Added+report.Changed+report.Removed != 0 || report.Items != n {
			t.Fatalf("round %d: %+v", round, report)
		}
		m, err := readManifest(s.p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Segments) != len(before.Segments)+1 || m.Segments[0].Name != before.Segments[0].Name || m.Segments[len(m.Segments)-1].Docs != 0 {
			t.Fatalf("round %d: segments %+v, before %+v", round, m.Segments, before.Segments)
		}
	}
	view := s.open()
	if view.Len() != n {
		t.Errorf("%d of %d documents", view.Len(), n)
	}
	s.put(item(n, "Note about offsets", "One more."))
	s.sync()
	if view := s.open(); view.Len() != n+1 {
		t.Errorf("%d of %d documents", view.Len(), n+1)
	}
}
