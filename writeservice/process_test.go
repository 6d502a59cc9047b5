package writeservice

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
)

// long asks for the variants that take minutes: MEMORY_TEST_LONG=1.
func long() bool { return os.Getenv("MEMORY_TEST_LONG") != "" }

func TestProcessesThatWriteTheSameFactsAtOnceMakeOneFileEach(t *testing.T) {
	s := newService(t)
	processes, each := 4, 20
	if long() {
		processes, each = 8, 50
	}
	var cmds []*exec.Cmd
	var outs []*bytes.Buffer
	for p := range processes {
		cmd, out := child(t, childJob{Kind: "race", Dir: s.Dir, Process: uint32(p + 1), N: each}), &bytes.Buffer{}
		cmd.Stdout = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds, outs = append(cmds, cmd), append(outs, out)
	}
	count := map[Outcome]int{}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		for dec := json.NewDecoder(outs[i]); ; {
			var r Receipt
			if dec.Decode(&r) != nil {
				break
			}
			count[r.Status]++
			if get(t, s, r.ID).file.Path != r.Path {
				t.Errorf("receipt %+v does not name the file", r)
			}
		}
	}
	own, shared := processes*each/2, each/2
	if count[Written] != own+shared || count[Duplicate] != (processes-1)*shared || len(count) != 2 {
		t.Errorf("outcomes %v, want %d written and %d duplicates", count, own+shared, (processes-1)*shared)
	}
	if n := len(files(t, s)); n != own+shared {
		t.Errorf("%d files, want %d", n, own+shared)
	}
}

// Processes are killed in the middle of their work. After Repair every acknowledged step stands and nothing is half done.
func TestKilledProcessesLeaveEveryAcknowledgedStepAndNothingHalf(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no kill -9")
	}
	s := newService(t)
	rounds := 6
	if long() {
		rounds = 40
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		status, inFlight := runAndKill(t, s, uint32(round+1), 1+random.IntN(14))
		if _, bad, err := s.Items.Files(t.Context()); err != nil || len(bad) > 0 {
			t.Fatalf("round %d: after the kill: %v, %v", round, bad, err)
		}
		if _, err := s.Repair(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, err := s.Unfinished(t.Context()); err != nil || len(left) > 0 {
			t.Fatalf("round %d: half done after repair: %q, %v", round, left, err)
		}
		for id, want := range status {
			if got := get(t, s, id).Status; got != want && id != inFlight {
				t.Errorf("round %d: %s is %s, acknowledged as %s", round, id, got, want)
			}
		}
	}
	wantNoTemps(t, s)
}

// runAndKill lets a process work until it has acknowledged n steps, and kills it in its next one. It returns the last acknowledged
// status of each item, and the item of the step that was under way.
func runAndKill(t *testing.T, s *Service, process uint32, n int) (status map[items.ID]items.Status, inFlight items.ID) {
	t.Helper()
	cmd := child(t, childJob{Kind: "live", Dir: s.Dir, Process: process})
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	status = map[items.ID]items.Status{}
	dec := json.NewDecoder(out)
	for {
		var a ack
		if err := dec.Decode(&a); err != nil { // what was in the pipe when the process died is read to the end
			break
		}
		inFlight = a.ID
		if a.Status == "" {
			continue
		}
		status[a.ID], inFlight = a.Status, ""
		if n--; n == 0 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || n > 0 {
		t.Fatalf("the process ended by itself: %v", err)
	}
	return status, inFlight
}

func wantNoTemps(t *testing.T, s *Service) {
	t.Helper()
	for _, dir := range []string{"items", "review"} {
		err := filepath.WalkDir(filepath.Join(s.Dir, dir), func(path string, e fs.DirEntry, err error) error {
			if err == nil && atomicfile.IsTemp(e.Name()) {
				t.Errorf("left behind: %s", path)
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

func TestFullDiskAcknowledgesNothingAndLeavesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no limit on file sizes")
	}
	s := newService(t)
	cmd := child(t, childJob{Kind: "full", Dir: s.Dir, N: 64 << 10, MaxWrite: 16 << 10})
	var talk strings.Builder
	cmd.Stderr = &talk
	out, err := cmd.Output()
	if err == nil || len(out) > 0 || !strings.Contains(talk.String(), "free space") {
		t.Errorf("receipt %s, error %v, stderr %s", out, err, talk.String())
	}
	if got := files(t, s); len(got) > 0 {
		t.Errorf("left %v", got)
	}
	wantNoTemps(t, s)

	cmd = child(t, childJob{Kind: "full", Dir: s.Dir, N: 1 << 10, MaxWrite: 16 << 10})
	if out, err = cmd.Output(); err != nil || !strings.Contains(string(out), `"written"`) {
		t.Errorf("a small one: %s, %v", out, err)
	}
}
