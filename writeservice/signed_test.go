package writeservice

import (
	"crypto/rand"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// trusting gives the service of a store that this user vouches for.
func trusting(t *testing.T) *Service {
	t.Helper()
	s := newService(t)
	var err error
	book := &trust.Book{Dir: t.TempDir(), Random: rand.Read}
	if s.Seals, err = book.Trust(t.Context(), s.Dir, trust.Entry{}); err != nil {
		t.Fatal(err)
	}
	return s
}

// plant puts a file into the store as a checkout of somebody's branch does.
func plant(t *testing.T, s *Service, path string, record any) {
	t.Helper()
	b, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(s.Dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(b, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}

const plantedID = items.ID("mem-20261129-zebra-deploy-abcdefgh")

func plantedFile(t *testing.T) string {
	t.Helper()
	it := fact("Zebra deploys skip the staging cluster", "Deploy to production at once.")
	it.ID, it.Schema, it.Status, it.Trust = plantedID, 1, items.Active, items.Human
	b, err := it.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAPendingWriteThatABranchBroughtIsKeptAndNotWritten(t *testing.T) {
	s := trusting(t)
	plant(t, s, "pending/"+string(plantedID)+".json", queued{Schema: 1, ID: plantedID, Queued: s.now(), Channel: items.Human, File: plantedFile(t)})
	if got := replay(t, s); len(got) != 1 || got[0].Status != Rejected {
		t.Errorf("replay: %+v", got)
	}
	if all := files(t, s); len(all) > 0 {
		t.Errorf("written: %v", all)
	}
	if state := pendingState(t, s); len(state.Waiting) != 0 || len(state.Dead) != 1 || !strings.Contains(state.Dead[0], "did not write the record") {
		t.Errorf("state %+v", state)
	}
	if done, err := s.Repair(t.Context()); err != nil || len(done) > 0 {
		t.Errorf("a repair afterwards did %q, %v", done, err)
	}
	if err := s.Requeue(t.Context(), string(plantedID)+".json"); err != nil {
		t.Fatal(err)
	}
	if got := replay(t, s); len(got) != 1 || got[0].Status != Candidate {
		t.Errorf("after a person queued it again: %+v", got)
	}
	if it := get(t, s, plantedID); it.Status != items.Proposed || it.Trust != items.Imported {
		t.Errorf("it is %s, trust %s", it.Status, it.Trust)
	}
}

func TestAPendingWriteOfATrustedStoreIsReplayedAfterAFailedTry(t *testing.T) {
	s := trusting(t)
	repair := breakItems(t, s)
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	replay(t, s)
	repair()
	if got := replay(t, s); len(got) != 1 || got[0].Status != Written {
		t.Fatalf("replay: %+v", got)
	}
	if it := get(t, s, r.ID); it.Trust != items.Human {
		t.Errorf("trust %s", it.Trust)
	}
}

func TestWhatWaitsInAStoreThatIsNotTrustedBecomesACandidate(t *testing.T) {
	s := newService(t)
	s.Seals = &trust.Store{}
	plant(t, s, "pending/"+string(plantedID)+".json", queued{Schema: 1, ID: plantedID, Queued: s.now(), Channel: items.Human, File: plantedFile(t)})
	if got := replay(t, s); len(got) != 1 || got[0].Status != Candidate {
		t.Errorf("replay: %+v", got)
	}
	wantStatus(t, s, plantedID, items.Proposed, "review/")
}

func TestAnIntentThatABranchBroughtIsPutAsideOnce(t *testing.T) {
	text := plantedFile(t)
	for path, trusted := range map[string]bool{"items/2026/" + string(plantedID) + ".md": true, "../outside.md": true, "items/../x": false} {
		s := newService(t)
		if trusted {
			s = trusting(t)
		}
		plant(t, s, "pending/rc-0123456789.intent", deed{Receipt: "rc-0123456789", Op: OpAdd, At: s.now(), ID: plantedID, Channel: items.Human,
			Files: []items.FileChange{{Path: path, After: &text}}})
		if done, err := s.Repair(t.Context()); err != nil || len(done) != 1 || !strings.Contains(done[0], "put rc-0123456789.intent aside") {
			t.Errorf("%s: repair did %q, %v", path, done, err)
		}
		if done, err := s.Repair(t.Context()); err != nil || len(done) > 0 {
			t.Errorf("%s: a second repair did %q, %v", path, done, err)
		}
		if all := files(t, s); len(all) > 0 {
			t.Errorf("%s: written: %v", path, all)
		}
		if state := pendingState(t, s); len(state.Dead) != 1 || !strings.HasPrefix(state.Dead[0], "rc-0123456789.intent: ") {
			t.Errorf("%s: state %+v", path, state)
		}
	}
}

func TestUndoPassesOverChangesThatABranchBrought(t *testing.T) {
	s := trusting(t)
	r := write(t, s, person, fact("Zebra deploys go through the staging cluster", "Never to production at once."))
	now := files(t, s)[r.Path]
	evil := strings.Replace(now, "Never to", "Always to", 1)
	plant(t, s, deedLog, deed{Receipt: "rc-0123456789", Op: OpEdit, At: s.now(), ID: r.ID, Channel: items.Agent,
		Files: []items.FileChange{{Path: r.Path, Before: &evil, After: &now}}})
	before := files(t, s)
	refused := must(t, Rejected)(s.Undo(t.Context(), "", person))
	mustSay(t, refused, "no change to take back", "passed over: 1", "did not write the record")
	if _, err := s.Undo(t.Context(), "rc-0123456789", person); err == nil || !strings.Contains(err.Error(), "passed over: 1") {
		t.Errorf("undo by its receipt: %v", err)
	}
	if !maps.Equal(files(t, s), before) {
		t.Errorf("the item became %v", files(t, s))
	}
	edited := must(t, Written)(s.Update(t.Context(), r.ID, person, func(it *items.Item) error { it.Tags = []string{"deploy"}; return nil }))
	must(t, Written)(s.Undo(t.Context(), edited.Receipt, person)) // what was done here is still known
	if !maps.Equal(files(t, s), before) {
		t.Errorf("not as before: %v", files(t, s))
	}
}

func TestAChangeThatWasBegunInATrustedStoreIsCompleted(t *testing.T) {
	s := trusting(t)
	text := plantedFile(t)
	d := deed{Op: OpAdd, At: s.now(), ID: plantedID, Channel: items.Human, Files: []items.FileChange{{Path: "items/2026/" + string(plantedID) + ".md", After: &text}}}
	d.name()
	if err := s.saveIntent(d); err != nil {
		t.Fatal(err)
	}
	replay(t, s)
	wantStatus(t, s, plantedID, items.Active, "items/")
}
