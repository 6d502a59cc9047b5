package hook

import (
	"bytes"
	"encoding/json"
	"errors"
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
		case errors.Is(err, ErrCut):
			if value != nil && !json.Valid(value) {
				t.Fatalf("of %q stays %q", stream, value)
			}
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

// Wherever a value is cut, what stays of it is a value, and each of its texts is one of the whole or the beginning of one.
func FuzzMended(f *testing.F) {
	for _, whole := range []string{
		`{"session_id":"s","n":12,"tool_response":{"stdout":"a\u00fc\"b 日本","list":[1,{"a":null},"x"]},"cwd":"/src"}`, `[]`, `12`, `{"a":{}}`, "{\"a\":\"\xff\"}",
	} {
		for n := range whole {
			f.Add(whole, uint(n))
		}
	}
	f.Fuzz(func(t *testing.T, whole string, at uint) {
		var is any
		if json.Unmarshal([]byte(whole), &is) != nil || int(at) > len(whole) {
			return
		}
		head := mended([]byte(whole[:at]))
		if head == nil {
			if trimmed := strings.TrimSpace(whole[:at]); strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
				t.Fatalf("nothing stays of %q", whole[:at])
			}
			return
		}
		var got any
		if err := json.Unmarshal(head, &got); err != nil {
			t.Fatalf("%q gives %q: %v", whole[:at], head, err)
		}
		if !heads(got, is) {
			t.Fatalf("%q gives %q", whole[:at], head)
		}
	})
}

// heads reports whether a value may be the head of another. A name that stands twice has the last of its values in each.
func heads(head, whole any) bool {
	switch h := head.(type) {
	case map[string]any:
		w, ok := whole.(map[string]any)
		for name := range h {
			if _, has := w[name]; !has {
				return false
			}
		}
		return ok
	case []any:
		w, ok := whole.([]any)
		for i := range h {
			if ok = ok && i < len(w) && heads(h[i], w[i]); !ok {
				return false
			}
		}
		return ok
	case string:
		w, ok := whole.(string)
		return ok && strings.HasPrefix(w, strings.TrimRight(h, "\ufffd"))
	}
	return head == whole
}
