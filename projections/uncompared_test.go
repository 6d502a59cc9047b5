package projections

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// Who gives up the comparison waits until it has stopped: on a slow file system that must not be as long as the rest of it takes.
func TestAComparisonThatIsGivenUpLooksAtNoMoreFiles(t *testing.T) {
	s := newTestStore(t)
	c := newCorpus(1)
	for n := range 2 * lookAgain {
		s.put(c.item(n))
	}
	s.sync()
	r, err := s.p.newReader()
	if err != nil {
		t.Fatal(err)
	}
	k := readKept(s.p.Dir)
	defer k.close()
	rows, ok := k.live()
	if !ok || len(rows) != 2*lookAgain {
		t.Fatalf("%d rows, %v", len(rows), ok)
	}
	for _, given := range []struct {
		up     bool
		looked bool
	}{{false, true}, {true, false}} {
		ctx, cancel := context.WithCancel(t.Context())
		if given.up {
			cancel()
		}
		w := lookWorker{looking: &looking{store: r.store, kept: k, rows: rows}}
		if w.look(ctx, 0, len(rows)) != given.looked || (w.looker != nil) != given.looked {
			t.Errorf("given up %v: a folder is open: %v", given.up, w.looker != nil)
		}
		w.close()
		cancel()
	}
}

func TestAComparisonThatIsGivenUpReadsNoMoreFiles(t *testing.T) {
	s, _ := unindexed(t)
	r, err := s.p.newReader()
	if err != nil {
		t.Fatal(err)
	}
	files, _, err := r.store.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, err := compare(files, nil, false)
	if err != nil || len(c.unsure) != 30 {
		t.Fatal(err, len(c.unsure))
	}
	var read atomic.Int64 // each file that is read is held against the clock
	now := r.now
	r.now = func() time.Time { read.Add(1); return now() }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.readAll(ctx, c, nil); !errors.Is(err, context.Canceled) || read.Load() != 0 {
		t.Errorf("%v, %d files read", err, read.Load())
	}
}
