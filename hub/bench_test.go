package hub

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
)

// benchWords follow Zipf's law over 5,000 made words, as those of a text do.
type benchWords struct{ zipf *rand.Zipf }

func newBenchWords(seed uint64) benchWords {
	return benchWords{rand.NewZipf(rand.New(rand.NewPCG(seed, 1)), 1.1, 4, 4999)}
}

func (b benchWords) text(n int) string {
	words := make([]string, n)
	for i := range words {
		rank := b.zipf.Uint64()
		for range 3 {
			words[i] += "bdfgklmnprst"[rank%12:rank%12+1] + "aeiou"[rank%5:rank%5+1]
			rank /= 12
		}
	}
	return strings.Join(words, " ")
}

// benchHub opens a store of n items in ten projects, with its index.
func benchHub(b *testing.B, n int) func() *Hub {
	b.Helper()
	dir := filepath.Join(b.TempDir(), StoreName)
	year := filepath.Join(dir, "items", "2026")
	if err := os.MkdirAll(year, 0o755); err != nil {
		b.Fatal(err)
	}
	words := newBenchWords(7)
	for i := range n {
		it := items.Item{
			ID: items.ID(fmt.Sprintf("mem-20260101-bench-%08d", i)), Schema: 1, Type: items.Fact, Title: words.text(6), Summary: words.text(18), Status: items.Active,
			Project: fmt.Sprint("project-", i%10), Created: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC), Updated: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC),
			Body: "## " + words.text(3) + "\n\n" + words.text(80) + "\n",
		}
		text, err := it.Encode()
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(year, string(it.ID)+items.Ext), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	open := func() *Hub {
		h, err := Open(b.Context(), Options{Place: Place{Dir: dir, Why: "flag", Exists: true}, Project: AllProjects, CWD: dir, Home: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	h := open()
	defer h.Close()
	if _, err := h.Projections.Rebuild(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	return open
}

func benchmarkSearchCold(b *testing.B, n int) {
	open, words := benchHub(b, n), newBenchWords(8)
	for b.Loop() {
		h := open()
		if _, err := h.Search(b.Context(), recall.Query{Text: words.text(6)}); err != nil {
			b.Fatal(err)
		}
		h.Close()
	}
}

func benchmarkSearchWarm(b *testing.B, n int) {
	h, words := benchHub(b, n)(), newBenchWords(8)
	defer h.Close()
	for b.Loop() {
		if _, err := h.Search(b.Context(), recall.Query{Text: words.text(6), Project: "project-3"}); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkWrite(b *testing.B, n int) {
	open, words := benchHub(b, n), newBenchWords(9)
	for b.Loop() {
		h := open()
		r, err := h.Write(b.Context(), writeservice.Draft{Channel: items.Human, Item: items.Item{Type: items.Fact, Title: words.text(9), Summary: words.text(15), Project: "project-3"}})
		if err != nil {
			b.Fatal(r, err)
		}
		h.Close()
	}
}

func BenchmarkSearchCold1k(b *testing.B)  { benchmarkSearchCold(b, 1000) }
func BenchmarkSearchCold10k(b *testing.B) { benchmarkSearchCold(b, 10_000) }
func BenchmarkSearchWarm1k(b *testing.B)  { benchmarkSearchWarm(b, 1000) }
func BenchmarkSearchWarm10k(b *testing.B) { benchmarkSearchWarm(b, 10_000) }
func BenchmarkWrite1k(b *testing.B)       { benchmarkWrite(b, 1000) }
func BenchmarkWrite10k(b *testing.B)      { benchmarkWrite(b, 10_000) }

// benchmarkNear is what a write asks of the projections: to open them row by row and find what says nearly the same.
func benchmarkNear(b *testing.B, n int) {
	h, words := benchHub(b, n)(), newBenchWords(9)
	defer h.Close()
	for b.Loop() {
		head := items.Item{Type: items.Fact, Title: words.text(9), Summary: words.text(15), Project: "project-3"}.Head()
		if found, err := h.near(b.Context(), head, writeservice.Nearest); err != nil || len(found) == 0 {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkNear1k(b *testing.B)  { benchmarkNear(b, 1000) }
func BenchmarkNear10k(b *testing.B) { benchmarkNear(b, 10_000) }
