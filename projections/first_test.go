package projections

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/internal/filelock"
)

// counting counts the texts that it embeds: a build embeds every item.
type counting struct {
	Embedder
	mu    sync.Mutex
	texts int
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	c.texts += len(texts)
	c.mu.Unlock()
	return c.Embedder.Embed(ctx, texts)
}

// unindexed is a store of 30 items that counts as large, and a counter of the work in it.
func unindexed(t *testing.T) (*testStore, *counting) {
	t.Helper()
	s := newTestStore(t)
	c := newCorpus(1)
	for n := range 30 {
		s.put(c.item(n))
	}
	work := &counting{Embedder: s.p.Embedder}
	s.p.Embedder, s.p.inMemory = work, 10
	return s, work
}

func TestASearchWaitsForTheFirstIndexOfAnother(t *testing.T) {
	s, work := unindexed(t)
	unlock, err := filelock.Lock(t.Context(), s.p.buildLockPath(), 0)
	if err != nil {
		t.Fatal(err)
	}
	builder := *s.p
	builder.Embedder = NewHashing()
	told := 0
	s.p.Waits = func() {
		told++
		r, err := builder.newReader()
		if err != nil {
			t.Error(err)
		}
		if _, err := builder.build(t.Context(), r, nil); err != nil {
			t.Error(err)
		}
		unlock()
	}
	v, err := s.p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if told != 1 || work.texts != 0 || v.Len() != 30 || len(v.Degraded()) != 0 {
		t.Errorf("told %d times, embedded %d texts itself, sees %d items, degraded %q", told, work.texts, v.Len(), v.Degraded())
	}
}

func TestManySearchesOfAnUnindexedStoreBuildOnce(t *testing.T) {
	s, work := unindexed(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			p := *s.p
			v, err := p.Open(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer v.Close()
			if v.Len() != 30 {
				t.Errorf("sees %d items", v.Len())
			}
		})
	}
	all.Wait()
	alone, want := unindexed(t)
	if _, err := alone.p.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if work.texts != want.texts {
		t.Errorf("%d texts were embedded, want the %d of one build", work.texts, want.texts)
	}
}

func TestACatchUpThatWaitedBuildsNothingAgain(t *testing.T) {
	s, work := unindexed(t)
	r, err := s.p.newReader()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.p.lockedBuild(t.Context(), r, time.Second, s.p.anyKept, nil); err != nil || work.texts < 30 {
		t.Fatal(err, work.texts)
	}
	once := work.texts
	if _, err := s.p.lockedBuild(t.Context(), r, time.Second, s.p.anyKept, nil); err != nil || work.texts != once {
		t.Errorf("%v: built again: %d texts were embedded, then %d", err, once, work.texts)
	}
}

func TestACallerWithMillisecondsNeverWaitsForAnIndex(t *testing.T) {
	s, work := unindexed(t)
	unlock, err := filelock.Lock(t.Context(), s.p.buildLockPath(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	s.p.Waits = func() { t.Error("it waits") }
	s.p.Most = 20
	if _, err := s.p.Open(t.Context()); !errors.Is(err, ErrUnindexed) || work.texts != 0 {
		t.Errorf("%v, %d texts embedded", err, work.texts)
	}
	s.p.Most = 1000 // time enough to read the files itself
	v, err := s.p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Len() != 30 || len(v.Degraded()) != 0 {
		t.Errorf("sees %d items, degraded %q", v.Len(), v.Degraded())
	}
}

func TestWaitingForAnIndexEndsWithItsContext(t *testing.T) {
	s, work := unindexed(t)
	unlock, err := filelock.Lock(t.Context(), s.p.buildLockPath(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	s.p.Waits = cancel
	if _, err := s.p.Open(ctx); !errors.Is(err, context.Canceled) || work.texts != 0 {
		t.Errorf("%v, %d texts embedded", err, work.texts)
	}
}

func TestAStoreThatNobodyMayWriteIsSearchedWithoutAnIndex(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	s, _ := unindexed(t)
	if err := os.Chmod(s.dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(s.dir, 0o755) })
	s.p.Waits = func() { t.Error("it waits") }
	v, err := s.p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Len() != 30 || strings.Contains(strings.Join(v.Degraded(), " "), stillBuilding) {
		t.Errorf("sees %d items, degraded %q", v.Len(), v.Degraded())
	}
}
