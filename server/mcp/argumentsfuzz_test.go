package mcp

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Whatever the arguments: they are refused in words that quote no more than a name, or read; and what was read, sent back, is read as the same.
func FuzzArguments(f *testing.F) {
	f.Add(`{"ids":["mem-1"],"view":"detail","budget":10.0}`)
	f.Add(`{"ids":"[\"a\",\"b\"]","budget":"12"}`)
	f.Add(`{"ids":"a","ids":["b"],"nope":1}`)
	f.Add(`null`)
	schema := inputSchema[readIn]()
	f.Fuzz(func(t *testing.T, arguments string) {
		var in readIn
		if err := decodeArguments([]byte(arguments), &in, schema); err != nil {
			if text := err.Error(); len(text) > 400 || strings.ContainsAny(text, "\n\r") {
				t.Fatalf("%q: %q", arguments, text)
			}
			return
		}
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var again readIn
		if err := decodeArguments(b, &again, schema); err != nil || !reflect.DeepEqual(in, again) {
			t.Fatalf("%q is %+v, sent back as %s it is %+v, %v", arguments, in, b, again, err)
		}
	})
}
