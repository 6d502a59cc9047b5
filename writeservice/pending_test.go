package writeservice

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// breakItems makes items/ unwritable for anyone, root included: a file stands in its place. repair takes it away again.
func breakItems(t testing.TB, s *Service) (repair func()) {
	t.Helper()
	path, aside := filepath.Join(s.Dir, "items"), filepath.Join(s.Dir, "items.aside")
	if err := os.Rename(path, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

func pendingState(t testing.TB, s *Service) PendingState {
	t.Helper()
	state, err := s.PendingState(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func replay(t testing.TB, s *Service) []Receipt {
	t.Helper()
	rs, err := s.Replay(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func TestWriteThatCannotCompleteWaitsAndIsReplayedOnce(t *testing.T) {
	s := newService(t)
	user := said(t, s, 1)[transcript.User]
	repair := breakItems(t, s)
	it := citing(fact("Page lists by cursor", "Offset scans are too slow here."), "", user)
	it.Tags = []string{"net"}
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: it, Channel: items.Agent}))
	mustSay(t, r, "memory repair")
	st, err := os.Stat(filepath.Join(s.Dir, r.Path))
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
		t.Errorf("the record is %o", st.Mode().Perm())
	}
	if state := pendingState(t, s); len(state.Waiting) != 1 || !strings.Contains(state.Waiting[0], string(r.ID)) {
		t.Errorf("state %+v", state)
	}
	if got := replay(t, s); len(got) != 1 || got[0].Status != Pending {
		t.Errorf("replay on a broken store: %+v", got)
	}
	repair()
	s.Now = func() time.Time { return time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC) }
	got := replay(t, s)
	if len(got) != 1 || got[0].Status != Written || got[0].ID != r.ID {
		t.Fatalf("replay: %+v", got)
	}
	written := get(t, s, r.ID)
	if written.Trust != items.Agent || written.Created.Year() != 2026 || written.Tags[0] != "net" || len(written.Evidence) != 1 {
		t.Errorf("written as %+v", written.Item)
	}
	if got := replay(t, s); got != nil {
		t.Errorf("a second replay: %+v", got)
	}
	if state := pendingState(t, s); len(state.Waiting)+len(state.Dead) > 0 {
		t.Errorf("state %+v", state)
	}
}

// A process is killed after it created the file and before it removed the record.
func TestReplayAfterACrashFindsTheItemAndOnlyRemovesTheRecord(t *testing.T) {
	s := newService(t)
	repair := breakItems(t, s)
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	repair()
	record, err := os.ReadFile(filepath.Join(s.Dir, r.Path))
	if err != nil {
		t.Fatal(err)
	}
	replay(t, s)
	if err := os.WriteFile(filepath.Join(s.Dir, r.Path), record, 0o600); err != nil {
		t.Fatal(err)
	}
	wantUntouched(t, s, func() {
		if got := replay(t, s); len(got) != 1 || got[0].Status != Written || got[0].ID != r.ID {
			t.Errorf("replay: %+v", got)
		}
	})
	if state := pendingState(t, s); len(state.Waiting) > 0 {
		t.Errorf("state %+v", state)
	}
}

func TestPendingWriteGivesWayToWhatWasWrittenMeanwhile(t *testing.T) {
	s := newService(t)
	repair := breakItems(t, s)
	must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports too", "The admin console listens on 9090."), Channel: items.Human}))
	repair()
	twin := write(t, s, person, fact("Ports", "The API listens on 8080."))
	stone := write(t, s, person, fact("Port", "The admin console listens on 9090."))
	must(t, Written)(s.Retire(t.Context(), stone.ID, person, "never"))
	got := replay(t, s)
	if len(got) != 2 || got[0].Status != Duplicate || got[0].ID != twin.ID || got[1].Status != Rejected {
		t.Errorf("replay: %+v", got)
	}
	state := pendingState(t, s)
	if len(state.Waiting) != 0 || len(state.Dead) != 1 || !strings.Contains(state.Dead[0], string(stone.ID)) {
		t.Errorf("what is refused must be kept with its reason: %+v", state)
	}
}

func TestPoisonIsPutAsideWithItsReason(t *testing.T) {
	s := newService(t)
	repair := breakItems(t, s)
	good := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	record, err := os.ReadFile(filepath.Join(s.Dir, good.Path))
	if err != nil {
		t.Fatal(err)
	}
	poison := map[string]string{
		"mem-a.json": "not json",
		"mem-b.json": strings.Replace(string(record), `"schema": 1`, `"schema": 9`, 1),
		"mem-c.json": string(record), // another name than its id
		"mem-d.json": `{"schema":1,"id":"mem-d","file":"---\nid: mem-d\ntype: fact\n"}`,
		"mem-e.json": `{"schema":1,"id":"mem-e","file":"---\nid: mem-e\ntype: fact\ntitle: '??'\nstatus: active\n---\n"}`,
	}
	for name, text := range poison {
		if err := os.WriteFile(filepath.Join(s.Dir, "pending", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	repair()
	if got := replay(t, s); len(got) != 6 {
		t.Errorf("replay: %+v", got)
	}
	wantStatus(t, s, good.ID, items.Active, "items/")
	state := pendingState(t, s)
	if len(state.Waiting) != 0 || len(state.Dead) != len(poison) {
		t.Fatalf("state %+v", state)
	}
	for i, says := range []string{"not a record", "schema is 9", "not the same", "does not parse", "no word"} {
		if !strings.Contains(state.Dead[i], says) {
			t.Errorf("dead %q does not say %q", state.Dead[i], says)
		}
	}
	if len(files(t, s)) != 1 {
		t.Error("poison was written")
	}
}

func TestFiveFailedTriesMakeADeadRecordThatCanBeQueuedAgain(t *testing.T) {
	s := newService(t)
	repair := breakItems(t, s)
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	for try := range maxTries {
		if state := pendingState(t, s); len(state.Waiting) != 1 {
			t.Fatalf("before try %d: %+v", try+1, state)
		}
		replay(t, s)
	}
	state := pendingState(t, s)
	if len(state.Waiting) != 0 || len(state.Dead) != 1 || !strings.Contains(state.Dead[0], "tried 5 times") {
		t.Fatalf("state %+v", state)
	}
	repair()
	if err := s.Requeue(t.Context(), string(r.ID)+".json"); err != nil {
		t.Fatal(err)
	}
	if got := replay(t, s); len(got) != 1 || got[0].Status != Written {
		t.Errorf("replay: %+v", got)
	}
	if err := s.Requeue(t.Context(), string(r.ID)+".json"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("requeue of nothing: %v", err)
	}
}

func TestWriteWaitsForOtherWritersAndThenGoesToPending(t *testing.T) {
	s := newService(t)
	s.LockWait = time.Millisecond
	unlock, err := filelock.Lock(t.Context(), filepath.Join(s.Dir, "lock"), 0)
	if err != nil {
		t.Fatal(err)
	}
	r := must(t, Pending)(s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human}))
	for range maxTries + 1 { // a busy store is nobody's fault: it does not count as a try
		replay(t, s)
	}
	if _, err := s.Retire(t.Context(), r.ID, person, ""); !errors.Is(err, filelock.ErrBusy) || !strings.Contains(err.Error(), "try again") {
		t.Errorf("retire under a held lock: %v", err)
	}
	unlock()
	if got := replay(t, s); len(got) != 1 || got[0].Status != Written {
		t.Errorf("replay: %+v", got)
	}
}

func TestNothingIsAcknowledgedWhenNotEvenPendingTakesIt(t *testing.T) {
	s := newService(t)
	breakItems(t, s)
	if err := os.WriteFile(filepath.Join(s.Dir, "pending"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := s.Write(t.Context(), Draft{Item: fact("Ports", "The API listens on 8080."), Channel: items.Human})
	if err == nil || r.Status != "" || !strings.Contains(err.Error(), s.Dir) || !strings.Contains(err.Error(), "again") {
		t.Errorf("receipt %+v, error %v", r, err)
	}
	if strings.Contains(err.Error(), "8080") {
		t.Errorf("the error holds the text: %v", err)
	}
}

func TestChangeThatCannotBeWrittenIsAnErrorAndLeavesTheOldFile(t *testing.T) {
	s := newService(t)
	r := write(t, s, person, fact("Ports", "The API listens on 8080."))
	c := propose(t, s, citing(fact("Cursor pagination", "Lists page by cursor."), "0-6", said(t, s, 1)[transcript.User]))
	repair := breakItems(t, s)
	if _, err := s.Approve(t.Context(), c.ID, person); err == nil {
		t.Error("approved into a store without items/")
	}
	if _, err := s.Retire(t.Context(), r.ID, person, ""); err == nil {
		t.Error("retired what is not there")
	}
	repair()
	wantStatus(t, s, c.ID, items.Proposed, "review/")
	wantStatus(t, s, r.ID, items.Active, "items/")
}
