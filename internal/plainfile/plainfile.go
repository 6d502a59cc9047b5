// Package plainfile reads regular files that somebody else may have put there. A pipe, a socket or a device under the name is refused
// at once: an ordinary open of a pipe waits for a writer that may never come.
package plainfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxText bounds, in bytes, a text file that people write by hand: rules, code that a fact speaks of.
const MaxText = 64 << 20

// Any is the bound of a file of our own that may be as long as it is. What is no regular file is refused before.
const Any = 1 << 40

var (
	// ErrKind says that what stands there is no regular file.
	ErrKind = errors.New("it is no regular file")
	// ErrSize says that a file is larger than its reader takes.
	ErrSize = errors.New("it is too large")
)

// Open opens a regular file for reading. Links are followed.
func Open(path string) (*os.File, error) {
	return regular(os.OpenFile(path, os.O_RDONLY|noWait, 0))
}

// OpenIn opens a regular file below a root that no link leaves, for what flag says, as os.OpenFile does.
func OpenIn(root *os.Root, name string, flag int, perm os.FileMode) (*os.File, error) {
	return regular(root.OpenFile(name, flag|noWait, perm))
}

// Read reads a regular file of at most max bytes. The size is that of what was read: a file may grow meanwhile.
func Read(path string, max int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, max)
}

// ReadAll is Read for a file that is open. It makes room once, for what the file holds now.
func ReadAll(f *os.File, max int64) ([]byte, error) {
	var room bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		room.Grow(int(min(info.Size(), max)) + bytes.MinRead) // and what the last, empty read asks for
	}
	if _, err := room.ReadFrom(io.LimitReader(f, max+1)); err != nil {
		return nil, err
	}
	if int64(room.Len()) > max {
		return nil, fmt.Errorf("read %s: %w, over %d bytes", f.Name(), ErrSize, max)
	}
	return room.Bytes(), nil
}

func regular(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = fmt.Errorf("open %s: %w", f.Name(), ErrKind)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil // a directory fails at the first read, with the system's own words
}
