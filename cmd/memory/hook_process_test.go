package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// hookProcess runs one hook as a process of its own and says what is wrong with what it did, "" when nothing is. binary "" is this test's own.
func hookProcess(ctx context.Context, binary, home, store, agent, event, payload string, more ...string) (problem, out string, took time.Duration) {
	cmd := memoryCommand(ctx, home, store, append([]string{"hook", event, "--agent", agent}, more...)...)
	if binary != "" {
		cmd.Path = binary
	}
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
				if problem, _, _ := hookProcess(t.Context(), "", home, store, "claude-code", event, hookPayload(session, event, map[string]any{"transcript_path": path}), patient); problem != "" {
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
