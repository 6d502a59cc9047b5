package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// softCoreLimit is what the system says of a process's core dumps.
func softCoreLimit(t *testing.T, pid int) string {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if err != nil {
		t.Skip(err)
	}
	m := regexp.MustCompile(`(?m)^Max core file size\s+(\S+)`).FindStringSubmatch(string(b))
	if m == nil {
		t.Fatalf("no limit in %s", b)
	}
	return m[1]
}

// TestNoCoreDumpHoldsATranscript: a process that waits for an agent's words may not be dumped, whatever its parent allows. The control is the
// parent's own limit, which such a process would have otherwise.
func TestNoCoreDumpHoldsATranscript(t *testing.T) {
	var own syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &own); err != nil || own.Max == 0 {
		t.Skip("dumps are off for good here", err)
	}
	raised := own
	raised.Cur = own.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &raised); err != nil {
		t.Skip(err)
	}
	defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_CORE, &own) }()
	if softCoreLimit(t, os.Getpid()) == "0" {
		t.Fatal("the control has no dumps either")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := memoryCommand(ctx, t.TempDir(), t.TempDir(), "mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintln(in, "{}"); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // it has answered, so it is past its start
		t.Fatal(err)
	}
	if got := softCoreLimit(t, cmd.Process.Pid); got != "0" {
		t.Errorf("core dumps of up to %s bytes", got)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
