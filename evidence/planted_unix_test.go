//go:build unix

package evidence

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A branch can bring a pipe under the name of a file of ours, or of the transcript's state: nothing waits for its writer.
func TestAPipeInTheEvidenceMakesNobodyWait(t *testing.T) {
	for _, name := range []string{summaryFile, eventsFile} {
		s := newStore(t)
		file := writeFile(t, filepath.Join(t.TempDir(), session1+".jsonl"), prompts(session1, 2))
		ingest0(t, s, file)
		path := filepath.Join(filepath.Dir(eventsOf(t, s, session1)), name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
		_, _ = s.Sessions(t.Context())
		_, _ = s.Verify(t.Context())
		_, _ = s.Ingest(t.Context(), []string{file}, Options{})
	}
}
