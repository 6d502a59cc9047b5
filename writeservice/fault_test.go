package writeservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/factline/memory/items"
)

// faulty are the changes that are broken off at every step: ready makes the store that each starts from, run makes the change.
var faulty = []struct {
	name  string
	ready func(ctx context.Context, s *Service) (items.ID, error)
	run   func(ctx context.Context, s *Service, id items.ID) (Receipt, error)
}{
	{"write that replaces", func(ctx context.Context, s *Service) (items.ID, error) {
		return idOf(s.Write(ctx, Draft{Item: claim("The API timeout is 30 seconds"), Channel: items.Human}))
	}, func(ctx context.Context, s *Service, _ items.ID) (Receipt, error) {
		return s.Write(ctx, Draft{Item: claim("The API timeout is 60 seconds"), Channel: items.Human})
	}},
	{"write that puts another away", func(ctx context.Context, s *Service) (items.ID, error) {
		return idOf(s.Write(ctx, Draft{Item: claim("The orders endpoint is half moved"), Channel: items.Human}))
	}, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		return s.Write(ctx, Draft{Item: claim("The carts endpoint comes next"), Channel: items.Human, Archives: []items.ID{id}})
	}},
	{"approve", candidateThatReplaces, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		return s.Approve(ctx, id, person)
	}},
	{"supersede", twoFacts, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		with, err := find(ctx, s, func(it items.Item) bool { return it.ID != id })
		if err != nil {
			return Receipt{}, err
		}
		return s.Supersede(ctx, id, with, person)
	}},
	{"merge", func(ctx context.Context, s *Service) (items.ID, error) {
		into, err := idOf(s.Write(ctx, Draft{Item: claim("Lists page by cursor"), Channel: items.Human}))
		if err != nil {
			return "", err
		}
		c := claim("Cursors page all the lists of the shop")
		c.Tags = []string{"paging"}
		_, err = s.Write(ctx, Draft{Item: c, Channel: items.Agent, Propose: true})
		return into, err
	}, func(ctx context.Context, s *Service, into items.ID) (Receipt, error) {
		waiting, err := find(ctx, s, func(it items.Item) bool { return it.Status == items.Proposed })
		if err != nil {
			return Receipt{}, err
		}
		return s.Merge(ctx, waiting, into, person)
	}},
	{"undo", func(ctx context.Context, s *Service) (items.ID, error) {
		id, err := candidateThatReplaces(ctx, s)
		if err != nil {
			return "", err
		}
		return idOf(s.Approve(ctx, id, person))
	}, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) { return s.Undo(ctx, "", person) }},
	{"choose in a case", openCase, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		return s.Choose(ctx, id, members(ctx, s), false, person)
	}},
	{"merge a case", openCase, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		return s.Choose(ctx, id, members(ctx, s), true, person)
	}},
	{"scope a case", openCase, func(ctx context.Context, s *Service, id items.ID) (Receipt, error) {
		return s.Scope(ctx, id, "branch", "legacy", members(ctx, s), person)
	}},
	{"dismiss a case", openCase, func(ctx context.Context, s *Service, _ items.ID) (Receipt, error) {
		return s.Dismiss(ctx, members(ctx, s), person)
	}},
	{"defer a case", openCase, func(ctx context.Context, s *Service, _ items.ID) (Receipt, error) {
		return s.Defer(ctx, members(ctx, s), s.now().AddDate(0, 1, 0), person)
	}},
	{"undo a decision", func(ctx context.Context, s *Service) (items.ID, error) {
		id, err := openCase(ctx, s)
		if err != nil {
			return "", err
		}
		return idOf(s.Choose(ctx, id, members(ctx, s), true, person))
	}, func(ctx context.Context, s *Service, _ items.ID) (Receipt, error) { return s.Undo(ctx, "", person) }},
}

// openCase is a case of three: the newest names both of the others, and carries nothing that a merge would not have to move.
func openCase(ctx context.Context, s *Service) (items.ID, error) {
	third := claim("Lists are never paged by page number")
	for i, title := range []string{"Lists page by offset and limit", "Lists page by page number"} {
		it := claim(title)
		it.Tags = []string{[]string{"offset", "number"}[i]}
		id, err := idOf(s.Write(ctx, Draft{Item: it, Channel: items.Human}))
		if err != nil {
			return "", err
		}
		third.Contradicts = append(third.Contradicts, id)
	}
	return idOf(s.Write(ctx, Draft{Item: third, Channel: items.Human}))
}

// members are all items of the store, in order.
func members(ctx context.Context, s *Service) (ids []items.ID) {
	for it, err := range s.Items.All(ctx) {
		if err == nil {
			ids = append(ids, it.ID)
		}
	}
	return ids
}

func candidateThatReplaces(ctx context.Context, s *Service) (items.ID, error) {
	if _, err := idOf(s.Write(ctx, Draft{Item: claim("The API timeout is 30 seconds"), Channel: items.Human})); err != nil {
		return "", err
	}
	return idOf(s.Write(ctx, Draft{Item: claim("The API timeout is 60 seconds"), Channel: items.Agent, Propose: true}))
}

func twoFacts(ctx context.Context, s *Service) (items.ID, error) {
	old, err := idOf(s.Write(ctx, Draft{Item: claim("Lists page by offset and limit"), Channel: items.Human}))
	if err != nil {
		return "", err
	}
	_, err = s.Write(ctx, Draft{Item: claim("Lists page by cursor"), Channel: items.Human})
	return old, err
}

func idOf(r Receipt, err error) (items.ID, error) {
	if err == nil && r.Status != Written && r.Status != Candidate {
		err = fmt.Errorf("%s: %v", r.Status, r.Reasons)
	}
	return r.ID, err
}

func find(ctx context.Context, s *Service, want func(items.Item) bool) (items.ID, error) {
	for it, err := range s.Items.All(ctx) {
		if err == nil && want(it) {
			return it.ID, nil
		}
	}
	return "", errors.New("none")
}

// readyStore makes a store with the same bytes each time.
func readyStore(t *testing.T, i int) (*Service, items.ID) {
	t.Helper()
	s := newService(t)
	id, err := faulty[i].ready(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s, id
}

// outcomes are the only two states that a change may leave.
func outcomes(t *testing.T, i int) (before, after map[string]string) {
	t.Helper()
	s, id := readyStore(t, i)
	before = files(t, s)
	if _, err := idOf(faulty[i].run(t.Context(), s, id)); err != nil {
		t.Fatal(err)
	}
	return before, files(t, s)
}

var errDisk = errors.New("the disk failed")

// A disk that fails once, or for good, at step n of every change: after the next command the store is as before or as after it.
func TestEveryFailingStepLeavesTheStoreBeforeOrAfter(t *testing.T) {
	for i, f := range faulty {
		t.Run(f.name, func(t *testing.T) {
			before, after := outcomes(t, i)
			for _, forGood := range []bool{false, true} {
				n := 1
				for ; ; n++ {
					s, id := readyStore(t, i)
					steps := 0
					s.guard = func(string) error {
						if steps++; steps == n || forGood && steps > n {
							return errDisk
						}
						return nil
					}
					r, err := f.run(t.Context(), s, id)
					if steps < n {
						break
					}
					s.guard = nil
					if _, err := s.Replay(t.Context()); err != nil {
						t.Fatal(err)
					}
					now := files(t, s)
					done := maps.Equal(now, after)
					if !done && !maps.Equal(now, before) {
						t.Errorf("step %d (for good: %v): neither before nor after: %v %v\n%v", n, forGood, r, err, now)
					}
					if err == nil && r.Status == Written && !done {
						t.Errorf("step %d (for good: %v): acknowledged and not done", n, forGood)
					}
				}
				if n < 3 {
					t.Errorf("only %d steps were tried", n-1)
				}
			}
		})
	}
}

// Whatever a change does, to however many items, one undo takes all of it back, byte for byte.
func TestEveryChangeIsTakenBackAsOne(t *testing.T) {
	for i, f := range faulty {
		t.Run(f.name, func(t *testing.T) {
			s, id := readyStore(t, i)
			before := files(t, s)
			r, err := f.run(t.Context(), s, id)
			if _, err := idOf(r, err); err != nil {
				t.Fatal(err)
			}
			what := ""
			if r.Op == OpUndo {
				what = r.Receipt // an undo is taken back by its receipt alone
			}
			must(t, Written)(s.Undo(t.Context(), what, person))
			if now := files(t, s); !maps.Equal(now, before) {
				t.Errorf("not as before: %v\nwant %v", now, before)
			}
		})
	}
}

// The same with kill -9 in the place of each step.
func TestKillAtEveryStepLeavesTheStoreBeforeOrAfter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no kill -9")
	}
	for i, f := range faulty {
		t.Run(f.name, func(t *testing.T) {
			before, after := outcomes(t, i)
			for n := 1; ; n++ {
				s, id := readyStore(t, i)
				job := childJob{Kind: "die", Dir: s.Dir, Process: 1, N: n, Change: i, ID: id}
				err := child(t, job).Run()
				if err == nil {
					if n < 3 {
						t.Errorf("only %d steps were tried", n-1)
					}
					break
				}
				if _, err := s.Replay(t.Context()); err != nil {
					t.Fatal(err)
				}
				if now := files(t, s); !maps.Equal(now, before) && !sameButIDs(now, after) {
					t.Errorf("killed at step %d (%v): neither before nor after:\n%v", n, err, now)
				}
				if left, _ := filepath.Glob(filepath.Join(s.Dir, "pending", "*"+intentExt)); len(left) > 0 {
					t.Errorf("killed at step %d: %v was not completed", n, left)
				}
			}
		})
	}
}

// sameButIDs compares two stores whose newest item has an id of another random tail.
func sameButIDs(a, b map[string]string) bool {
	if maps.Equal(a, b) {
		return true
	}
	return len(a) == len(b) && statuses(a) == statuses(b)
}

func statuses(files map[string]string) string {
	count := map[items.Status]int{}
	for _, file := range files {
		it, err := items.Parse([]byte(file))
		if err != nil {
			return "damaged"
		}
		count[it.Status]++
	}
	b, _ := json.Marshal(count)
	return string(b)
}

// dieChild makes a change and kills itself ahead of step N.
func dieChild(s *Service, job childJob) error {
	steps := 0
	s.guard = func(string) error {
		if steps++; steps == job.N {
			die()
		}
		return nil
	}
	_, err := idOf(faulty[job.Change].run(context.Background(), s, job.ID))
	return err
}

// die kills this process as kill -9 does.
func die() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
		select {} // until the signal comes
	}
}
