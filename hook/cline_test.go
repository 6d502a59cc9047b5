package hook

import "testing"

// What Cline's terminal agent (3.0.65) sends: every event names its agent, and only the parent tells a subagent.
func TestClinesTerminalAgent(t *testing.T) {
	none := func(string) string { return "" }
	decode := func(event, payload string) Call {
		t.Helper()
		c, err := Decode("cline", event, []byte(payload), none)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	const base = `"clineVersion":"","taskId":"conv_1","sessionContext":{"rootSessionId":"s1"},"workspaceRoots":["/work"],"agent_id":"a1",`
	start := decode("TaskStart", `{`+base+`"parent_agent_id":null,"hookName":"agent_start","taskStart":{}}`)
	if start.Subagent || start.Session != "s1" || !start.Deaf || start.Answer("text") != nil {
		t.Errorf("start: %+v", start)
	}
	result := decode("PostToolUse", `{`+base+`"parent_agent_id":null,"hookName":"tool_result","tool_result":{"id":"call_1","name":"run_commands"},
		"postToolUse":{"toolName":"run_commands","parameters":{"commands":"ls"},"result":"a b"}}`)
	if result.EventID != "call_1" || result.Tool != "run_commands" || result.Output != "a b" || result.Input != `{"commands":"ls"}` {
		t.Errorf("result: %+v", result)
	}
	end := decode("TaskComplete", `{`+base+`"parent_agent_id":"a0","hookName":"agent_end","turn":{"outputText":"done"}}`)
	if !end.Subagent || end.Message != "done" {
		t.Errorf("end of a subagent: %+v", end)
	}
	editor := decode("TaskStart", `{"clineVersion":"4.1.0","taskId":"t1","hookName":"agent_start","taskStart":{}}`)
	if editor.Deaf || editor.Answer("text") == nil {
		t.Errorf("the editor waits for its hooks: %+v", editor)
	}
}
