package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAPurgeKilledAtAnyMomentIsAsBeforeOrFinished kills a purge at random moments, also within the rewrites of evidence and ledger. Either
// nothing happened, or doctor names it and the next purge finishes it: the words are nowhere in the store then.
func TestAPurgeKilledAtAnyMomentIsAsBeforeOrFinished(t *testing.T) {
	const words = "client ACME pays forty thousand"
	random := rand.New(rand.NewPCG(7, 7))
	usual, before, unfinished := time.Duration(0), 0, 0
	for round := range 7 {
		home, store := t.TempDir(), filepath.Join(t.TempDir(), "my store")
		memory(t, home, store, "init")
		var written struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal([]byte(memory(t, home, store, "write", "--type", "fact", "--title", "The "+words, "--format", "json")), &written); err != nil {
			t.Fatal(err)
		}
		session := filepath.Join(home, "s.jsonl")
		line := `{"type":"user","uuid":"u1","sessionId":"5f2a0001-0000-4000-8000-000000000001","cwd":"/src/shop","timestamp":"2026-11-28T10:00:00Z","version":"2.1.0","message":{"role":"user","content":"The ` + words + ` a month."}}` + "\n"
		if err := os.WriteFile(session, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		memory(t, home, store, "ingest", session)
		memory(t, home, store, "pack", "what does the "+words)
		cmd := memoryCommand(t.Context(), home, store, "forget", written.ID, "--purge", "--yes")
		started := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if round > 0 { // the first shows how long one takes on this machine
			killer := time.AfterFunc(time.Duration(random.Int64N(int64(usual))), func() { _ = cmd.Process.Kill() })
			defer killer.Stop()
		}
		err := cmd.Wait()
		switch {
		case round == 0 && err != nil:
			t.Fatal(err)
		case round == 0:
			usual = time.Since(started)
		}
		begun, _ := filepath.Glob(filepath.Join(store, "pending", "*.purge"))
		switch doctor, _ := memoryCommand(t.Context(), home, store, "doctor").Output(); {
		case len(begun) > 0:
			unfinished++
			if !strings.Contains(string(doctor), "begun and not finished") {
				t.Errorf("doctor names no purge:\n%s", doctor)
			}
			memory(t, home, store, "forget", "--purge", "--yes")
		case err != nil && strings.Contains(memory(t, home, store, "list"), words):
			before++
			memory(t, home, store, "forget", written.ID, "--purge", "--yes")
		}
		wordsAreGone(t, store, words)
	}
	t.Logf("%d as before, %d unfinished", before, unfinished)
}

// TestTwoProcessesPurgeTheSameWordsAtOnce: whichever is first may honestly find the words of the other's item; when both have ended, nothing
// is left, and the last of them proved it.
func TestTwoProcessesPurgeTheSameWordsAtOnce(t *testing.T) {
	const words = "client ACME pays forty thousand"
	home, store := t.TempDir(), filepath.Join(t.TempDir(), "my store")
	memory(t, home, store, "init")
	var purges []*exec.Cmd
	for _, project := range []string{"shop", "billing"} {
		var written struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal([]byte(memory(t, home, store, "write", "--type", "fact", "--title", "The "+words, "--project", project, "--format", "json")), &written); err != nil {
			t.Fatal(err)
		}
		purges = append(purges, memoryCommand(t.Context(), home, store, "forget", written.ID, "--purge", "--yes"))
	}
	for _, cmd := range purges {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	proved := 0
	for _, cmd := range purges {
		err := cmd.Wait()
		switch code := cmd.ProcessState.ExitCode(); code {
		case 0:
			proved++
		case 3:
		default:
			t.Errorf("status %d: %v", code, err)
		}
	}
	if begun, _ := filepath.Glob(filepath.Join(store, "pending", "*.purge")); proved == 0 || len(begun) > 0 {
		t.Errorf("%d proved, unfinished %v", proved, begun)
	}
	wordsAreGone(t, store, words)
}

func wordsAreGone(t *testing.T, store, words string) {
	t.Helper()
	err := filepath.WalkDir(store, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if strings.Contains(string(text), words) {
			t.Errorf("the words are left in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
