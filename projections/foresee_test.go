package projections

import (
	"os"
	"testing"
)

// edited opens a store and returns what Edited, and then Settle gave. What Edited gave is used before the comparison is over.
func edited(t *testing.T, s *testStore) (guessed, settled *View, stands bool) {
	t.Helper()
	a, err := s.p.OpenAhead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if guessed = a.Edited(); guessed != nil {
		if _, err := guessed.Hash(t.Context()); err != nil || len(guessed.Bad())+len(guessed.Degraded()) > 0 {
			t.Errorf("before all files are compared: %v, bad %v, degraded %q", err, guessed.Bad(), guessed.Degraded())
		}
	}
	settled, stands, err = a.Settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { settled.Close() })
	return guessed, settled, stands
}

func TestAStoreWithOneEditIsForeseen(t *testing.T) {
	s := counted(t, lookChunk+10)
	s.put(item(4, "Changed", "Body."))
	guessed, settled, stands := edited(t, s)
	if guessed == nil || settled != guessed || !stands {
		t.Fatalf("foreseen %v, the same %v, stands %v", guessed != nil, settled == guessed, stands)
	}
	if got := holding(t, settled, "changed"); len(got) != 1 || len(settled.Degraded()) != 0 {
		t.Errorf("found %v, degraded %q", got, settled.Degraded())
	}
	got, err := settled.Hash(t.Context())
	s.rebuild()
	if want := s.hash(); err != nil || got != want {
		t.Errorf("hash %s, %v; a rebuild gives %s", got, err, want)
	}
}

func TestWhatIsForeseenStandsOnlyWhereItIsAll(t *testing.T) {
	changes := map[string]struct {
		do          func(s *testStore) error
		word        string
		items, hits int
	}{
		"nothing": {func(*testStore) error { return nil }, "note", 10, 10},
		"a second one": {func(s *testStore) error {
			s.put(item(4, "Changed", "Body."))
			s.put(item(7, "Changed as well", "Body."))
			return nil
		}, "changed", 10, 2},
		"a new one": {func(s *testStore) error {
			s.put(item(4, "Changed", "Body."))
			s.put(item(10, "Changed", "Body."))
			return nil
		}, "changed", 11, 2},
		"one gone": {func(s *testStore) error {
			s.put(item(4, "Changed", "Body."))
			return os.Remove(s.path(item(2, "", "")))
		}, "changed", 9, 1},
		"of one size": {func(s *testStore) error { s.put(item(4, "Toad", "Body.")); return nil }, "toad", 10, 1},
		"no item": {func(s *testStore) error {
			return os.WriteFile(s.path(item(4, "", "")), []byte("no front matter\n"), 0o644)
		}, "note", 9, 9},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			s := counted(t, 10)
			if err := change.do(s); err != nil {
				t.Fatal(err)
			}
			guessed, settled, stands := edited(t, s)
			if name == "nothing" != stands || guessed != nil && settled == guessed {
				t.Errorf("foreseen %v and stands %v", guessed != nil, stands)
			}
			if got := holding(t, settled, change.word); len(got) != change.hits || settled.Len() != change.items {
				t.Errorf("%d items, %q in %v", settled.Len(), change.word, got)
			}
		})
	}
}
