//go:build !linux

package main

import (
	"os"
	"time"
)

// bounded is for Linux, where every kind of standard input can be waited for.
type bounded struct {
	*os.File
	late bool
}

func newBounded(*os.File, time.Time) *bounded { return nil }
