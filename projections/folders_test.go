package projections

import (
	"fmt"
	"testing"

	"github.com/factline/memory/items"
)

// sparing opens a store comparing no more than its folders, asks about one item as a caller does who wants to give it, and settles.
func sparing(t *testing.T, s *testStore, ask items.Item) (v *View, stands bool) {
	t.Helper()
	a, err := s.p.OpenBy(t.Context(), Haste{Folders: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.View() != nil {
		a.View().Stands(ask.Head(), true)
	}
	v, stands, err = a.Settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v, stands
}

func TestWhereNoFolderChangedOnlyTheFilesOfTheAnswerAreCompared(t *testing.T) {
	own := func(n int) items.Item { return item(n, fmt.Sprintf("Note of its own number %d", n), "Body.") } // no two say the same
	for name, c := range map[string]struct {
		change func(s *testStore)
		stands bool
		hits   int
		items  int
	}{
		"nothing changed":                        {func(*testStore) {}, true, 0, 10},
		"edited in place, another one":           {func(s *testStore) { s.put(item(7, "Changed", "Body.")) }, true, 0, 10},
		"edited in place, the one that is given": {func(s *testStore) { s.put(item(4, "Changed", "Body.")) }, false, 1, 10},
		"both":                                   {func(s *testStore) { s.put(item(4, "Changed", "Body.")); s.put(item(7, "Changed", "Body.")) }, false, 2, 10},
		"a new one":                              {func(s *testStore) { s.put(item(10, "Changed", "Body.")) }, false, 1, 11},
		"one went":                               {func(s *testStore) { s.remove(item(2, "", "")) }, false, 0, 9},
		"one went, and another is edited in place": {func(s *testStore) { s.remove(item(2, "", "")); s.put(item(7, "Changed", "Body.")) }, false, 1, 9},
	} {
		t.Run(name, func(t *testing.T) {
			s := counted(t, 10)
			for n := range 10 {
				s.put(own(n))
			}
			tick(t, s)
			s.sync()
			c.change(s)
			v, stands := sparing(t, s, own(4))
			if stands != c.stands || !v.Compared() {
				t.Errorf("stands %v, compared %v", stands, v.Compared())
			}
			if got := holding(t, v, "changed"); len(got) != c.hits || v.Len() != c.items {
				t.Errorf("%d items, changed are %v", v.Len(), got)
			}
			if !c.stands {
				got, err := v.Hash(t.Context())
				s.rebuild()
				if want := s.hash(); err != nil || got != want {
					t.Errorf("hash %s, %v; a rebuild gives %s", got, err, want)
				}
			}
			if v := s.open(); len(holding(t, v, "changed")) != c.hits && !c.stands {
				t.Error("whoever compares all sees something else")
			}
		})
	}
}

func TestWhoComparesFoldersOnlyCanGiveUp(t *testing.T) {
	s := counted(t, 10)
	a, err := s.p.OpenBy(t.Context(), Haste{Folders: true})
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
}
