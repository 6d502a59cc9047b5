package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// FuzzIDFinder compares with a whole reading, wherever the message is cut.
func FuzzIDFinder(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8,"a":["\"id\":9",{"id":1}]}}`, `{"method":"x","params":{"t":"}\\"},"id":"a,b:\"c"}`,
		`{ "id" : 12 , "x":[1,2,{"id":3}]}`, `{"id":null}`, `{"id":{"id":4}}`, `{"id":[5]}`, `{"a":"id","b":6}`, `[{"id":1}]`, `{"\u0069d":3}`, `{"id":1e3}`, "", "{", `"id":1`,
	} {
		f.Add(seed, 5)
	}
	f.Fuzz(func(t *testing.T, text string, cut int) {
		var found idFinder
		cut = min(max(cut, 0), len(text))
		found.pass([]byte(text[:cut]))
		found.pass([]byte(text[cut:]))
		var whole map[string]any
		if json.Unmarshal([]byte(text), &whole) != nil || len(text) > maxID || strings.Count(text, "id") != 1 || strings.Contains(text, `\u`) {
			return // no message, or one whose keys are said twice, where readers differ
		}
		if want := asID(whole["id"]); fmt.Sprint(found.id) != fmt.Sprint(want) {
			t.Errorf("%s cut at %d: %v, want %v", text, cut, found.id, want)
		}
	})
}

func TestTheIDOfALongMessageIsFoundBehindItsArguments(t *testing.T) {
	for text, want := range map[string]any{
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8,"a":["\"id\":9",{"id":1}]}}`: 7.0,
		`{"method":"x","params":{"id":1,"t":"}\\"},"jsonrpc":"2.0","id":"a,b:\"c"}`:                  `a,b:"c`,
		`{"id":{"id":4},"x":1}`:                       nil,
		`{"id":"` + strings.Repeat("x", maxID) + `"}`: nil,
	} {
		var found idFinder
		found.pass([]byte(text))
		if found.id != want {
			t.Errorf("%.80s: %v, want %v", text, found.id, want)
		}
	}
}
