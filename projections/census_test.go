package projections

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// counted brings a store to the state in which nothing needs to be listed.
func counted(t *testing.T, n int) *testStore {
	t.Helper()
	s := newTestStore(t)
	for i := range n {
		s.put(item(i, "Note", "Body."))
	}
	s.sync()
	s.open()
	if _, known := refreshKnown(t, s); !known {
		t.Skip("this file system is not known to keep the times of directories")
	}
	return s
}

// refreshKnown compares without listing; known is false where that would not do.
func refreshKnown(t *testing.T, s *testStore) (out refreshed, known bool) {
	t.Helper()
	r, err := s.p.newReader()
	if err != nil {
		t.Fatal(err)
	}
	k := readKept(s.p.Dir)
	t.Cleanup(k.close)
	out, known, err = r.refreshKnown(t.Context(), k, false)
	if err != nil {
		t.Fatal(err)
	}
	return out, known
}

// Many files are shared among goroutines; one of them is edited in place, which no folder shows.
func TestKnownFilesAreLookedAtWithoutAListing(t *testing.T) {
	s := counted(t, 3*lookChunk+7)
	if out, known := refreshKnown(t, s); !known || !out.same || out.report.Items != 3*lookChunk+7 {
		t.Fatalf("known %v, %+v", known, out.report)
	}
	s.put(item(lookChunk+3, "Another title", "Body."))
	out, known := refreshKnown(t, s)
	if !known || out.same || out.report.Changed != 1 || out.report.Added != 0 {
		t.Errorf("known %v, same %v, %+v", known, out.same, out.report)
	}
	if got := holding(t, s.open(), "another title"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

// Whatever comes, goes or takes another name changes a folder, also when its time is put back.
func TestNoCensusHidesAFileThatCameOrWent(t *testing.T) {
	changes := map[string]func(s *testStore) (items int){
		"made": func(s *testStore) int { s.put(item(100, "New", "Body.")); return 11 },
		"made and the time of the folder put back": func(s *testStore) int {
			dir := filepath.Dir(s.path(item(1, "", "")))
			info, err := os.Stat(dir)
			s.put(item(100, "New", "Body."))
			if err == nil {
				err = os.Chtimes(dir, info.ModTime(), info.ModTime())
			}
			if err != nil {
				t.Fatal(err)
			}
			return 11
		},
		"removed": func(s *testStore) int { s.remove(item(3, "", "")); return 9 },
		"a new year": func(s *testStore) int {
			b, err := item(100, "New", "Body.").Encode()
			dir := filepath.Join(s.dir, "items", "2031")
			if err == nil {
				err = os.Mkdir(dir, 0o755)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "mem-20310101-new-aaaaaaaa.md"), b, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			return 10 // a file whose name is not its id is no item, and is named
		},
		"replaced by a link": func(s *testStore) int {
			path := s.path(item(3, "", ""))
			if err := os.Rename(path, path+".away"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(path+".away", path); err != nil {
				t.Skip(err)
			}
			return 9
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			s := counted(t, 10)
			want := change(s)
			if _, known := refreshKnown(t, s); known {
				t.Error("the census still holds")
			}
			if v := s.open(); v.Len() != want {
				t.Errorf("%d documents, want %d", v.Len(), want)
			}
			if got, want := s.hash(), hashWithout(t, s); got != want {
				t.Error("other contents than without projections")
			}
		})
	}
}

func hashWithout(t *testing.T, s *testStore) string {
	t.Helper()
	if err := os.RemoveAll(s.p.Dir); err != nil {
		t.Fatal(err)
	}
	return s.hash()
}

// A folder that changed a moment ago may change again within one step of its clock.
func TestAYoungFolderGivesNoCensus(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Note", "Body."))
	folders, _ := s.p.Items.Folders()
	now := int64(0)
	for _, f := range folders {
		now = max(now, f.ChangeTime+1)
	}
	s.p.Now = func() time.Time { return time.Unix(0, now) }
	s.sync()
	if _, known := refreshKnown(t, s); known {
		t.Error("a census of a young folder is trusted")
	}
}

func TestWhatIsRankedAheadStandsOnlyWhereNoFileDiffers(t *testing.T) {
	s := counted(t, 10)
	look := func() (stands bool) {
		a, err := s.p.OpenAhead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if a.View() == nil || a.View().Len() != 10 {
			t.Fatalf("nothing to rank ahead: %+v", a.View())
		}
		v, stands, err := a.Settle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		select {
		case <-a.Differs():
			if stands {
				t.Error("stands, and a file was said to differ")
			}
		default:
			if !stands {
				t.Error("a file differs, and nobody was told")
			}
		}
		if stands != (v == a.View()) {
			t.Errorf("stands %v, and another view", stands)
		}
		if got := holding(t, v, "changed"); (len(got) == 1) == stands {
			t.Errorf("stands %v, found %v", stands, got)
		}
		return stands
	}
	if !look() {
		t.Error("does not stand though nothing happened")
	}
	s.put(item(4, "Changed", "Body."))
	if look() {
		t.Error("stands though a file changed")
	}
}

func TestAheadCanBeGivenUp(t *testing.T) {
	s := counted(t, 10)
	a, err := s.p.OpenAhead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.p.Open(ctx); err == nil {
		t.Error("a cancelled context opens a view")
	}
}
