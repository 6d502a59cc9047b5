package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/ledger"
)

// loadCall is one call of TestManyHooksAtOnce.
type loadCall struct {
	event string
	text  bool
	took  time.Duration // from before the process was made until it had ended
}

// loadPayload is the nth call: tool calls for the most part, a quarter prompts, now and then the start or the end of a turn.
func loadPayload(n, facts int) (event string, more map[string]any) {
	switch {
	case n%4 == 1:
		return "UserPromptSubmit", map[string]any{"prompt": fmt.Sprintf("What does service number %d listen on?", n*7%facts)}
	case n%40 == 2:
		return "SessionStart", map[string]any{"source": "startup"}
	case n%40 == 3:
		return "Stop", nil
	}
	return "PostToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": fmt.Sprint("t", n), "tool_input": map[string]any{"command": "ls"}, "tool_response": "a b"}
}

// TestManyHooksAtOnce calls hooks of all kinds, 20 at once, on one store. MEMORY_TEST_LONG makes it 10,000 calls of the program as it is
// released, on 10,000 items. Every one ends with status 0 and a valid answer, and the ledger has it. The times are printed: by the process's own
// clock, as the ledger has them, and by the caller's.
func TestManyHooksAtOnce(t *testing.T) {
	calls, facts, binary := 100, 60, ""
	home := hookHome(t)
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		calls, facts, binary = 10_000, 10_000, released(t, home)
	}
	store := filepath.Join(home, "store")
	memory(t, home, store, "init")
	fillStore(t, store, facts)
	memory(t, home, store, "trust") // the items were written by no command
	memory(t, home, store, "reindex", "--quiet")
	var mu sync.Mutex
	var done []loadCall
	failed := 0
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for n := range jobs {
				event, more := loadPayload(n, facts)
				problem, out, took := hookProcess(t.Context(), binary, home, store, "claude-code", event, hookPayload(fmt.Sprintf("s%d", n%40), event, more))
				mu.Lock()
				if problem != "" {
					failed++
					t.Error(problem)
				}
				done = append(done, loadCall{event, out != "", took})
				mu.Unlock()
			}
		})
	}
	for n := range calls {
		jobs <- n
	}
	close(jobs)
	wg.Wait()
	kept := hookRecords(t, store)
	outcomes, main, all := map[string]int{}, map[string][]float64{}, map[string][]float64{}
	for _, r := range kept {
		outcomes[r.Outcome]++
		event := string(r.Event)
		main[event] = append(main[event], float64(r.Took)/1000)
		all[event] = append(all[event], float64(r.Took+r.Start)/1000)
	}
	t.Logf("%d calls, 20 at once, %d items: %d failed; outcomes %v", calls, facts, failed, outcomes)
	for _, event := range slices.Sorted(maps.Keys(main)) {
		var took []float64
		text := 0
		for _, c := range done {
			if c.event == event {
				took = append(took, float64(c.took.Microseconds())/1000)
				if c.text {
					text++
				}
			}
		}
		t.Logf("%s: %d calls, %d with text; p50 and p99 from main to the answer %.1f and %.1f ms, from the start of the process %.1f and %.1f, by the caller's clock %.1f and %.1f",
			event, len(took), text, quantile(main[event], 0.5), quantile(main[event], 0.99), quantile(all[event], 0.5), quantile(all[event], 0.99), quantile(took, 0.5), quantile(took, 0.99))
	}
	if len(kept) != calls {
		t.Errorf("the ledger has %d of %d calls", len(kept), calls)
	}
	compareToTrue(t, binary, home, store, facts)
}

// hookRecords are the calls that the ledger of a store has.
func hookRecords(t *testing.T, store string) (list []hub.HookRecord) {
	t.Helper()
	l := &ledger.Ledger{Dir: filepath.Join(store, "ledger")}
	for line, err := range l.Read(t.Context(), ledger.Hooks) {
		var r hub.HookRecord
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// compareToTrue reports what a cold hook takes beside the smallest process that there is, started the same way in turns.
func compareToTrue(t *testing.T, binary, home, store string, facts int) {
	t.Helper()
	yes, err := exec.LookPath("true")
	if err != nil {
		t.Log("there is no true here to compare with")
		return
	}
	took := map[string][]float64{}
	rounds := 20
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		rounds = 200
	}
	for n := range rounds {
		started := time.Now()
		if err := exec.Command(yes).Run(); err != nil {
			t.Fatal(err)
		}
		took["true"] = append(took["true"], float64(time.Since(started).Microseconds())/1000)
		for event, more := range map[string]map[string]any{
			"PostToolUse":      {"tool_name": "Bash", "tool_use_id": fmt.Sprint("r", n), "tool_input": map[string]any{"command": "ls"}, "tool_response": "a b"},
			"UserPromptSubmit": {"prompt": fmt.Sprintf("What does service number %d listen on?", n%facts)},
		} {
			problem, _, d := hookProcess(t.Context(), binary, home, store, "claude-code", event, hookPayload(fmt.Sprint("r", n%5), event, more))
			if problem != "" {
				t.Error(problem)
			}
			took[event] = append(took[event], float64(d.Microseconds())/1000)
		}
	}
	smallest := middle(took["true"])
	for _, event := range []string{"PostToolUse", "UserPromptSubmit"} {
		t.Logf("%s: p50 %.1f ms, %.1f times true (%.1f ms); p99 %.1f", event, middle(took[event]), middle(took[event])/smallest, smallest, quantile(took[event], 0.99))
	}
}

// released builds the program as make build does.
func released(tb testing.TB, home string) string {
	tb.Helper()
	binary := filepath.Join(home, "memory")
	build := exec.Command("go", "build", "-trimpath", "-tags", "urfave_cli_no_docs", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, out)
	}
	return binary
}

// quantile is the value that a share of the list does not pass.
func quantile(list []float64, share float64) float64 {
	slices.Sort(list)
	return list[int(share*float64(len(list)-1))]
}
