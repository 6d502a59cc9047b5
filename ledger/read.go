package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/factline/memory/internal/plainfile"
)

// Read yields the raw lines of one kind, oldest first, without their newline. A torn or broken line is passed over and counted
// by Broken. The bytes are the caller's. An error (a file that cannot be read) comes once per file and the rest follows.
func (l *Ledger) Read(ctx context.Context, kind Kind) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		paths, err := l.months(kind)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, path := range paths {
			for line, err := range lines(ctx, path) {
				if err == nil && !whole(line) {
					continue
				}
				if !yield(bytes.Clone(line), err) {
					return
				}
			}
		}
	}
}

// Broken counts the lines of one kind that are not records: torn by a kill, or damaged. Empty lines do not count.
func (l *Ledger) Broken(ctx context.Context, kind Kind) (int, error) {
	paths, err := l.months(kind)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, path := range paths {
		for line, err := range lines(ctx, path) {
			if err != nil {
				return n, err
			}
			if len(bytes.TrimSpace(line)) > 0 && !whole(line) {
				n++
			}
		}
	}
	return n, nil
}

// lines yields the lines of one file; the bytes hold until the next step. Of a line longer than MaxLine only the first MaxLine
// bytes come, which are never a whole record.
func lines(ctx context.Context, path string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := plainfile.Open(path)
		if err != nil {
			yield(nil, fmt.Errorf("read ledger: %w", err))
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(f, 64<<10)
		for err == nil {
			if err = ctx.Err(); err != nil {
				break
			}
			var line []byte
			if line, err = readLine(r); len(line) > 0 && !yield(line, nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			yield(nil, fmt.Errorf("read ledger %s: %w", path, err))
		}
	}
}

// readLine reads up to the next newline and keeps at most MaxLine bytes and one more, so that a cut line can be told.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if room := MaxLine + 1 - len(line); room > 0 {
			line = append(line, part[:min(room, len(part))]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte{'\n'}), err
		}
	}
}
