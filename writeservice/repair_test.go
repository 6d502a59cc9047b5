package writeservice

import (
	"errors"
	"github.com/factline/memory/internal/atomicfile"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// repaired runs Repair on a store that doctor has something to say about, and again on what it left.
func repaired(t *testing.T, s *Service, says string) {
	t.Helper()
	left, err := s.Unfinished(t.Context())
	if err != nil || len(left) != 1 || !strings.Contains(left[0], says) {
		t.Errorf("unfinished: %q, %v; want %q", left, err, says)
	}
	if done, err := s.Repair(t.Context()); err != nil || len(done) != 1 {
		t.Errorf("repair did %q, %v", done, err)
	}
	if left, err := s.Unfinished(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("still unfinished: %q, %v", left, err)
	}
	wantUntouched(t, s, func() {
		if done, err := s.Repair(t.Context()); err != nil || len(done) > 0 {
			t.Errorf("a second repair did %q, %v", done, err)
		}
	})
}

func TestRepairFinishesASupersession(t *testing.T) {
	s := newService(t)
	old := write(t, s, person, fact("Offset pagination", "Lists page by offset."))
	with := write(t, s, person, fact("Cursor pagination", "Lists page by cursor."))
	half := get(t, s, with.ID).Item // the first of the two files was written
	half.Supersedes = []items.ID{old.ID}
	overwrite(t, s, half)
	repaired(t, s, string(old.ID))
	wantStatus(t, s, old.ID, items.Superseded, "items/")
}

func TestRepairFinishesAMerge(t *testing.T) {
	s := newService(t)
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", said(t, s, 1)[transcript.User]))
	into := write(t, s, person, fact("Keyset", "Every list endpoint uses a keyset."))
	half := get(t, s, into.ID).Item
	half.Supersedes = []items.ID{c.ID}
	overwrite(t, s, half)
	repaired(t, s, string(c.ID))
	wantStatus(t, s, c.ID, items.Retired, "review/")
	if got := get(t, s, c.ID).Review.Reason; got != mergedReason+string(into.ID) {
		t.Errorf("reason %q", got)
	}
}

func TestRepairPutsAwayAReviewFileLeftBehind(t *testing.T) {
	s := newService(t)
	c := propose(t, s, fact("Cursor pagination", "Lists page by cursor."))
	review := filepath.Join(s.Dir, c.Path)
	file, err := os.ReadFile(review)
	if err != nil {
		t.Fatal(err)
	}
	must(t, Written)(s.Approve(t.Context(), c.ID, person))
	if err := os.WriteFile(review, file, 0o600); err != nil { // killed before the candidate was removed
		t.Fatal(err)
	}
	repaired(t, s, c.Path)
	wantStatus(t, s, c.ID, items.Active, "items/")
}

func TestRepairCompletesPendingWrites(t *testing.T) {
	s := newService(t)
	mend := breakItems(t, s)
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	mend()
	stray := filepath.Join(s.pendingDir(), atomicfile.TempPrefix+"1")
	if err := os.WriteFile(stray, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Repair(t.Context()); err != nil || len(done) != 2 || !strings.Contains(done[1], string(r.ID)) {
		t.Errorf("repair did %q, %v", done, err)
	}
	wantStatus(t, s, r.ID, items.Active, "items/")
	if _, err := os.Lstat(stray); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the temporary file is still there (%v)", err)
	}
}
