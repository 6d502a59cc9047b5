package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// maxDepth is how deep JSON may nest, the bound of encoding/json.
const maxDepth = 10000

// validJSON reports whether s is one JSON value by the rules of encoding/json. gjson is several times faster but recurses without
// a bound, so a text with brackets enough to nest too deeply goes to encoding/json.
func validJSON(s string) bool {
	if strings.Count(s, "{")+strings.Count(s, "[") > maxDepth {
		return json.Valid([]byte(s)) // the compiler makes no copy here
	}
	return gjson.Valid(s)
}

// problemOf says what is wrong with a text that validJSON refuses, and where. It names at most one character of the text.
func problemOf(s string, base int) error {
	var any json.RawMessage
	err := json.Unmarshal([]byte(s), &any)
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return fmt.Errorf("not JSON: %w", err)
	}
	at := int64(base) + syntax.Offset // Offset is how many bytes were read
	if strings.HasPrefix(syntax.Error(), "invalid character") {
		at-- // the last of them is the one
	}
	return fmt.Errorf("not JSON: %w, at byte %d", syntax, at)
}

// firstValue returns where the value that s begins with ends, when it is complete and only what follows it is wrong.
func firstValue(s string) (end int, ok bool) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	depth := 0
	for {
		t, err := d.Token()
		if err != nil {
			return 0, false
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			end = int(d.InputOffset())
			return end, validJSON(s[:end])
		}
	}
}

// closeCut repairs a document that was cut off: it keeps everything up to the last complete array element and closes what is
// open. ok is false when it is not cut but wrong, or when there is nothing whole to keep. The offsets of what is kept do not move.
func closeCut(s string) (fixed string, ok bool) {
	whole, _, cut := elements(s)
	if !cut || whole == 0 {
		return "", false
	}
	_, open, _ := elements(s[:whole])
	fixed = s[:whole] + open
	return fixed, validJSON(fixed)
}

// elements walks through s. whole is the end of the last complete array element; closers is what would close all that is still
// open at the end of s; cut says that s is right as far as it goes.
func elements(s string) (whole int, closers string, cut bool) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var open []byte // closers, outermost first
	for {
		t, err := d.Token()
		if err != nil {
			slices.Reverse(open)
			return whole, string(open), errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
		switch t {
		case json.Delim('{'):
			open = append(open, '}')
			continue
		case json.Delim('['):
			open = append(open, ']')
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 && open[n-1] == ']' {
			whole = int(d.InputOffset())
		}
	}
}
