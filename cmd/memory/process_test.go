package main

import (
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/factline/memory/demo"
	"github.com/factline/memory/writeservice"
)

// asMemory makes the test binary act as memory, so that tests can start and kill real processes.
const asMemory = "FACTLINE_TEST_AS_MEMORY"

// memoryCommand prepares one process of memory on a store, in a home of its own.
func memoryCommand(ctx context.Context, home, store string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"--store", store}, args...)...)
	cmd.Env = []string{asMemory + "=1", raceSettings(), "HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH"), "MEMORY_AUTHOR=Ada"}
	return cmd
}

// memory runs one process to its end and returns its standard output.
func memory(t testing.TB, home, store string, args ...string) string {
	t.Helper()
	cmd := memoryCommand(t.Context(), home, store, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("memory %s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// rounds is the number of kills: few in every test run, 200 and more by MEMORY_TEST_KILLS.
func rounds(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("MEMORY_TEST_KILLS"))
	if err != nil {
		n = 24
	}
	if testing.Short() {
		n = 4
	}
	t.Logf("%d kills", n)
	return n
}

// TestKilledAtAnyMoment kills ingest, write, harvest, review and reindex at random moments. After all of it the store is healthy
// and holds every write that was acknowledged.
func TestKilledAtAnyMoment(t *testing.T) {
	home, store := t.TempDir(), filepath.Join(t.TempDir(), "my store")
	transcripts, err := demo.Write(filepath.Join(home, "transcripts"))
	if err != nil {
		t.Fatal(err)
	}
	memory(t, home, store, "init")
	random := rand.New(rand.NewPCG(7, 7))
	started := time.Now()
	memory(t, home, store, "write", "--type", "fact", "--title", "Warm-up", "--summary", "How long a write takes here.")
	usual := time.Since(started)        // so that about half of the kills hit, on any machine
	acknowledged := map[string]string{} // id -> title
	for round := range rounds(t) {
		title := fmt.Sprintf("Fact number %d", round)
		script := [][]string{
			{"write", "--type", "fact", "--title", title, "--summary", title + " holds.", "--format", "json"},
			append([]string{"ingest", "--format", "json"}, transcripts...),
			{"harvest", "--format", "json"},
			append([]string{"review", "approve", "--format", "json"}, waiting(t, home, store)...),
			{"reindex", "--format", "json"},
		}
		args := script[round%len(script)]
		if round%len(script) == 3 && len(args) == 4 {
			continue // nothing waits
		}
		var out bytes.Buffer
		cmd := memoryCommand(t.Context(), home, store, args...)
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		killer := time.AfterFunc(time.Duration(random.Int64N(int64(2*usual))), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		killer.Stop()
		for _, r := range receiptsIn(out.Bytes()) {
			acknowledged[string(r.ID)] = title
		}
	}
	memory(t, home, store, "doctor")
	for id := range acknowledged {
		memory(t, home, store, "read", id)
	}
	t.Logf("%d acknowledged writes, all present", len(acknowledged))
	memory(t, home, store, append([]string{"ingest"}, transcripts...)...)
	if out := memory(t, home, store, append([]string{"ingest"}, transcripts...)...); !strings.Contains(out, " 0 new") {
		t.Errorf("after the kills a second ingest still adds: %s", out)
	}
	before := memory(t, home, store, "search", "fact number 3", "--format", "json", "--explain")
	if err := os.RemoveAll(filepath.Join(store, "projections")); err != nil {
		t.Fatal(err)
	}
	if after := memory(t, home, store, "search", "fact number 3", "--format", "json", "--explain"); after != before {
		t.Errorf("results differ without the projections:\n%s\n%s", before, after)
	}
}

// receiptsIn reads one receipt or a list of them; a killed process may have printed neither.
func receiptsIn(out []byte) []writeservice.Receipt {
	var one writeservice.Receipt
	var many struct {
		Receipts []writeservice.Receipt `json:"receipts"`
	}
	if json.Unmarshal(out, &one) == nil && one.Status == writeservice.Written {
		return []writeservice.Receipt{one}
	}
	_ = json.Unmarshal(out, &many)
	return many.Receipts
}

// waiting lists up to three candidates.
func waiting(t *testing.T, home, store string) []string {
	var list struct {
		Candidates []struct{ ID string } `json:"candidates"`
	}
	if err := json.Unmarshal([]byte(memory(t, home, store, "review", "list", "--format", "json")), &list); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range list.Candidates[:min(3, len(list.Candidates))] {
		ids = append(ids, c.ID)
	}
	return ids
}

// TestSearchersSeeEveryWriteOfOthers: 8 processes search while 4 write and one hand edits files; the index is truncated, replaced by
// another version's and deleted in mid-run. Every search succeeds, and each sees what was acknowledged before it began.
func TestSearchersSeeEveryWriteOfOthers(t *testing.T) {
	home, store := t.TempDir(), filepath.Join(t.TempDir(), "store")
	memory(t, home, store, "init")
	each := 6
	if testing.Short() {
		each = 2
	}
	var mu sync.Mutex
	known := map[string]string{} // word -> id, acknowledged
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			for i := range each {
				word := fmt.Sprintf("zebra%d%c", i, 'a'+w)
				out, err := memoryCommand(t.Context(), home, store, "write", "--type", "fact", "--title", word+" was said", "--format", "json").Output()
				var r writeservice.Receipt
				if err != nil || json.Unmarshal(out, &r) != nil || r.Status != writeservice.Written {
					t.Errorf("write: %v %s", err, out)
					return
				}
				mu.Lock()
				known[word] = string(r.ID)
				mu.Unlock()
			}
		})
	}
	group.Go(func() { editByHand(t, store, each, &mu, known) })
	group.Go(func() { damage(store, each) })
	for s := range 8 {
		group.Go(func() {
			for i := range each {
				word, id := pick(&mu, known, s+i)
				if word == "" {
					word = "zebra"
				}
				out, err := memoryCommand(t.Context(), home, store, "search", word, "--format", "json").Output()
				if err != nil || !strings.Contains(string(out), id) {
					t.Errorf("search %s (%s): %v\n%s", word, id, err, out)
				}
			}
		})
	}
	group.Wait()
	memory(t, home, store, "doctor")
}

func pick(mu *sync.Mutex, known map[string]string, n int) (word, id string) {
	mu.Lock()
	defer mu.Unlock()
	for w, i := range known {
		if n--; n <= 0 {
			return w, i
		}
	}
	return "", ""
}

// editByHand writes item files as an editor or git pull would, without asking anybody.
func editByHand(t *testing.T, store string, n int, mu *sync.Mutex, known map[string]string) {
	dir := filepath.Join(store, "items", "2026")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Error(err)
		return
	}
	for i := range n {
		word, id := fmt.Sprintf("giraffe%d", i), fmt.Sprintf("mem-hand-%d", i)
		text := fmt.Sprintf("---\nid: %s\ntype: fact\ntitle: The word is %s\nstatus: active\nrefs: {files: [a.go]}\n---\n", id, word)
		if err := os.WriteFile(filepath.Join(dir, id+".md"), []byte(text), 0o644); err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		known[word] = id
		mu.Unlock()
	}
}

// damage does to the index what crashes, old binaries and people do.
func damage(store string, n int) {
	dir := filepath.Join(store, "projections")
	for i := range n {
		switch i % 3 {
		case 0:
			_ = os.RemoveAll(dir)
		case 1:
			_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					_ = os.Truncate(path, 10)
				}
				return nil
			})
		case 2:
			_ = os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"version":999}`), 0o600)
		}
		time.Sleep(30 * time.Millisecond) // spreads the damage over the run; nothing waits for it
	}
}
