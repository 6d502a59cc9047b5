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
	patience
	f  *os.File
	fd int32
}

func newBounded(f *os.File, wait patience) *bounded {
	return &bounded{patience: wait, f: f, fd: int32(f.Fd())}
}

// Read implements io.Reader. Its error is os.ErrDeadlineExceeded where nothing came in time.
func (p *bounded) Read(b []byte) (int, error) {
	for {
		wait, ok := p.left(time.Now())
		if !ok {
			return 0, os.ErrDeadlineExceeded
		}
		millis := int((wait + time.Millisecond - 1) / time.Millisecond)
		n, err := unix.Poll([]unix.PollFd{{Fd: p.fd, Events: unix.POLLIN}}, millis)
		switch {
		case n > 0:
			n, err = p.f.Read(b)
			p.came(time.Now())
			return n, err
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case wait == 0:
			return 0, os.ErrDeadlineExceeded
		}
	}
}
