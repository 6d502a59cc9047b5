package main

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// bounded reads a file as long as its time lasts, in the goroutine that asks: another one would be another thread, which on a busy machine
// waits for its CPU first.
type bounded struct {
	f     *os.File
	fd    int32
	until time.Time
	late  bool
}

func newBounded(f *os.File, until time.Time) *bounded {
	return &bounded{f: f, fd: int32(f.Fd()), until: until}
}

// Read implements io.Reader. Its error is os.ErrDeadlineExceeded where nothing came in time.
func (p *bounded) Read(b []byte) (int, error) {
	for {
		wait := time.Until(p.until)
		if wait <= 0 {
			p.late = true
			return 0, os.ErrDeadlineExceeded
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: p.fd, Events: unix.POLLIN}}, int(wait/time.Millisecond)+1)
		switch {
		case n > 0:
			return p.f.Read(b)
		case err != nil && !errors.Is(err, unix.EINTR):
			return 0, err
		}
	}
}
