package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// dataDir finds the shared transcripts, or skips.
func dataDir(t testing.TB) string {
	t.Helper()
	root := os.Getenv("MEMORY_GATE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "shared", "data")
	}
	dir := filepath.Join(root, "transcripts")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared transcripts at %s; set MEMORY_GATE_DATA to run this", dir)
	}
	return dir
}

func readAll(t testing.TB, pattern string) []byte {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Skipf("no files match %s", pattern)
	}
	var all []byte
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(append(bytes.TrimRight(all, "\n"), '\n'), b...)
	}
	return bytes.TrimLeft(all, "\n")
}

func benchmarkParse(b *testing.B, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Parse(b.Context(), Source{R: bytes.NewReader(data)}, func(Event) error { return nil }, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseClaude30MB(b *testing.B) {
	benchmarkParse(b, readAll(b, filepath.Join(dataDir(b), "entire-cli", "[chlmpv]*.jsonl")))
}

func BenchmarkParseCodex5MB(b *testing.B) {
	benchmarkParse(b, readAll(b, filepath.Join(dataDir(b), "agentv-codex", "*.jsonl")))
}
