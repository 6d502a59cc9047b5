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
	gcPercent   = 400
	memoryLimit = 192 << 20 // bytes
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(memoryLimit)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args, osStreams())
	stop()
	os.Exit(code)
}
