//go:build unix

package plainfile

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// ReadSized reads a file that a listing just showed as a regular one of this size, into buf as far as it has room. It asks the system three times
// and no more: searches open tens of thousands of files. A link, or a pipe that took the file's place meanwhile, is an error or reads as empty.
// What grew is read to max+1 bytes, so that the caller sees that it is too long.
func ReadSized(buf []byte, path string, size, max int64) ([]byte, error) {
	buf = slices.Grow(buf[:0], int(size)+1)
	fd, err := again(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|NoFollow|noWait, 0) })
	if err != nil {
		return buf, err
	}
	defer syscall.Close(fd)
	for int64(len(buf)) <= max {
		n, err := again(func() (int, error) { return syscall.Read(fd, buf[len(buf):cap(buf)]) })
		if err != nil || n <= 0 {
			return buf, err
		}
		if buf = buf[:len(buf)+n]; int64(len(buf)) == size && len(buf) < cap(buf) {
			return buf, nil // there was room for more, and nothing came
		}
		buf = slices.Grow(buf, 512)
	}
	return buf[:max+1], fmt.Errorf("read %s: %w, over %d bytes", path, ErrSize, max)
}

// again repeats a call that a signal broke off.
func again(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
