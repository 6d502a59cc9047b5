//go:build !unix

package plainfile

import (
	"bytes"
	"fmt"
	"io"
)

// ReadSized reads a file that a listing just showed as a regular one, into buf as far as it has room. What grew is read to max+1 bytes.
func ReadSized(buf []byte, path string, _, max int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return buf[:0], err
	}
	defer f.Close()
	into := bytes.NewBuffer(buf[:0])
	if _, err := into.ReadFrom(io.LimitReader(f, max+1)); err != nil {
		return into.Bytes(), err
	}
	if int64(into.Len()) > max {
		return into.Bytes(), fmt.Errorf("read %s: %w, over %d bytes", path, ErrSize, max)
	}
	return into.Bytes(), nil
}
