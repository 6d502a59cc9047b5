package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// hookProcess runs one hook as a process of its own and says what is wrong with what it did, "" when nothing is.
func hookProcess(ctx context.Context, home, store, agent, event, payload string, more ...string) (problem, out string, took time.Duration) {
	cmd := memoryCommand(ctx, home, store, append([]string{"hook", event, "--agent", agent}, more...)...)
	cmd.Stdin = strings.NewReader(payload)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	started := time.Now()
	err := cmd.Run()
	took = time.Since(started)
	switch {
	case err != nil:
		problem = fmt.Sprintf("%s: %v: %s", event, err, stderr.String())
	case stderr.Len() > 0:
		problem = fmt.Sprintf("%s talks: %s", event, stderr.String())
	case !validOrNone(stdout.String()):
		problem = fmt.Sprintf("%s answers %q", event, stdout.String())
	}
	return problem, stdout.String(), took
}

// hookHome is a directory that goes when the processes that hooks left behind are through with it: they work on after the test.
func hookHome(t *testing.T) string {
	home := t.TempDir()
	t.Cleanup(func() {
		for end := time.Now().Add(time.Minute); os.RemoveAll(home) != nil && time.Now().Before(end); {
			time.Sleep(100 * time.Millisecond)
		}
	})
	return home
}

func hookPayload(session, event string, more map[string]any) string {
	p := map[string]any{"session_id": session, "hook_event_name": event}
	for k, v := range more {
		p[k] = v
	}
	b, _ := json.Marshal(p)
	return string(b)
}

// TestTenSessionsEndAtOnce: each leaves a process that reads its transcript; in the end every record is there once.
func TestTenSessionsEndAtOnce(t *testing.T) {
	home := hookHome(t)
	store := filepath.Join(home, "store")
	memory(t, home, store, "init")
	var wg sync.WaitGroup
	for n := range 10 {
		session := fmt.Sprintf("5f2a%04d-0000-4000-8000-000000000001", n)
		path := filepath.Join(home, session+".jsonl")
		writeTranscript(t, path, session, home, "Remember that the staging database is wiped every Sunday night.", "Noted.", fmt.Sprintf("This is session %d.", n), "It is.")
		for _, event := range []string{"Stop", "SessionEnd"} { // both at once, as hosts do
			wg.Go(func() {
				if problem, _, _ := hookProcess(t.Context(), home, store, "claude-code", event, hookPayload(session, event, map[string]any{"transcript_path": path}), patient); problem != "" {
					t.Error(problem)
				}
			})
		}
	}
	wg.Wait()
	var list struct {
		Sessions []struct {
			Session string `json:"session"`
			Events  int    `json:"events"`
		} `json:"sessions"`
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		out := memory(t, home, store, "evidence", "list", "--limit", "0", "--format", "json")
		if err := json.Unmarshal([]byte(out), &list); err != nil {
			t.Fatal(err, out)
		}
		whole := 0
		for _, s := range list.Sessions {
			if s.Events == 4 {
				whole++
			}
		}
		if whole == 10 && len(list.Sessions) == 10 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of 10 sessions are whole: %s", whole, out)
		}
	}
	time.Sleep(200 * time.Millisecond) // a second reader of a transcript would add to it now
	if out := memory(t, home, store, "doctor"); !strings.Contains(out, "ok    hooks") || !strings.Contains(out, "ok    evidence") {
		t.Error(out)
	}
}

// TestManyHooksAtOnce calls hooks of all kinds, 20 at once, on one store. MEMORY_TEST_LONG makes it 10,000 calls on 10,000 items. Every
// one ends with status 0 and a valid answer, and the store is healthy afterwards.
func TestManyHooksAtOnce(t *testing.T) {
	calls, facts := 100, 60
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		calls, facts = 10_000, 10_000
	}
	home := hookHome(t)
	store := filepath.Join(home, "store")
	memory(t, home, store, "init")
	fillStore(t, store, facts)
	memory(t, home, store, "reindex", "--quiet")
	var failed, late, answered atomic.Int64
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for n := range jobs {
				session := fmt.Sprintf("s%d", n%40)
				event, more := "PostToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": fmt.Sprint("t", n), "tool_input": map[string]any{"command": "ls"}, "tool_response": "a b"}
				switch {
				case n%4 == 1:
					event, more = "UserPromptSubmit", map[string]any{"prompt": fmt.Sprintf("What does service number %d listen on?", n%facts)}
				case n%40 == 2:
					event, more = "SessionStart", map[string]any{"source": "startup"}
				case n%40 == 3:
					event, more = "Stop", nil
				}
				problem, out, _ := hookProcess(t.Context(), home, store, "claude-code", event, hookPayload(session, event, more))
				if problem != "" {
					failed.Add(1)
					t.Error(problem)
				}
				if out != "" {
					answered.Add(1)
				}
			}
		})
	}
	for n := range calls {
		jobs <- n
	}
	close(jobs)
	wg.Wait()
	var sum struct {
		Calls    int            `json:"calls"`
		Outcomes map[string]int `json:"outcomes"`
		Faults   []string       `json:"faults"`
		Latency  []struct {
			Event string `json:"event"`
			P50   int64  `json:"p50_us"`
			P99   int64  `json:"p99_us"`
		} `json:"latency"`
	}
	if err := json.Unmarshal([]byte(memory(t, home, store, "hook", "summary", "--format", "json")), &sum); err != nil {
		t.Fatal(err)
	}
	late.Store(int64(sum.Outcomes["late"]))
	t.Logf("%d calls, 20 at once, %d items: %d failed, %d answered with text, %d late by the 200 ms; outcomes %v; faults %v", calls, facts, failed.Load(), answered.Load(), late.Load(), sum.Outcomes, sum.Faults)
	for _, l := range sum.Latency { // from the start of main to the answer, by the process's own clock, as the ledger has it
		t.Logf("%s: p50 %.1f ms, p99 %.1f ms", l.Event, float64(l.P50)/1000, float64(l.P99)/1000)
	}
	if sum.Calls < calls {
		t.Errorf("the ledger has %d of %d calls", sum.Calls, calls)
	}
	compareToTrue(t, home, store, facts)
}

// compareToTrue reports what a cold hook takes beside the smallest process that there is, started the same way in turns.
func compareToTrue(t *testing.T, home, store string, facts int) {
	t.Helper()
	yes, err := exec.LookPath("true")
	if err != nil {
		t.Log("there is no true here to compare with")
		return
	}
	took := map[string][]time.Duration{}
	rounds := 20
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		rounds = 200
	}
	for n := range rounds {
		started := time.Now()
		if err := exec.Command(yes).Run(); err != nil {
			t.Fatal(err)
		}
		took["true"] = append(took["true"], time.Since(started))
		for event, more := range map[string]map[string]any{
			"PostToolUse":      {"tool_name": "Bash", "tool_use_id": fmt.Sprint("r", n), "tool_input": map[string]any{"command": "ls"}, "tool_response": "a b"},
			"UserPromptSubmit": {"prompt": fmt.Sprintf("What does service number %d listen on?", n%facts)},
		} {
			problem, _, d := hookProcess(t.Context(), home, store, "claude-code", event, hookPayload(fmt.Sprint("r", n%5), event, more))
			if problem != "" {
				t.Error(problem)
			}
			took[event] = append(took[event], d)
		}
	}
	median := func(name string) time.Duration {
		slices.Sort(took[name])
		return took[name][(len(took[name])-1)/2]
	}
	for _, event := range []string{"PostToolUse", "UserPromptSubmit"} {
		t.Logf("%s: p50 %v, %.1f times true (%v)", event, median(event), float64(median(event))/float64(median("true")), median("true"))
	}
}

// fillStore writes item files of facts, each with a name and a number of its own.
func fillStore(t testing.TB, store string, n int) {
	t.Helper()
	dir := filepath.Join(store, "items", "2026")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	topics := []string{"orders", "billing", "search", "login", "export", "stock", "mail", "audit"}
	for i := range n {
		topic := topics[i%len(topics)]
		it := items.Item{
			ID: items.ID(fmt.Sprintf("mem-20261001-service-%d-%08d", i, i)), Schema: 1, Type: items.Fact, Status: items.Active, Trust: items.Human, Author: "Ada",
			Title: fmt.Sprintf("Service number %d of %s", i, topic), Summary: fmt.Sprintf("Service number %d of %s listens on port %d.", i, topic, 20000+i),
			Body: fmt.Sprintf("The %s service %d runs on host-%d and is restarted by its supervisor.", topic, i, i%97), Created: at, Updated: at,
		}
		b, err := it.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, string(it.ID)+".md"), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
