package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/factline/memory/internal/golden"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(recordVariable); dir != "" {
		recordedHook(dir)
	}
	if os.Getenv(asMemory) != "" {
		main()
	}
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(m, map[string]func(){"memory": main})
}

// raceSettings hands a process of the tests the settings of the race detector. By its own it lets each process sleep for a second before it
// ends, which is most of the time that commands take under it.
func raceSettings() string { return "GORACE=" + os.Getenv("GORACE") }

// TestScripts runs every command as a process of its own, in an empty home, on a stopped clock.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts found (%v)", err)
	}
	model := standInServer(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"fails": fails, "talk": talk, "endpoint": endpointCommand},
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("USERPROFILE", filepath.Join(e.WorkDir, "home"))
			e.Setenv("MEMORY_NOW", "2026-11-29T10:15:00Z")
			e.Setenv("MEMORY_AUTHOR", "Ada")
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("ENDPOINT", model)
			e.Setenv("MARK", "ghp") // starts a fake token, so that none stands in a script
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			return os.MkdirAll(filepath.Join(e.WorkDir, "home"), 0o755)
		},
	})
}

// fails N COMMAND... runs a command that must end with exit status N and keeps its output for stdout and stderr.
func fails(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fails STATUS COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](ts.Exec(args[1], args[2:]...)); ok {
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
