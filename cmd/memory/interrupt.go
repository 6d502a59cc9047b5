package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/urfave/cli/v2"
)

// watchInterrupt calls cancel when the user presses Ctrl-C.
func watchInterrupt(cancel context.CancelFunc) {
	pressed := make(chan os.Signal, 1)
	signal.Notify(pressed, os.Interrupt)
	go func() {
		<-pressed
		cancel()
	}()
}

// endsAtOnce names the commands that take some milliseconds. Ctrl-C ends these as it ends any program, and what they write is whole then as it is
// after a kill; to watch for it takes the start of two threads, a tenth of the time of the shortest.
func endsAtOnce(command string) bool {
	switch command {
	case "version", "write", "read", "search", "pack", "resume":
		return true
	}
	return false
}

// watched makes a command that watches for Ctrl-C while it works.
func watched(s *streams, b branch) *cli.Command {
	c := b.make(s)
	if s.watch == nil || endsAtOnce(b.name) {
		return c
	}
	own := c.Before
	c.Before = func(ctx *cli.Context) error {
		s.watch()
		if own != nil {
			return own(ctx)
		}
		return nil
	}
	return c
}
