package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/stopwatch"
	"golang.org/x/term"
)

// streams is everything a command touches outside the store, so that a test can stand in for the machine.
type streams struct {
	in     io.Reader
	out    io.Writer // results
	err    io.Writer // talk
	getenv func(string) string
	cwd    string
	home   string
	now    func() time.Time
	inTTY  bool // a person can answer
	outTTY bool
	errTTY bool // a progress bar may be drawn

	began     time.Time        // when the first line of the program ran
	stopwatch *stopwatch.Watch // of --timings; nil without it, and once the times are printed

	opened *hub.Hub // the store that the command works on, for what it leaves behind; nil = none

	startup func() (ran, waited time.Duration) // how the start of the process went, see startup; nil in a test

	clockErr error // MEMORY_NOW was set and is no time

	watch  func()                 // makes Ctrl-C end the command in order; nil in a test
	deafen func()                 // makes Ctrl-C do nothing; nil in a test
	quit   func()                 // ends the process at once, with status 0; nil in a test
	where  func() (string, error) // cwd by the name that it has now, for a process that lives on; nil in a test
	guard  func()                 // makes a stray print of any library go to stderr, once out belongs to a protocol; nil in a test
}

// osStreams connects the process. MEMORY_NOW (RFC 3339) stops the clock, so that two runs give the same bytes.
func osStreams() *streams {
	s := &streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv,
		now:    func() time.Time { return time.Now().UTC() },
		guard:  func() { os.Stdout = os.Stderr },
		inTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		outTTY: term.IsTerminal(int(os.Stdout.Fd())),
		errTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	s.where = os.Getwd
	s.cwd, _ = os.Getwd()
	s.home, _ = os.UserHomeDir()
	if stopped := os.Getenv("MEMORY_NOW"); stopped != "" {
		at, err := time.Parse(time.RFC3339, stopped)
		if err != nil {
			s.clockErr = usageError{fmt.Errorf("MEMORY_NOW=%s: want a time such as 2026-11-29T10:15:00Z", stopped)}
		}
		s.now = func() time.Time { return at.UTC() }
	}
	return s
}
