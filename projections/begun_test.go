package projections

import (
	"testing"

	"github.com/factline/memory/items"
)

// begun opens a store that somebody began to read, and to look at, before what change does.
func begun(t *testing.T, s *testStore, change func()) *View {
	t.Helper()
	s.p.Begun = Begin(t.Context(), s.p.Dir, &items.Store{Dir: s.dir}, true, true)
	change()
	v, err := s.p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// What is looked at before the view is opened counts as what is looked at after.
func TestALookThatIsBegunEarlySeesWhatOneThatIsNotSees(t *testing.T) {
	nothing := func() {}
	s := counted(t, 3*lookChunk+7)
	if v := begun(t, s, nothing); v.Len() != 3*lookChunk+7 || len(v.Degraded()) > 0 {
		t.Errorf("%d documents, degraded %q", v.Len(), v.Degraded())
	}
	s.put(item(4, "Changed", "Body."))
	s.put(item(lookChunk+3, "Changed as well", "Body."))
	if got := holding(t, begun(t, s, nothing), "changed"); len(got) != 2 {
		t.Errorf("two edits: %v", got)
	}
	s.put(item(7, "Changed later", "Body."))
	s.put(item(5000, "Changed and new", "Body."))
	s.remove(item(9, "", ""))
	v := begun(t, s, nothing)
	if got := holding(t, v, "changed"); len(got) != 4 || v.Len() != 3*lookChunk+7 {
		t.Errorf("an edit, a new file, one that went: %v of %d", got, v.Len())
	}
	got, err := v.Hash(t.Context())
	s.rebuild()
	if want := s.hash(); err != nil || got != want {
		t.Errorf("hash %s, %v; a rebuild gives %s", got, err, want)
	}
}

func TestAnEditIsForeseenByALookThatIsBegunEarly(t *testing.T) {
	s := counted(t, lookChunk+10)
	s.put(item(4, "Changed", "Body."))
	s.p.Begun = Begin(t.Context(), s.p.Dir, &items.Store{Dir: s.dir}, true, true)
	guessed, settled, stands := edited(t, s)
	if guessed == nil || settled != guessed || !stands {
		t.Fatalf("foreseen %v, the same %v, stands %v", guessed != nil, settled == guessed, stands)
	}
	if got := holding(t, settled, "changed"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

// A store that nobody opens after all, or another one than was looked at, is let go.
func TestALookThatNobodyTakesEnds(t *testing.T) {
	s := counted(t, 3*lookChunk+7)
	b := Begin(t.Context(), s.p.Dir, &items.Store{Dir: s.dir}, false, true)
	b.Close()
	b.Close()
	k := readKept(s.p.Dir)
	defer k.close()
	k.early = k.look(t.Context(), s.p.Items, false)
	early := k.early
	if l := k.looked(t.Context(), &items.Store{Dir: t.TempDir()}, false); l == early || k.early != nil {
		t.Error("a look at another store was taken")
	} else {
		l.stop()
	}
	select {
	case <-early.done:
	default:
		t.Error("it goes on")
	}
}
