package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hub"
)

// serve runs a whole session over the given input and returns its output.
func serve(t *testing.T, dir string, set Set, input string) string {
	t.Helper()
	var out bytes.Buffer
	err := Serve(t.Context(), Options{
		CWD: dir, Home: dir, Store: filepath.Join(dir, ".memory"), Getenv: func(string) string { return "" }, Version: "test", Tools: set, Make: func(_ context.Context, dir string) error { return hub.Create(dir) },
		Now: func() time.Time { return time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC) },
		In:  strings.NewReader(input), Out: &out,
	})
	if err != nil {
		t.Fatalf("the session ended with %v", err)
	}
	return out.String()
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// FuzzLines sends whatever bytes before and within a session: only protocol comes back, and the session ends well with its input.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "garbage\n", "[]\n", "[1,2]", "{}", "null\n", `{"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_search","arguments":"x"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_read","arguments":{"ids":"[\"a\"]"}}}` + "\n",
		`{"jsonrpc":"2.0","id":2,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`, "\xff\xfe\x00\n",
		strings.Repeat("[", 5000), `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"memory://item/../x"}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, input string, greeted bool) {
		if strings.Contains(input, "memory_write") {
			t.Skip() // the store is shared by all inputs
		}
		if greeted {
			input = hello + input
		}
		out := serve(t, dir, All, input)
		for line := range strings.Lines(out) {
			var m struct {
				JSONRPC string `json:"jsonrpc"`
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" || !strings.HasSuffix(line, "\n") {
				t.Fatalf("not protocol: %q (%v)", line, err)
			}
		}
		if greeted && !strings.Contains(out, `"id":1,`) { // with an error where the input cancels it
			t.Fatalf("initialize was not answered: %q", out)
		}
	})
}

func TestALineThatIsTooLongIsPassedOver(t *testing.T) {
	out := serve(t, t.TempDir(), Default, hello+`{"method":"tools/call","params":{"pad":"`+strings.Repeat("x", maxLine)+`"},"jsonrpc":"2.0","id":6}`+"\n"+`{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n")
	if !strings.Contains(out, "bytes at most") || !strings.Contains(out, `"id":6,`) || !strings.Contains(out, `"id":7,"result"`) {
		t.Errorf("got %s", out)
	}
}

func TestEveryCallIsAnsweredThoughTheInputEnded(t *testing.T) {
	var input strings.Builder
	input.WriteString(hello)
	for range 40 {
		input.WriteString(`{"jsonrpc":"2.0","id":` + "\"c" + strings.Repeat("i", input.Len()%97) + `-` + time.Duration(input.Len()).String() + `","method":"tools/call","params":{"name":"memory_search","arguments":{"query":"q"}}}` + "\n")
	}
	if n := strings.Count(serve(t, t.TempDir(), Default, input.String()), `"content"`); n != 40 {
		t.Errorf("%d answers to 40 calls", n)
	}
}
