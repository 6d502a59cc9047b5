package writeservice

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
)

func TestAnOutageNeverKillsAPendingWrite(t *testing.T) {
	dir := t.TempDir()
	s := &Service{Dir: dir, Items: &items.Store{Dir: dir}, Ledger: &ledger.Ledger{Dir: filepath.Join(dir, "ledger")}, Now: time.Now}
	for _, c := range []struct {
		cause error
		lives bool
	}{
		{fmt.Errorf("create: %w", syscall.ENOSPC), true},
		{&os.PathError{Op: "open", Path: "items", Err: syscall.EACCES}, true},
		{fmt.Errorf("create: %w", syscall.EROFS), true},
		{fmt.Errorf("the record itself"), false},
	} {
		q := queued{ID: "mem-20261129-x-aaaaaaaa", Tries: maxTries - 1}
		if err := s.save(q); err != nil {
			t.Fatal(err)
		}
		r, err := s.again(t.Context(), Receipt{ID: q.ID}, q, c.cause)
		if err != nil || (r.Status == Pending) != c.lives {
			t.Errorf("%v: %s, %v; want it to live: %v", c.cause, r.Status, err, c.lives)
		}
	}
}
