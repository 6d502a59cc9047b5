package items

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkParse(b *testing.B) {
	_, file := parseFull(b)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := Parse(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeAfterEdit(b *testing.B) {
	it, _ := parseFull(b)
	it.Status = Retired
	for b.Loop() {
		if _, err := it.Encode(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHead(b *testing.B) {
	it, _ := parseFull(b)
	for b.Loop() {
		it.Head()
	}
}

func BenchmarkSections(b *testing.B) {
	it, _ := parseFull(b)
	for b.Loop() {
		it.Sections()
	}
}

// fill makes a store of n small items.
func fill(tb testing.TB, n int) *Store {
	tb.Helper()
	s := &Store{Dir: tb.TempDir()}
	if err := os.MkdirAll(filepath.Join(s.Dir, ItemsDir, "2026"), 0o755); err != nil {
		tb.Fatal(err)
	}
	for i := range n {
		id := NewID(time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC), fmt.Sprintf("item number %d", i), [5]byte{byte(i), byte(i >> 8)})
		text := fmt.Sprintf("---\nid: %s\ntype: fact\ntitle: Item %d\nstatus: active\n---\nBody %d\n", id, i, i)
		if err := os.WriteFile(filepath.Join(s.Dir, ItemsDir, "2026", string(id)+Ext), []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

func BenchmarkFiles10k(b *testing.B) {
	s := fill(b, 10_000)
	for b.Loop() {
		files, bad, err := s.Files(context.Background())
		if err != nil || len(files) != 10_000 || len(bad) != 0 {
			b.Fatal(len(files), bad, err)
		}
	}
}

func BenchmarkReadAll1k(b *testing.B) {
	s := fill(b, 1000)
	for b.Loop() {
		for _, err := range s.All(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
