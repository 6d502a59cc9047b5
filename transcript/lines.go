package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bounds of what is held in memory at once.
const (
	maxLine     = 32 << 20  // bytes of one line of a line format; a longer line is skipped
	maxDocument = 256 << 20 // bytes of a one-document transcript
	readSize    = 64 << 10
	keepBuffer  = 4 << 20 // a buffer grown beyond this for one long line is dropped afterwards
)

// lineReader cuts a stream into lines and knows the byte span of each. Memory is bounded by maxLine.
type lineReader struct {
	r      io.Reader
	buf    []byte
	from   int   // start of what is not yet handed out, in buf
	offset int64 // of buf[from] in the source
	eof    bool
	err    error
}

// rawLine is one line without its line break. Bytes is valid until the next call.
type rawLine struct {
	bytes      []byte
	start, end int64 // span in the source without the line break
	next       int64 // offset behind the line break
	ended      bool  // a line break was there
	tooLong    bool  // bytes is empty; the line was read over
}

// next returns io.EOF behind the last line.
func (l *lineReader) next() (rawLine, error) {
	scanned := 0
	for {
		if n := bytes.IndexByte(l.buf[l.from+scanned:], '\n'); n >= 0 {
			return l.cut(scanned+n, true), nil
		}
		scanned = len(l.buf) - l.from
		if scanned > maxLine {
			return l.readOver()
		}
		if l.eof {
			if l.err != nil {
				return rawLine{}, l.err
			}
			if scanned == 0 {
				return rawLine{}, io.EOF
			}
			return l.cut(scanned, false), nil
		}
		l.fill()
	}
}

func (l *lineReader) cut(n int, ended bool) rawLine {
	line := l.buf[l.from : l.from+n]
	out := rawLine{start: l.offset, end: l.offset + int64(n), next: l.offset + int64(n), ended: ended}
	l.from += n
	if ended {
		l.from++
		out.next++
	}
	l.offset = out.next
	if n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
		out.end--
	}
	out.bytes = line
	if n > maxLine {
		out.bytes, out.tooLong = nil, true
	}
	return out
}

// readOver drops the rest of a line that is too long.
func (l *lineReader) readOver() (rawLine, error) {
	out := rawLine{start: l.offset, tooLong: true}
	for {
		if n := bytes.IndexByte(l.buf[l.from:], '\n'); n >= 0 {
			l.from += n + 1
			l.offset += int64(n)
			out.end, out.next, out.ended = l.offset, l.offset+1, true
			l.offset++
			return out, nil
		}
		l.offset += int64(len(l.buf) - l.from)
		l.buf, l.from = make([]byte, 0, readSize), 0
		if l.eof {
			out.end, out.next = l.offset, l.offset
			return out, l.err
		}
		l.fill()
	}
}

// fill reads more behind what is pending, moving it to the front or growing the buffer first.
func (l *lineReader) fill() {
	pending := len(l.buf) - l.from
	switch {
	case l.from > 0 && cap(l.buf) > keepBuffer && pending < readSize:
		l.buf, l.from = append(make([]byte, 0, 4*readSize), l.buf[l.from:]...), 0
	case l.from > 0 && cap(l.buf)-len(l.buf) < readSize:
		l.buf, l.from = l.buf[:copy(l.buf, l.buf[l.from:])], 0
	}
	if cap(l.buf)-len(l.buf) < readSize {
		size := max(4*readSize, 2*cap(l.buf))
		if longest := maxLine + 4*readSize; cap(l.buf) < longest-readSize {
			size = min(size, longest) // doubling past the longest line would hold 64 MiB for it; only documents grow further
		}
		grown := make([]byte, len(l.buf), size)
		copy(grown, l.buf)
		l.buf = grown
	}
	for range 100 {
		n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
		l.buf = l.buf[:len(l.buf)+n]
		if err != nil {
			l.eof = true
			if !errors.Is(err, io.EOF) {
				l.err = fmt.Errorf("read transcript: %w", err)
			}
			return
		}
		if n > 0 {
			return
		}
	}
	l.eof, l.err = true, io.ErrNoProgress
}

// peek returns what is pending, reading on until there are want bytes or the source ends. It consumes nothing.
func (l *lineReader) peek(want int) []byte {
	for !l.eof && len(l.buf)-l.from < want {
		l.fill()
	}
	return l.buf[l.from:]
}

// rest reads the remaining source whole, at most limit bytes.
func (l *lineReader) rest(limit int) ([]byte, error) {
	for !l.eof {
		if len(l.buf)-l.from > limit {
			return nil, fmt.Errorf("one-document transcript of more than %d MiB: split it or export it as JSONL", limit>>20)
		}
		l.fill()
	}
	return l.buf[l.from:], l.err
}
