package projections

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
)

// save writes an item as the write service does and returns its path in the store.
func (s *testStore) save(it items.Item) string {
	s.t.Helper()
	b, err := it.Encode()
	if err == nil {
		err = atomicfile.Write(s.path(it), b, 0o644)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	rel, _ := filepath.Rel(s.dir, s.path(it))
	return filepath.ToSlash(rel)
}

// looked opens what a writer asks, and says whether that was the cheap way.
func (s *testStore) looked() (quick bool) {
	s.t.Helper()
	k, err := s.p.OpenKeys(s.t.Context())
	switch {
	case err == nil:
		k.Close()
		return true
	case !errors.Is(err, ErrBehind):
		s.t.Fatal(err)
	}
	s.open()
	return false
}

func (s *testStore) syncPaths(complete bool, paths ...string) {
	s.t.Helper()
	if r, err := s.p.SyncPaths(s.t.Context(), complete, paths...); err != nil || len(r.Degraded) > 0 {
		s.t.Fatal(r, err)
	}
}

// Whatever writers and other hands do, keys that open answer as a view does, and one writer alone never needs a view again.
func TestKeysAnswerAsAViewDoesOrSayThatTheyAreBehind(t *testing.T) {
	for seed := range uint64(long(1, 6)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s, rnd := newTestStore(t), rand.New(rand.NewPCG(seed, 7))
			s.p.Now, s.p.tailLimit = nil, 9
			s.sync()
			live := []items.Item{}
			quick, slow := 0, 0
			for step := range 80 {
				it := item(step, fmt.Sprintf("Fact %d", rnd.IntN(40)), fmt.Sprintf("value %d", rnd.IntN(10)))
				if rnd.IntN(4) == 0 {
					it.Status = items.Proposed
				}
				switch rnd.IntN(10) {
				case 0, 1: // other hands, which replace files as git does
					tick(t, s)
					s.save(it)
					live = append(live, it)
				case 2:
					if len(live) > 0 {
						n := rnd.IntN(len(live))
						s.remove(live[n])
						live = append(live[:n], live[n+1:]...)
					}
				case 3: // a writer that looked at nothing
					s.syncPaths(false, s.save(it))
					live = append(live, it)
				case 4:
					s.sync()
				case 5: // in place, without another key
					if len(live) > 0 {
						n := rnd.IntN(len(live))
						live[n].Tags = append(live[n].Tags, fmt.Sprint("edit-", step))
						s.put(live[n])
					}
				default:
					s.looked()
					s.syncPaths(true, s.save(it))
					live = append(live, it)
				}
				k, err := s.p.OpenKeys(t.Context())
				if err != nil {
					slow++
					continue
				}
				quick++
				v := s.open()
				for doc := range v.Len() {
					h := v.Head(doc)
					if got, want := k.ByText(h.TextKey), v.ByText(h.TextKey); !reflect.DeepEqual(got, want) {
						t.Fatalf("step %d, by text of %s: %v\nwant %v", step, h.ID, got, want)
					}
					if got, want := k.ByClaim(h.ClaimKey), v.ByClaim(h.ClaimKey); !reflect.DeepEqual(got, want) {
						t.Fatalf("step %d, by claim of %s: %v\nwant %v", step, h.ID, got, want)
					}
				}
				sameClaims(t, k, v)
				k.Close()
			}
			if quick < 20 || slow < 5 {
				t.Errorf("quick %d times, behind %d times: the test shows nothing", quick, slow)
			}
		})
	}
}

func TestOneWriterNeedsNoViewAfterItsFirst(t *testing.T) {
	s := newTestStore(t)
	s.p.Now, s.p.tailLimit = nil, 1000
	s.sync()
	for n := range 40 {
		if quick := s.looked(); !quick && n > 1 {
			t.Fatalf("write %d had to look at the whole store", n)
		}
		s.syncPaths(true, s.save(item(n, fmt.Sprint("Fact ", n), "value")))
	}
	if v := s.open(); v.Len() != 40 {
		t.Errorf("%d documents", v.Len())
	}
	if r := s.sync(); r.Added+r.Changed+r.Removed != 0 {
		t.Errorf("a full sync found more: %+v", r)
	}
}

func TestKeysAreBehindAfterOtherHands(t *testing.T) {
	s := newTestStore(t)
	s.p.Now = nil
	stays := item(0, "Stays", "value")
	s.save(stays)
	s.syncPaths(s.looked(), s.save(item(1, "First", "value")))
	s.looked()
	s.syncPaths(true, s.save(item(2, "Second", "value")))
	if !s.looked() {
		t.Fatal("behind although nothing happened")
	}
	tick(t, s)
	pulled := item(3, "Pulled", "value")
	s.save(pulled)
	if s.looked() {
		t.Error("a file that other hands made is not noticed")
	}
	s.syncPaths(false, s.save(item(4, "Blind", "value")))
	if s.looked() {
		t.Error("a writer that looked at nothing hides what other hands did")
	}
	s.syncPaths(true, s.save(item(5, "Looked", "value")))
	if !s.looked() {
		t.Error("still behind after a writer looked")
	}
	tail := tailOf(t, s)
	b, err := os.ReadFile(tail)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tail, b[:len(b)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	if s.looked() {
		t.Error("a torn tail is trusted")
	}
}

func tailOf(t *testing.T, s *testStore) string {
	t.Helper()
	m, err := readManifest(s.p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(s.p.Dir, m.Tail)
}

// tick waits until the clock of the file system has moved on: what happens in one of its steps cannot be told apart.
func tick(t testing.TB, s *testStore) {
	t.Helper()
	probe := filepath.Join(s.dir, "probe")
	stamp := func() int64 {
		if err := os.WriteFile(probe, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(probe)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime().UnixNano()
	}
	for first := stamp(); stamp() == first; {
	}
}
