package evidence

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkIngest8MB measures the whole way in, on one core: parse, redact, name, encode, sync.
func BenchmarkIngest8MB(b *testing.B) {
	file := filepath.Join(b.TempDir(), "0c1d2e3f-0000-4000-8000-000000000001.jsonl")
	size := writeClaude(b, file, 8<<20)
	benchIngest(b, file, size)
}

func BenchmarkIngestRealTranscripts(b *testing.B) {
	dir := realTranscripts(b)
	var size int64
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	benchIngest(b, dir, size)
}

func benchIngest(b *testing.B, path string, size int64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.SetBytes(size)
	for b.Loop() {
		s := &Store{Dir: filepath.Join(b.TempDir(), ".memory")}
		res, err := s.Ingest(b.Context(), []string{path}, Options{})
		if err != nil || res.New == 0 {
			b.Fatalf("%+v, %v", counts(res), err)
		}
	}
}

// BenchmarkIngestUnchangedRealTranscripts measures a run that finds nothing to do.
func BenchmarkIngestUnchangedRealTranscripts(b *testing.B) {
	dir := realTranscripts(b)
	s := &Store{Dir: filepath.Join(b.TempDir(), ".memory")}
	ingest0(b, s, dir)
	for b.Loop() {
		if res := ingest0(b, s, dir); res.New != 0 {
			b.Fatalf("%+v", counts(res))
		}
	}
}

func BenchmarkSessions1k(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		id := fmt.Sprintf("0c1d2e3f-0000-4000-8000-%012d", i)
		if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(claudeUser(id, "u1", "continue")), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	s := &Store{Dir: filepath.Join(b.TempDir(), ".memory")}
	ingest0(b, s, dir)
	for b.Loop() {
		if list, err := s.Sessions(b.Context()); err != nil || len(list) != 1000 {
			b.Fatalf("%d sessions, %v", len(list), err)
		}
	}
}

// claudeUser is a line of a Claude Code transcript: a prompt typed by a person.
func claudeUser(session, uuid, text string) string {
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/srv/none/shop-api","sessionId":%q,"version":"2.1.4",`+
		`"gitBranch":"main","type":"user","message":{"role":"user","content":%q},"uuid":%q,"timestamp":"2026-11-03T10:15:00.000Z"}`+"\n",
		session, text, uuid)
}

// writeClaude writes a realistic session of at least size bytes and returns its length: prompts, answers, calls with inputs,
// results of a few kilobytes with code in them.
func writeClaude(tb testing.TB, file string, size int64) int64 {
	tb.Helper()
	f, err := os.Create(file)
	if err != nil {
		tb.Fatal(err)
	}
	session := strings.TrimSuffix(filepath.Base(file), ".jsonl")
	output := strings.Repeat("func (s *Server) handle(w http.ResponseWriter, r *http.Request) error {\\n\\treturn s.store.List(r.Context(), cursor, 50)\\n}\\n", 20)
	var written int64
	for i := 0; written < size; i++ {
		head := fmt.Sprintf(`{"parentUuid":"p%d","isSidechain":false,"cwd":"/srv/none/shop-api","sessionId":%q,"version":"2.1.4","gitBranch":"main",`+
			`"timestamp":"2026-11-03T%02d:%02d:%02d.%03dZ",`, i, session, i/3600000%24, i/60000%60, i/1000%60, i%1000)
		n, err := fmt.Fprintf(f, `%[2]s"type":"user","message":{"role":"user","content":"Please move list %[1]d to cursors, offset scans are slow"},"uuid":"u%[1]d"}
%[2]s"type":"assistant","message":{"id":"msg_%[1]d","role":"assistant","model":"claude-x","content":[{"type":"text","text":"I will read the handler number %[1]d first and then change the query."}]},"uuid":"a%[1]d"}
%[2]s"type":"assistant","message":{"id":"msg_%[1]d","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"toolu_%[1]d","name":"Read","input":{"file_path":"/srv/none/shop-api/db/list%[1]d.go"}}]},"uuid":"b%[1]d"}
%[2]s"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%[1]d","content":"// file %[1]d\n%[3]s"}]},"uuid":"c%[1]d"}
`, i, head, output)
		if err != nil {
			tb.Fatal(err)
		}
		written += int64(n)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return written
}

// BenchmarkVerify8MB reads every record, as after a change; BenchmarkVerifyUnchangedRealTranscripts is what doctor pays otherwise.
func BenchmarkVerify8MB(b *testing.B) {
	s := newStore(b)
	file := filepath.Join(b.TempDir(), session1+".jsonl")
	b.SetBytes(writeClaude(b, file, 8<<20))
	ingest0(b, s, file)
	summaries, err := filepath.Glob(filepath.Join(s.Dir, treeDir, "*", "*", "*", "*", summaryFile))
	if err != nil || len(summaries) != 1 {
		b.Fatal(summaries, err)
	}
	for b.Loop() {
		if err := os.Remove(summaries[0]); err != nil {
			b.Fatal(err)
		}
		if found, err := s.Verify(b.Context()); err != nil || len(found) != 0 {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkVerifyUnchangedRealTranscripts(b *testing.B) {
	dir := realTranscripts(b)
	s := newStore(b)
	ingest0(b, s, dir)
	for b.Loop() {
		if found, err := s.Verify(b.Context()); err != nil || len(found) != 0 {
			b.Fatal(found, err)
		}
	}
}
