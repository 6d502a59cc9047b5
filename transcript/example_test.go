package transcript_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/factline/memory/transcript"
)

func ExampleParse() {
	session := `{"type":"user","sessionId":"s1","uuid":"u1","message":{"role":"user","content":"Use port 5433.<system-reminder>Be brief.</system-reminder>"}}
{"type":"assistant","sessionId":"s1","uuid":"a1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"curl localhost:5433"}}]}}
{"type":"user","sessionId":"s1","uuid":"u2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}
{"type":"assis`
	emit := func(e transcript.Event) error {
		fmt.Printf("line %d: %s from %s: %s\n", e.Line, e.Kind, e.Channel, e.Text)
		return nil
	}
	skip := func(s transcript.Skip) { fmt.Printf("line %d skipped: %s\n", s.Line, s.Reason) }
	pos, resumable, err := transcript.Parse(context.Background(), transcript.Source{Path: "s1.jsonl", R: strings.NewReader(session)}, emit, skip)
	fmt.Println(pos.Format, resumable, err)
	fmt.Println("an incomplete line follows:", pos.Partial, pos.Line+1)
	// Output:
	// line 1: message from user: Use port 5433.
	// line 1: message from hook: <system-reminder>Be brief.</system-reminder>
	// line 2: tool_call from assistant: curl localhost:5433
	// line 3: tool_result from web: ok
	// claude-code true <nil>
	// an incomplete line follows: true 4
}
