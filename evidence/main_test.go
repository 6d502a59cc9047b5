package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// childEnv makes the test binary ingest instead of testing: tests of several processes start it again.
const childEnv = "EVIDENCE_TEST_INGEST"

// childJob is what such a process does: ingest the paths into the store and print the Result as JSON.
type childJob struct {
	Dir      string
	Paths    []string
	MaxWrite int64 // limit on the size of any written file, in bytes; 0: none
}

func TestMain(m *testing.M) {
	if job := os.Getenv(childEnv); job != "" {
		os.Exit(runChild(job))
	}
	os.Exit(m.Run())
}

func runChild(text string) int {
	var job childJob
	err := json.Unmarshal([]byte(text), &job)
	if err == nil && job.MaxWrite > 0 {
		err = limitFileSize(job.MaxWrite)
	}
	if err == nil && os.Getenv("EVIDENCE_TEST_UMASK") != "" {
		clearUmask()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	res, err := (&Store{Dir: job.Dir}).Ingest(context.Background(), job.Paths, Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := json.NewEncoder(os.Stdout).Encode(res); err != nil {
		return 2
	}
	return 0
}

func child(t *testing.T, job childJob, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(append(os.Environ(), childEnv+"="+string(text)), env...)
	return cmd
}

const session1 = "0c1d2e3f-0000-4000-8000-000000000001"

func newStore(t testing.TB) *Store {
	return &Store{Dir: filepath.Join(t.TempDir(), ".memory")}
}

func writeFile(t testing.TB, file string, parts ...string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Join(parts, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func appendFile(t testing.TB, file, text string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// prompts is a Claude Code session of n typed messages, from number 1.
func prompts(session string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(claudeUser(session, fmt.Sprintf("uuid-%d", i+1), fmt.Sprintf("prompt number %d", i+1)))
	}
	return b.String()
}

// texts returns the texts of a session's records in order and fails on any damage.
func texts(t testing.TB, s *Store, ref string) []string {
	t.Helper()
	var list []string
	for _, r := range records(t, s, ref) {
		list = append(list, r.Text)
	}
	return list
}

func records(t testing.TB, s *Store, ref string) []Record {
	t.Helper()
	sess, err := s.Find(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	var list []Record
	for r, err := range s.Records(t.Context(), sess) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// wantCounts checks the numbers of a Result: new, unchanged, skipped.
func wantCounts(t testing.TB, res Result, added, unchanged, skipped int) {
	t.Helper()
	if res.New != added || res.Unchanged != unchanged || len(res.Skipped) != skipped || res.Events != added+unchanged {
		t.Errorf("got %d new, %d unchanged, %d events, skipped %v; want %d new, %d unchanged, %d skipped",
			res.New, res.Unchanged, res.Events, res.Skipped, added, unchanged, skipped)
	}
}
