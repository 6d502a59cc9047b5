package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/factline/memory/transcript"
)

// TestWithoutRedactionTheTranscriptBringsTheSecret is the control of the door: the events of the same file, as they come from the parser
// and before anything is taken out, hold the secret in the text and in the place.
func TestWithoutRedactionTheTranscriptBringsTheSecret(t *testing.T) {
	line := claudeUser(session1, "u1", "deploy with "+token)
	path := writeFile(t, t.TempDir()+"/x.jsonl", line)
	before := ""
	keep := func(e transcript.Event) error { before += fmt.Sprintf("%+v", e); return nil }
	_, _, err := transcript.Parse(t.Context(), transcript.Source{Path: path, R: strings.NewReader(line)}, keep, func(transcript.Skip) {})
	if err != nil || !strings.Contains(before, token) {
		t.Fatalf("the attack fails by itself: %v %s", err, before)
	}
	s := newStore(t)
	ingest0(t, s, path)
	for _, r := range records(t, s, session1) {
		if kept := fmt.Sprintf("%+v", r); strings.Contains(kept, token) || !strings.Contains(kept, "[REDACTED:") {
			t.Errorf("kept %s", kept)
		}
	}
}
