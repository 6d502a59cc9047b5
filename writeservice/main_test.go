package writeservice

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// childEnv makes the test binary work on a store instead of testing: tests of several processes start it again.
const childEnv = "WRITESERVICE_TEST_JOB"

// childJob is what such a process does.
type childJob struct {
	Kind     string // race: see raceChild; live: see liveChild; full: see fullChild; fulldisk: see fullDiskChild; die: see dieChild; die purging: see diePurgingChild
	Dir      string
	Process  uint32
	N        int
	Change   int      // die: index of the change in faulty
	ID       items.ID // die: what the change is made to
	MaxWrite uint64   // full: limit on the size of any written file, in bytes
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		if err := runChild(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runChild(text string) error {
	var job childJob
	if err := json.Unmarshal([]byte(text), &job); err != nil {
		return err
	}
	s := serviceAt(job.Dir, job.Process<<16)
	s.LockWait = time.Minute
	switch job.Kind {
	case "race":
		return raceChild(s, job)
	case "live":
		return liveChild(s, job)
	case "fulldisk":
		return fullDiskChild(job.Dir)
	case "die":
		return dieChild(s, job)
	case "die purging":
		return diePurgingChild(s, job)
	case "full":
		return fullChild(s, job)
	}
	return fmt.Errorf("unknown job %q", job.Kind)
}

func child(t *testing.T, job childJob) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	cmd.Stderr = os.Stderr
	return cmd
}

// raceChild writes N facts: those with an even number are the same in every process, the others its own. It prints the receipts.
// Every second process works on a Batch, which opens its index only once.
func raceChild(s *Service, job childJob) error {
	if job.Process%2 == 0 {
		s = s.Batch()
	}
	out := json.NewEncoder(os.Stdout)
	for i := range job.N {
		it := fact(fmt.Sprintf("Shared fact %d", i), "")
		if i%2 == 1 {
			it = fact(fmt.Sprintf("Fact %d of process %d", i, job.Process), "")
		}
		r, err := s.Write(context.Background(), Draft{Item: it, Channel: items.Human})
		if err != nil {
			return err
		}
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// fullChild writes one fact with a body of N bytes while no file may grow over MaxWrite, as on a full disk.
func fullChild(s *Service, job childJob) error {
	if err := limitFileSize(job.MaxWrite); err != nil {
		return err
	}
	it := fact("A long story", "")
	for len(it.Body) < job.N {
		it.Body += "word "
	}
	r, err := s.Write(context.Background(), Draft{Item: it, Channel: items.Human})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// ack is what liveChild prints after each step: the item now has this status. Before a step it prints the id alone.
type ack struct {
	ID     items.ID
	Status items.Status `json:",omitempty"`
}

// liveChild leads items through their lives until it is killed.
func liveChild(s *Service, job childJob) error {
	out := bufio.NewWriter(os.Stdout)
	say := func(a ack) error {
		if err := json.NewEncoder(out).Encode(a); err != nil {
			return err
		}
		return out.Flush()
	}
	step := func(id items.ID, status items.Status, do func() (Receipt, error)) (items.ID, error) {
		if err := say(ack{ID: id}); err != nil {
			return "", err
		}
		r, err := do()
		if err != nil {
			return "", err
		}
		if r.Status != Written && r.Status != Candidate {
			return "", fmt.Errorf("%s %s: %s %v", r.Op, r.ID, r.Status, r.Reasons)
		}
		return r.ID, say(ack{r.ID, status})
	}
	ctx := context.Background()
	draft := func(i int, what string, propose bool) func() (Receipt, error) {
		return func() (Receipt, error) {
			return s.Write(ctx, Draft{Item: fact(fmt.Sprintf("%s %d of %d", what, i, job.Process), ""), Channel: items.Human, Propose: propose})
		}
	}
	for i := 0; ; i++ {
		candidate, err := step("", items.Proposed, draft(i, "Candidate", true))
		if err != nil {
			return err
		}
		if _, err := step(candidate, items.Active, func() (Receipt, error) { return s.Approve(ctx, candidate, person) }); err != nil {
			return err
		}
		other, err := step("", items.Proposed, draft(i, "Other", true))
		if err != nil {
			return err
		}
		if i%2 == 0 {
			_, err = step(other, items.Retired, func() (Receipt, error) { return s.Reject(ctx, other, person, "no") })
		} else {
			_, err = step(other, items.Retired, func() (Receipt, error) {
				r, err := s.Merge(ctx, other, candidate, person)
				r.ID = other
				return r, err
			})
		}
		if err != nil {
			return err
		}
		next, err := step("", items.Active, draft(i, "Successor", false))
		if err != nil {
			return err
		}
		if _, err := step(candidate, items.Superseded, func() (Receipt, error) {
			r, err := s.Supersede(ctx, candidate, next, person)
			r.ID = candidate
			return r, err
		}); err != nil {
			return err
		}
		if _, err := step(next, items.Archived, func() (Receipt, error) { return s.Archive(ctx, next, person) }); err != nil {
			return err
		}
	}
}
