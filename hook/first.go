package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxPayload bounds a payload in bytes. Hosts put whole tool outputs into one; what is longer is no payload that anybody wants kept.
const MaxPayload = 16 << 20

// ErrPayload says that what came in is no JSON object.
var ErrPayload = errors.New("the payload is no JSON object")

// First reads the first complete JSON value of a stream and stops there: hosts leave the other end open. An empty stream is no value and
// no error. The caller bounds the wait.
func First(r io.Reader) (json.RawMessage, error) {
	limited := &io.LimitedReader{R: &unmarked{r: r}, N: MaxPayload + 1}
	var value json.RawMessage
	err := json.NewDecoder(limited).Decode(&value)
	switch {
	case limited.N <= 0:
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrPayload, MaxPayload)
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil: // never the decoder's words: they may quote the payload
		return nil, ErrPayload
	}
	return value, nil
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
