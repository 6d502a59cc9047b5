package projections

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// filled returns a store of n items in one segment, one of which is only in the tail, and the hash of a healthy view.
func filled(t *testing.T, n int) (*testStore, string) {
	t.Helper()
	s, c := newTestStore(t), newCorpus(5)
	for i := range n {
		s.put(c.item(i))
	}
	s.sync()
	s.put(item(n, "Only in the tail", "Zebra crossing."))
	s.sync()
	return s, s.hash()
}

func projectionFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"manifest.json", "tail-*", "seg-*/*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) != 5 {
		t.Fatalf("expected 5 files of projections, found %v", files)
	}
	return files
}

// Whatever happens to any file of the projections before or while a view is open, answers stay those of the item files, and the next
// Sync leaves everything whole.
func TestDamageNeverChangesAnAnswer(t *testing.T) {
	wreck := map[string]func(path string) error{
		"deleted":   os.Remove,
		"emptied":   func(path string) error { return os.Truncate(path, 0) },
		"halved":    func(path string) error { info, err := os.Stat(path); return truncateTo(path, info, err) },
		"garbled":   func(path string) error { return overwrite(path, 40, "garbage garbage") },
		"directory": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"made a directory": func(path string) error {
			return errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "full"), 0o700))
		},
	}
	s, want := filled(t, 20)
	for name, do := range wreck {
		for i := range 5 {
			s.rebuildWithTail()
			path := projectionFiles(t, s.p.Dir)[i]
			t.Run(name+" "+filepath.Base(path), func(t *testing.T) {
				before := s.open()
				if err := do(path); err != nil {
					t.Fatal(err)
				}
				for when, v := range map[string]*View{"open before": before, "opened after": s.open()} {
					h, err := v.Hash(t.Context())
					if err != nil || h != want {
						t.Errorf("%s the damage: hash %s, %v; want %s; degraded %v", when, h, err, want, v.Degraded())
					}
				}
				s.sync()
				// A byte that no search reads is seen by Inspect alone.
				if state, _ := s.p.Inspect(t.Context()); strings.Contains(state.Damage, "checksum") {
					s.rebuild()
				}
				if state, err := s.p.Inspect(t.Context()); err != nil || state.Damage != "" || state.Stale != 0 || state.Docs != 21 {
					t.Errorf("after sync: %+v, %v", state, err)
				}
			})
		}
	}
}

// rebuildWithTail brings the store back to one segment and a tail with one record.
func (s *testStore) rebuildWithTail() {
	s.t.Helper()
	last := item(20, "Only in the tail", "Zebra crossing.")
	s.remove(last)
	s.rebuild()
	s.put(last)
	s.sync()
}

func truncateTo(path string, info os.FileInfo, err error) error {
	if err != nil {
		return err
	}
	return os.Truncate(path, info.Size()/2)
}

func overwrite(path string, at int64, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt([]byte(text), at)
	return err
}

// What a manifest that could not be written would have named goes; what the one on disk names stays.
func TestASegmentThatNoManifestNamesIsRemoved(t *testing.T) {
	s, want := filled(t, 20)
	lost, err := s.p.sealInto(segmentPlan{bottom: true})
	if err != nil {
		t.Fatal(err)
	}
	m, err := readManifest(s.p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	s.p.dropUnnamed(lost)
	s.p.dropUnnamed(m.Segments[0])
	for name, stays := range map[string]bool{lost.Name: false, m.Segments[0].Name: true} {
		if _, err := os.Stat(filepath.Join(s.p.Dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.hash() != want {
		t.Error("the answers changed")
	}
}

func TestInspectSeesAFlippedByteThatOpensNever(t *testing.T) {
	s, _ := filled(t, 30)
	text, err := filepath.Glob(filepath.Join(s.p.Dir, "seg-*", textFileIn))
	if err != nil || len(text) != 1 {
		t.Fatal(text, err)
	}
	if err := overwrite(text[0], 200, "\xff"); err != nil {
		t.Fatal(err)
	}
	state, err := s.p.Inspect(t.Context())
	if err != nil || !strings.Contains(state.Damage, "checksum") {
		t.Errorf("inspect: %+v, %v", state, err)
	}
}

func TestAnotherVersionIsBuiltAnew(t *testing.T) {
	s, want := filled(t, 20)
	for _, change := range [][2]string{
		{fmt.Sprintf(`"schema": %d`, schemaVersion), `"schema": 99`},
		{fmt.Sprintf(`"analyzer": %q`, analyzerVersion), `"analyzer": "0"`},
	} {
		path := filepath.Join(s.p.Dir, manifestFile)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other := strings.Replace(string(b), change[0], change[1], 1)
		if other == string(b) {
			t.Fatalf("manifest has no %s:\n%s", change[0], b)
		}
		if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		v := s.open()
		if got, err := v.Hash(t.Context()); err != nil || got != want {
			t.Errorf("hash %s, %v; want %s", got, err, want)
		}
		if !slices.ContainsFunc(v.Degraded(), func(d string) bool { return strings.Contains(d, "another version") }) {
			t.Errorf("degraded: %q", v.Degraded())
		}
		if v := s.open(); len(v.Degraded()) != 0 {
			t.Errorf("the next open is still degraded: %q", v.Degraded())
		}
	}
}

func TestAReadOnlyStoreIsSearchedAllTheSame(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Cursor pagination", "Lists page by cursor."))
	// A file where the directory should be: nothing can be written, whoever runs the test.
	if err := os.WriteFile(s.p.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	v := s.open()
	if got := holding(t, v, "cursor"); len(got) != 1 || len(v.Degraded()) == 0 {
		t.Errorf("found %v, degraded %q", got, v.Degraded())
	}
}

// An edit that leaves size and time as they were is seen, because a young file is hashed.
func TestAnEditWithinOneClockTickIsSeen(t *testing.T) {
	s := newTestStore(t)
	s.p.Now = time.Now
	first := item(1, "Port 8080", "Body.")
	s.put(first)
	s.sync()
	info, err := os.Stat(s.path(first))
	if err != nil {
		t.Fatal(err)
	}
	s.put(item(1, "Port 9090", "Body."))
	if err := os.Chtimes(s.path(first), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := holding(t, s.open(), "9090"); len(got) != 1 {
		t.Errorf("the edit is not seen: %v", got)
	}
	s.sync()
	s.p.Now = func() time.Time { return time.Now().Add(time.Hour) } // the file has aged
	if r := s.sync(); r.Changed != 0 {
		t.Errorf("an aged file counts as changed: %+v", r)
	}
	k := readKept(s.p.Dir)
	defer k.close()
	c, err := compare(mustFiles(t, s), k.sources, false)
	if err != nil || len(c.unsure) != 0 {
		t.Errorf("the file is still hashed at each open: %+v, %v", c, err)
	}
}

func mustFiles(t *testing.T, s *testStore) []items.File {
	t.Helper()
	files, _, err := s.p.Items.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestAFileThatIsNoItemIsReportedOnceAndNotReadAgain(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Good", "Body."))
	bad := s.path(item(2, "", ""))
	if err := os.WriteFile(bad, []byte("no front matter\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	first := s.sync()
	v := s.open()
	if len(first.Bad) != 1 || len(v.Bad()) != 1 || v.Bad()[0].Path != "items/2026/"+filepath.Base(bad) || v.Len() != 1 {
		t.Fatalf("sync %+v, view %v", first, v.Bad())
	}
	k := readKept(s.p.Dir)
	defer k.close()
	if c, err := compare(mustFiles(t, s), k.sources, false); err != nil || len(c.unsure) != 0 {
		t.Errorf("it is read again at each open: %+v, %v", c, err)
	}
}

func TestAClosedViewSaysSo(t *testing.T) {
	s, _ := filled(t, 5)
	v := s.open()
	v.Close()
	if err := v.Postings("zebra", func(int, *[NumFields]uint32) {}); err != ErrClosed {
		t.Errorf("Postings: %v", err)
	}
	if _, err := v.Nearest(t.Context(), "zebra", 1, nil); err != ErrClosed {
		t.Errorf("Nearest: %v", err)
	}
}
