package writeservice

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
)

// guardAll breaks off the whole of a purge: what the service, evidence and ledger do to the disk.
func guardAll(s *Service, guard atomicfile.Guard) {
	s.guard, s.Evidence.Guard, s.Ledger.Guard = guard, guard, guard
}

func planned(t *testing.T, s *Service, id string) PurgeJob {
	t.Helper()
	job, no, err := s.PlanPurge(t.Context(), items.ID(id), person)
	if err != nil || no != "" {
		t.Fatal(no, err)
	}
	return job
}

// brokenOff checks what a purge left that was broken off, and lets the next one finish it: either nothing had begun, or it is named as
// unfinished, or it was done.
func brokenOff(t *testing.T, s *Service, job PurgeJob, before map[string]string) {
	t.Helper()
	begun, strange, err := s.BegunPurges()
	if err != nil || len(strange) > 0 {
		t.Fatal(strange, err)
	}
	if len(begun) == 0 && maps.Equal(files(t, s), before) {
		return
	}
	for _, b := range begun {
		if b.Receipt != job.Receipt {
			t.Errorf("begun is %s, want %s", b.Receipt, job.Receipt)
		}
		if err := finishWhole(t.Context(), s, b); err != nil {
			t.Fatal(err)
		}
	}
	mustBeGone(t, s, job)
}

// A purge that fails at any step, once or for good, also within the rewrites of evidence, spool, ledger and the log of changes, leaves the
// store as it was, or unfinished with all that finishing needs.
func TestAPurgeBrokenOffAtAnyStepIsFinishedByTheNext(t *testing.T) {
	tried := map[string]bool{}
	for _, forGood := range []bool{false, true} {
		n := 1
		for ; ; n++ {
			s, id := purgeStore(t)
			before := files(t, s)
			job := planned(t, s, string(id))
			steps, at := 0, ""
			guardAll(s, func(step string) error {
				if steps++; steps == n || forGood && steps > n {
					at, tried[step] = step, true
					return errDisk
				}
				return nil
			})
			_, err := s.BeginPurge(t.Context(), job)
			if err == nil {
				err = finishWhole(t.Context(), s, job)
			}
			if steps < n {
				break
			}
			guardAll(s, nil)
			brokenOff(t, s, job, before)
			if t.Failed() {
				t.Fatalf("step %d, %s, for good %v: %v", n, at, forGood, err)
			}
		}
	}
	for _, step := range []string{
		"begin purge", "erase", "purge deeds", "purge pending", "journal", "tidy", "end purge", "begin lines", "write lines", "rename lines", "sync lines",
		"open evidence", "write evidence", "remove evidence", "rename evidence", "sync evidence", "ledger leftover",
	} {
		if !tried[step] {
			t.Errorf("the step %q was not broken off: %v", step, slices.Sorted(maps.Keys(tried)))
		}
	}
}

// The same with kill -9 in the place of each step.
func TestAPurgeKilledAtEveryStepIsFinishedByTheNext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no kill -9")
	}
	for n := 1; ; n++ {
		s, id := purgeStore(t)
		before := files(t, s)
		job := planned(t, serviceAt(s.Dir, 1<<16), string(id)) // as the child plans it
		err := child(t, childJob{Kind: "die purging", Dir: s.Dir, Process: 1, N: n, ID: id}).Run()
		if err == nil {
			if n < 40 {
				t.Errorf("only %d steps were tried", n-1)
			}
			mustBeGone(t, s, job)
			return
		}
		brokenOff(t, s, job, before)
		if t.Failed() {
			t.Fatalf("killed at step %d (%v)", n, err)
		}
	}
}

// diePurgingChild purges and kills itself ahead of step N.
func diePurgingChild(s *Service, job childJob) error {
	plan, _, err := s.PlanPurge(context.Background(), job.ID, person)
	if err != nil {
		return err
	}
	steps := 0
	guardAll(s, func(string) error {
		if steps++; steps == job.N {
			die()
		}
		return nil
	})
	if _, err := s.BeginPurge(context.Background(), plan); err != nil {
		return err
	}
	return finishWhole(context.Background(), s, plan)
}

// A leftover in the spool is one of a killed purge: the next takes it away.
func TestLeftoversOfAKilledPurgeGoFromTheSpool(t *testing.T) {
	s, id := purgeStore(t)
	if err := purgeWhole(t.Context(), s, id); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(s.Dir, "evidence", "spool", ".tmp-9")); !os.IsNotExist(err) {
		t.Error("it is still there", err)
	}
}
