package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxPayload bounds a payload in bytes. Hosts put whole tool outputs into one; of a longer one nobody wants more than the head.
const MaxPayload = 16 << 20

// ErrPayload says that what came in is no JSON object.
var ErrPayload = errors.New("the payload is no JSON object")

// ErrCut says that a payload did not come whole and that what stands beside the error is its head.
var ErrCut = errors.New("the payload came in part, and its head is kept")

// First reads the first complete JSON value of a stream and stops there: hosts leave the other end open. An empty stream is no value and
// no error. Of a value that is too long, ends too early or does not come in time, which the reader tells by os.ErrDeadlineExceeded, it gives
// the head as a value of its own, with ErrCut. The caller bounds the wait.
func First(r io.Reader) (json.RawMessage, error) {
	limited := &io.LimitedReader{R: &unmarked{r: r}, N: MaxPayload + 1}
	decoder := json.NewDecoder(limited)
	var value json.RawMessage
	err := decoder.Decode(&value)
	why := ""
	switch {
	case err == nil:
		return value, nil
	case limited.N <= 0:
		why = fmt.Sprintf("it is longer than %d bytes", MaxPayload)
	case errors.Is(err, io.EOF):
		return nil, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		why = "it ends within a value"
	case errors.Is(err, os.ErrDeadlineExceeded):
		why = "the rest did not come in time"
	default: // never the decoder's words: they may quote the payload
		return nil, ErrPayload
	}
	head, _ := io.ReadAll(decoder.Buffered())
	if head = bytes.TrimSpace(head); len(head) == 0 {
		return nil, nil
	}
	return mended(head), fmt.Errorf("%w: after %d bytes, %s", ErrCut, len(head), why)
}

// mark is the byte order mark that some shells of Windows put before what they pipe.
var mark = []byte("\xef\xbb\xbf")

// unmarked reads a stream without the mark before it. It waits for no byte that a value without one does not need.
type unmarked struct {
	r     io.Reader
	begun bool
}

// Read implements io.Reader.
func (u *unmarked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if u.begun || n == 0 {
		return n, err
	}
	u.begun = true
	for n < min(len(mark), len(p)) && bytes.HasPrefix(mark, p[:n]) && err == nil {
		var more int
		more, err = u.r.Read(p[n:])
		n += more
	}
	return copy(p, bytes.TrimPrefix(p[:n], mark)), err
}
