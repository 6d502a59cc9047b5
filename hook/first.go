package hook

import (
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
	limited := &io.LimitedReader{R: r, N: MaxPayload + 1}
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
