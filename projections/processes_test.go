package projections

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// roleVariable makes the test binary play one process of the tests below: "reader DIR", "writer DIR N" or "syncer DIR".
const roleVariable = "PROJECTIONS_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := play(strings.Fields(role)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play runs until its parent ends it, or its work is done.
func play(role []string) error {
	t := &fatal{}
	s := storeAt(t, role[1])
	s.p.tailLimit = 10 // so that sealing and merging happen often
	s.p.Now = time.Now // real clock: files of this test are racy
	switch role[0] {
	case "reader":
		for range long(3, 8) {
			if err := s.checkEveryFileIsSeen(); err != nil {
				return err
			}
		}
	case "writer":
		first, _ := strconv.Atoi(role[2])
		c := newCorpus(uint64(first))
		for i := range long(5, 15) {
			s.putWhole(c.item(first + i))
			// Somebody deletes the directory again and again, so a sync may fail. What counts is that readers see the file.
			if _, err := s.p.Sync(context.Background()); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
	case "syncer":
		fmt.Println("ready")
		for {
			if _, err := s.p.Sync(context.Background()); err != nil {
				return err
			}
			if _, err := s.p.Rebuild(context.Background(), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// fatal lets the helpers of the tests end a process.
type fatal struct{ testing.TB }

func (*fatal) Helper() {}
func (*fatal) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}

// checkEveryFileIsSeen opens a view and looks for each file that was there before.
func (s *testStore) checkEveryFileIsSeen() error {
	names, err := filepath.Glob(filepath.Join(s.dir, "items", "2026", "*.md"))
	if err != nil {
		return err
	}
	v, err := s.p.Open(context.Background())
	if err != nil {
		return err
	}
	defer v.Close()
	for _, name := range names {
		id := strings.TrimSuffix(filepath.Base(name), ".md")
		doc, ok := v.Lookup(items.ID(id))
		if !ok {
			return fmt.Errorf("%s was there before Open and is not seen; degraded %q; bad %v", id, v.Degraded(), v.Bad())
		}
		head := v.Head(doc)
		if string(head.ID) != id {
			return fmt.Errorf("%s has the head of %q", id, head.ID)
		}
		if err := holdsTitle(v, doc, head.Title); err != nil {
			return err
		}
	}
	return nil
}

func holdsTitle(v *View, doc int, title string) error {
	for _, term := range v.Analyze(title) {
		found := term.Ident
		_ = v.Postings(term.Text, func(d int, freqs *[NumFields]uint32) { found = found || d == doc && freqs[Title] > 0 })
		if !found {
			return fmt.Errorf("%q is not found by %q of its title", v.Head(doc).ID, term.Text)
		}
	}
	return nil
}

func role(ctx context.Context, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), roleVariable+"="+strings.Join(words, " "))
	return cmd
}

// Readers in processes of their own open while others write and sync, and one goroutine deletes, cuts and falsifies the projections.
func TestReadersSeeEveryFileWhileOthersWriteAndDestroy(t *testing.T) {
	s := newTestStore(t)
	c := newCorpus(9)
	for i := range long(40, 100) {
		s.put(c.item(i))
	}
	s.sync()
	var group sync.WaitGroup
	run := func(words ...string) {
		group.Go(func() {
			if out, err := role(t.Context(), words...).CombinedOutput(); err != nil {
				t.Errorf("%v: %v\n%s", words, err, out)
			}
		})
	}
	for range 3 {
		run("reader", s.dir)
	}
	run("writer", s.dir, "1000")
	run("writer", s.dir, "2000")
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	vandalise(s.p.Dir, done)
	s.sync()
	if err := s.checkEveryFileIsSeen(); err != nil {
		t.Error(err)
	}
	s.p.Now = func() time.Time { return time.Now().Add(time.Hour) }
	s.sync()
	// The last blow may have hit bytes that no search has read since.
	if state, _ := s.p.Inspect(t.Context()); strings.Contains(state.Damage, "checksum") {
		s.rebuild()
	}
	if state, err := s.p.Inspect(t.Context()); err != nil || state.Damage != "" || state.Stale != 0 || state.Docs != long(40, 100)+2*long(5, 15) {
		t.Errorf("at the end: %+v, %v", state, err)
	}
}

// vandalise breaks a random file of the projections, again and again, until done.
func vandalise(dir string, done <-chan struct{}) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for {
		select {
		case <-done:
			return
		case <-time.After(40 * time.Millisecond):
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
		more, _ := filepath.Glob(filepath.Join(dir, "[mt]a*"))
		files = append(files, more...)
		if len(files) == 0 {
			continue
		}
		path := files[rnd.IntN(len(files))]
		switch rnd.IntN(4) {
		case 0:
			os.RemoveAll(dir)
		case 1:
			_ = os.Truncate(path, int64(rnd.IntN(500)))
		case 2:
			_ = overwrite(path, 20, "another version of this file")
		case 3:
			os.Remove(path)
		}
	}
}

// kill -9 at any moment of a sync or a rebuild leaves projections that are whole or seen to be damaged, and nothing half indexed.
func TestKillingAWriterLeavesNothingHalfDone(t *testing.T) {
	s := newTestStore(t)
	c, rnd := newCorpus(11), rand.New(rand.NewPCG(8, 8))
	for i := range long(60, 150) {
		s.put(c.item(i))
	}
	for round := range long(6, 20) {
		cmd := role(t.Context(), "syncer", s.dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		it := c.item(150 + round)
		s.put(it)
		<-time.After(time.Duration(rnd.IntN(60)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if err := s.checkEveryFileIsSeen(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.sync()
		if state, err := s.p.Inspect(t.Context()); err != nil || state.Damage != "" || state.Docs != long(60, 150)+1+round {
			t.Fatalf("round %d: %+v, %v", round, state, err)
		}
	}
	want := s.hash()
	s.rebuild()
	if got := s.hash(); got != want {
		t.Errorf("after the kills the hash is %s, a rebuild gives %s", want, got)
	}
	if left, _ := filepath.Glob(filepath.Join(s.p.Dir, "build-*[0-9]")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
