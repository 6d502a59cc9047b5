package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// However a payload comes in pieces, and whatever stands behind it, its first value is the same; it stands in the stream as it was sent, and no
// error quotes it.
func FuzzFirst(f *testing.F) {
	f.Add("{\"a\":1}\n{\"b\":2}")
	f.Add("\xef\xbb\xbf {\"text\":\"\\u2028\"} rest")
	f.Add("\xef\xbb")
	f.Add("[1,")
	f.Fuzz(func(t *testing.T, stream string) {
		value, err := First(strings.NewReader(stream))
		pieces, errPieces := First(iotest.OneByteReader(strings.NewReader(stream)))
		if !bytes.Equal(value, pieces) || (err == nil) != (errPieces == nil) {
			t.Fatalf("%q gives %q (%v), byte by byte %q (%v)", stream, value, err, pieces, errPieces)
		}
		switch {
		case err != nil && err.Error() != ErrPayload.Error():
			t.Fatalf("%q: %v", stream, err)
		case value != nil && (!json.Valid(value) || !strings.Contains(stream, string(value))):
			t.Fatalf("%q gives %q", stream, value)
		case value != nil:
			open := io.MultiReader(strings.NewReader(stream[:strings.Index(stream, string(value))+len(value)]), neverEnds{t})
			if last := value[len(value)-1]; last == '}' || last == ']' { // others end where the next byte is none of theirs
				if again, err := First(open); err != nil || !bytes.Equal(again, value) {
					t.Fatalf("%q, left open, gives %q (%v)", stream, again, err)
				}
			}
		}
	})
}

// neverEnds is the open end of a host: who reads it waits.
type neverEnds struct{ t *testing.T }

func (n neverEnds) Read([]byte) (int, error) {
	n.t.Fatal("read on behind the value")
	return 0, io.EOF
}
