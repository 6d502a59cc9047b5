package evidence

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/factline/memory/transcript"
)

func delivery(id, text string) Live {
	ev := said(id, text)
	return Live{At: ev.Time, Key: EventKey("PostToolUse", id), Kind: "PostToolUse", Events: []transcript.Event{ev}}
}

func spooled(t *testing.T, s *Store, l Live) bool {
	t.Helper()
	added, err := s.Spool(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func TestADeliveryIsSpooledOnceByItsHostIDAndNeverByItsContent(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	for _, c := range []struct {
		id   string
		want bool
	}{{"a", true}, {"a", false}, {"b", true}, {"", true}, {"", true}} {
		if got := spooled(t, s, delivery(c.id, "the same words")); got != c.want {
			t.Errorf("%q: %v, want %v", c.id, got, c.want)
		}
	}
}

// TestATwinFarBehindIsDroppedByTheDrain: an append looks for it at the end of the file alone.
func TestATwinFarBehindIsDroppedByTheDrain(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	spooled(t, s, delivery("first", "the words of the first"))
	others := 2*spoolBack/spoolText + 1
	for n := range others {
		spooled(t, s, delivery(fmt.Sprint(n), strings.Repeat("many words ", spoolText/10)))
	}
	spooled(t, s, delivery("first", "the words of the first"))
	d, err := s.Drain(t.Context(), "codex", "s1", nil)
	if err != nil || d.Added != others+1 || d.Dropped > 1 {
		t.Errorf("%+v of %d, %v", d, others+1, err)
	}
}

func TestASpooledSecretDoesNotReachTheDisk(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	spooled(t, s, delivery("a", "the token is gh"+"p_x7Kq2mVb9LtR4wZc8NfJ3hPs6YdG1aEu5oQi"))
	files, err := filepath.Glob(filepath.Join(s.Dir, "evidence", "spool", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(b), "x7Kq2mVb9") || !strings.Contains(string(b), "[REDACTED:") {
		t.Errorf("%s, %v", b, err)
	}
}

func TestTheSpoolIsBounded(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	long := strings.Repeat("many words ", 10_000)
	var err error
	n := 0
	for ; err == nil && n < 1000; n++ {
		_, err = s.Spool(t.Context(), delivery(fmt.Sprint(n), long))
	}
	if !errors.Is(err, ErrSpoolFull) || n < spoolMax/(spoolText+2000) {
		t.Fatalf("after %d deliveries: %v", n, err)
	}
	d, err := s.Drain(t.Context(), "codex", "s1", nil)
	if err != nil || d.Added != n-1 {
		t.Fatalf("%+v of %d, %v", d, n-1, err)
	}
	if !spooled(t, s, delivery("again", long)) {
		t.Error("a drained spool takes nothing")
	}
}

func TestADrainLosesNothingWhileOthersAppend(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 8, 25
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			s := &Store{Dir: dir}
			for n := range each {
				id := fmt.Sprintf("%d-%d", w, n)
				for { // under load the lock may be busy for longer than a hook waits
					if _, err := s.Spool(t.Context(), delivery(id, "words of "+id)); err == nil {
						break
					}
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	s := &Store{Dir: dir}
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		if _, err := s.Drain(t.Context(), "", "", nil); err != nil {
			t.Error(err)
			break
		}
	}
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 1 || list[0].Events != writers*each {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestADrainAfterAKillTakesUpWhatWasLeft(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	spooled(t, s, delivery("a", "first"))
	dir := filepath.Join(s.Dir, "evidence", "spool")
	name := spoolFile("codex", "s1")
	if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, name+".drain")); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"at":"2026-`) // killed in mid-write
	f.Close()
	spooled(t, s, delivery("b", "second"))
	d, err := s.Drain(t.Context(), "codex", "s1", nil)
	if err != nil || d.Added != 2 || d.Broken != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*s1*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}
