package evidence

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxLine bounds one line of events.jsonl, in bytes: a text of MaxText whose every byte needs six (\u0000), and the rest.
const maxLine = 6*MaxText + 6*(maxFiles+16)*maxField

// lineReader reads whole lines of a record file in one pass, reusing its buffer.
type lineReader struct {
	r      *bufio.Reader
	buf    []byte
	offset int64 // of the next line
	number int   // of the last line returned, from 1
	whole  int   // lines ended by a newline so far
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 256<<10)}
}

// next returns one line without its newline, valid until the next call. A last line without newline is ErrDamaged, as is one
// that is too long; io.EOF ends the file.
func (l *lineReader) next() ([]byte, error) {
	l.buf = l.buf[:0]
	long := false
	length := 0
	for {
		part, err := l.r.ReadSlice('\n')
		length += len(part)
		if err == nil && len(l.buf) == 0 && !long {
			l.advance(length)
			return part[:len(part)-1], nil
		}
		if long = long || length > maxLine; !long {
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && length == 0:
			return nil, io.EOF
		case err == io.EOF:
			l.number++
			return nil, fmt.Errorf("line %d: %w: not finished", l.number, ErrDamaged)
		case err != nil:
			return nil, err
		case long:
			l.advance(length)
			return nil, fmt.Errorf("line %d: %w: longer than %d bytes", l.number, ErrDamaged, maxLine)
		default:
			l.advance(length)
			return l.buf[:len(l.buf)-1], nil
		}
	}
}

func (l *lineReader) advance(n int) {
	l.offset += int64(n)
	l.number++
	l.whole++
}

var (
	idPrefix = []byte(`{"id":"`)
	idSuffix = []byte(`",`)
)

// lineID returns the id of a record line without decoding it; writing puts it first. ok is false for a damaged line.
func lineID(line []byte) (ID, bool) {
	rest, ok := bytes.CutPrefix(line, idPrefix)
	id, _, found := bytes.Cut(rest[:min(len(rest), 256)], idSuffix)
	return ID(id), ok && found && line[len(line)-1] == '}'
}

var seqKey = []byte(`"seq":`)

// lineSeq returns the Seq of a record line without decoding it; writing puts it last. It is 0 for any other line.
func lineSeq(line []byte) int {
	i := bytes.LastIndex(line, seqKey)
	digits, ok := bytes.CutSuffix(line[max(i, 0):], []byte("}"))
	if i < 0 || !ok {
		return 0
	}
	n, err := strconv.Atoi(string(digits[len(seqKey):]))
	if err != nil {
		return 0
	}
	return n
}

func decodeRecord(line []byte, number int) (Record, error) {
	var r Record
	if _, ok := lineID(line); !ok {
		return Record{}, fmt.Errorf("line %d: %w: not a record", number, ErrDamaged)
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return Record{}, fmt.Errorf("line %d: %w: not valid JSON", number, ErrDamaged) // err would quote the text
	}
	return r, nil
}

// recordEncoder writes one line for each record, newline included.
func recordEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // code is full of <, > and &
	return enc
}
