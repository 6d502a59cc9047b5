package secrets

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRealTranscriptsStayWhole redacts raw lines of real transcripts: a line that was JSON still is, and once is enough.
func TestRealTranscriptsStayWhole(t *testing.T) {
	for i, line := range strings.Split(transcriptText(t, 12<<20), "\n") {
		once, found := Redact(line)
		if len(found) == 0 {
			continue
		}
		if json.Valid([]byte(line)) && !json.Valid([]byte(once)) {
			t.Errorf("line %d is no JSON any more: %+v", i, found)
		}
		if twice, again := Redact(once); twice != once {
			t.Errorf("line %d changes again: %+v", i, again)
		}
	}
}
