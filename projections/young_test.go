package projections

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// byClock gives a store the machine's own clock, where the file system stamps files by it.
func byClock(t *testing.T) *testStore {
	t.Helper()
	s := newTestStore(t)
	s.p.Now = nil
	if !s.p.Items.StampsByClock() {
		t.Skip("this file system is not known to stamp files by the kernel's clock")
	}
	return s
}

// outlive waits until nothing that was written so far is young by the clock of the files. A stamp may stand ahead of that by a tick.
func outlive(window int64) {
	for start := time.Now(); items.FileClock().Sub(start) <= time.Duration(window); {
		time.Sleep(time.Millisecond)
	}
}

// A clone that is indexed within seconds must not make each later search read its files.
func TestFilesOfAMomentAgoAreNotReadAtEachOpen(t *testing.T) {
	const n = fewYoung + 50
	ways := map[string]func(s *testStore){
		"reindexed": func(s *testStore) { s.rebuild() },
		"found by a search": func(s *testStore) {
			v, err := s.p.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			v.Close()
		},
	}
	for name, index := range ways {
		t.Run(name, func(t *testing.T) {
			s := byClock(t)
			for i := range n {
				s.put(item(i, "Note", "Body."))
			}
			outlive(tickWindow)
			index(s)
			if left := unsure(t, s); left != 0 {
				t.Errorf("%d of %d files are read at each open", left, n)
			}
			if _, known := refreshKnown(t, s); !known {
				t.Error("the folders are listed again")
			}
		})
	}
}

// Where times are coarse the build waits them out, unless only few files are young.
func TestABuildSettlesWhatWasYoung(t *testing.T) {
	for n, want := range map[int]int{fewYoung + 1: 0, 3: 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := newTestStore(t)
			s.p.Now, s.p.coarse = time.Now, true
			for i := range n {
				s.put(item(i, "Note", "Body."))
			}
			s.rebuild()
			if left := unsure(t, s); left > want {
				t.Errorf("%d of %d files are read at each open", left, n)
			}
		})
	}
}

// What changes between the build's first look and its second is not taken for settled.
func TestAFileThatChangedWhileABuildWaitedIsNotSettled(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Port 8080", "Body."))
	r, err := s.p.newReader()
	if err != nil {
		t.Fatal(err)
	}
	f := mustFiles(t, s)[0]
	d, err := r.read(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	row := sealedRow{path: d.path, stat: d.stat, sum: d.sum}
	row.stat.racy = true
	if r.settled(row).racy {
		t.Fatal("a file that stayed as it was is still young: the test shows nothing")
	}
	changed := row
	changed.sum[0]++ // the bytes that were read were others
	if !r.settled(changed).racy {
		t.Error("other bytes are settled")
	}
	tick(t, s)
	s.put(item(1, "Port 9090", "Body."))
	if !r.settled(row).racy {
		t.Error("other times are settled")
	}
}

// An edit of the same size in the very tick in which the file was read is seen: that is what young files are read again for.
func TestAnEditInTheTickOfTheIndexIsSeen(t *testing.T) {
	s := byClock(t)
	for i := range long(60, 2000) {
		title := fmt.Sprintf("Port %d", 1000+i)
		s.put(item(1, title, "Body."))
		v, err := s.p.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := holding(t, v, title)
		v.Close()
		if len(got) != 1 {
			t.Fatalf("%q is not found after edit %d", title, i)
		}
	}
}

// A file whose time lies ahead, as a faulty clock or an archive leaves it, is not read for ever where its time of change can be trusted.
func TestATimeInTheFutureIsNotYoungForEver(t *testing.T) {
	s := byClock(t)
	s.put(item(1, "Note", "Body."))
	ahead := time.Now().Add(48 * time.Hour)
	if err := os.Chtimes(s.path(item(1, "", "")), ahead, ahead); err != nil {
		t.Fatal(err)
	}
	outlive(tickWindow)
	s.rebuild()
	if left := unsure(t, s); left != 0 {
		t.Error("it is read at each open")
	}
}
