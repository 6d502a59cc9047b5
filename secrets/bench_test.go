package secrets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// transcriptText is ordinary transcript text, at most n bytes.
func transcriptText(t testing.TB, n int) string {
	var b strings.Builder
	root := filepath.Join(dataDir(t), "transcripts")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || b.Len() >= n || filepath.Ext(path) != ".jsonl" {
			return err
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()[:min(n, b.Len())]
}

func BenchmarkRedactTranscripts8MB(b *testing.B) {
	text := transcriptText(b, 8<<20)
	pieces := strings.SplitAfter(text, "\n")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for _, p := range pieces {
			Redact(p)
		}
	}
}

func BenchmarkScanPlain1MB(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog and runs home again.\n", 1<<20/65)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Scan(text)
	}
}

func BenchmarkEngine(b *testing.B) {
	for b.Loop() {
		newEngine(keywordTable)
	}
}

// BenchmarkHostile200KB is texts of nothing but keywords: their cost must stay near linear.
func BenchmarkHostile200KB(b *testing.B) {
	for _, unit := range []string{"token=", "eyJ", "sk-a1", "://", "LS0tLS1CRUdJTi", "password: ", "sk-a1\n", "\" + \"", `\n`, "ghp_A1b2\n", "eyJhb1.eyJ\n"} {
		b.Run(unit, func(b *testing.B) {
			text := strings.Repeat(unit, 200_000/len(unit))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text)
			}
		})
	}
}
