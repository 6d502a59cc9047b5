package transcript

import (
	"context"
	"strings"
	"testing"
)

// Cline's terminal agent (3.0.65) wraps what the person typed, names its own version beside that of the document, and keeps both in one
// file a session.
func TestClineTerminalSession(t *testing.T) {
	const session = `{"version": 1, "updated_at": "2026-11-29T09:00:47.607Z", "agent": "lead", "sessionId": "s1",
	  "origin": {"source": "cli", "version": "3.0.65"}, "messages": [
	  {"id": "m1", "role": "user", "content": [{"type": "text", "text": "<user_input mode=\"act\">Which database does staging use?</user_input>"}], "ts": 1796029247094},
	  {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "Postgres 17."}], "ts": 1796029247531}]}`
	var got []string
	emit := func(e Event) error {
		got = append(got, string(e.Role)+" "+e.Version+": "+e.Text)
		return nil
	}
	_, _, err := Parse(context.Background(), Source{Path: "s1.messages.json", R: strings.NewReader(session)}, emit, func(s Skip) { t.Errorf("skipped: %+v", s) })
	want := "user 3.0.65: Which database does staging use?\nassistant 3.0.65: Postgres 17."
	if text := strings.Join(got, "\n"); err != nil || text != want {
		t.Errorf("%v\ngot  %s\nwant %s", err, text, want)
	}
}
