// Command memory keeps, reviews and recalls what coding agents learn.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
)

// A command lives for milliseconds: memory that would be collected late is mostly never collected. Towards the soft limit, which is far
// above what commands hold at once, the collector works as often as it must.
const (
	gcPercent   = 800
	memoryLimit = 192 << 20 // bytes
)

func main() {
	noCoreDump()
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(memoryLimit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := osStreams()
	s.watch = func() { watchInterrupt(cancel) }
	s.deafen = func() { signal.Ignore(os.Interrupt) }
	s.quit = func() { os.Exit(0) }
	s.startup = startup
	os.Exit(run(ctx, os.Args, s))
}

// longWork sets the collector's usual pace for a command that runs for seconds: it costs no measurable time there, and a transcript of
// 1 GB needs 66 MB instead of 143 MB.
func longWork(s *streams) {
	if s.getenv("GOGC") == "" {
		debug.SetGCPercent(100)
	}
}
