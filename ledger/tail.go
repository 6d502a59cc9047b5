package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/factline/memory/internal/plainfile"
)

// block is how much Tail reads at once, from the end of a file backwards.
const block = 64 << 10

// Tail returns the last n records of one kind, newest first. It reads only as much of the files as that needs.
func (l *Ledger) Tail(ctx context.Context, kind Kind, n int) ([][]byte, error) {
	paths, err := l.months(kind)
	if err != nil {
		return nil, err
	}
	var found [][]byte
	for _, path := range slices.Backward(paths) {
		if found, err = tailOf(ctx, path, n, found); err != nil {
			return found, fmt.Errorf("read ledger %s: %w", path, err)
		}
		if len(found) >= n {
			break
		}
	}
	return found, nil
}

// tailOf adds the records of one file to found, last line first, until there are n.
func tailOf(ctx context.Context, path string, n int, found [][]byte) ([][]byte, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return found, err
	}
	defer f.Close()
	at, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return found, err
	}
	keep := func(line []byte) {
		if len(found) < n && len(line) <= MaxLine && whole(line) {
			found = append(found, bytes.Clone(line))
		}
	}
	var rest []byte // the start of a line whose beginning is not read yet
	for at > 0 && len(found) < n {
		if err := ctx.Err(); err != nil {
			return found, err
		}
		size := min(at, block)
		at -= size
		buf := make([]byte, size, size+int64(len(rest)))
		if _, err := f.ReadAt(buf, at); err != nil && !errors.Is(err, io.EOF) {
			return found, err
		}
		buf = append(buf, rest...)
		for end := bytes.LastIndexByte(buf, '\n'); end >= 0; end = bytes.LastIndexByte(buf, '\n') {
			keep(buf[end+1:])
			buf = buf[:end]
		}
		rest = buf
	}
	if at == 0 {
		keep(rest)
	}
	return found, nil
}
