// Command memory keeps, reviews and recalls what coding agents learn.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args, osStreams())
	stop()
	os.Exit(code)
}
