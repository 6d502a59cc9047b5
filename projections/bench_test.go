package projections

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// benchStore makes (once per process and size) a store of n items with projections; the caller may change its last item.
func benchStore(b *testing.B, n int) *testStore {
	b.Helper()
	dir := os.Getenv("PROJECTIONS_BENCH_DIR") // kept between runs when set
	if dir == "" {
		dir = b.TempDir()
	}
	dir = filepath.Join(dir, "store-"+strconv.Itoa(n), ".memory")
	_, err := os.Stat(filepath.Join(dir, "projections", manifestFile))
	s := storeAt(b, dir)
	if err == nil {
		s.sync()
		return s
	}
	c := newCorpus(1)
	for i := range n {
		s.put(c.item(i))
	}
	s.rebuild()
	return s
}

func benchmarkOpen(b *testing.B, n int) {
	s := benchStore(b, n)
	for b.Loop() {
		cold := *s.p
		v, err := cold.Open(b.Context())
		if err != nil || v.Len() != n {
			b.Fatal(err, v.Len())
		}
		v.Close()
	}
}

func BenchmarkOpen1k(b *testing.B)   { benchmarkOpen(b, 1000) }
func BenchmarkOpen10k(b *testing.B)  { benchmarkOpen(b, 10_000) }
func BenchmarkOpen100k(b *testing.B) { benchmarkOpen(b, 100_000) }

// BenchmarkFiles10k is the floor of BenchmarkOpen10k: listing the files alone.
func BenchmarkFiles10k(b *testing.B) {
	s := benchStore(b, 10_000)
	for b.Loop() {
		if _, _, err := s.p.Items.Files(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenAfterOneEdit10k(b *testing.B) {
	s, c := benchStore(b, 10_000), newCorpus(2)
	for b.Loop() {
		b.StopTimer()
		s.put(c.item(9_999))
		b.StartTimer()
		cold := *s.p
		v, err := cold.Open(b.Context())
		if err != nil || v.Len() != 10_000 {
			b.Fatal(err)
		}
		v.Close()
	}
}

func BenchmarkSyncAfterOneEdit10k(b *testing.B) {
	s, c := benchStore(b, 10_000), newCorpus(3)
	for b.Loop() {
		b.StopTimer()
		s.put(c.item(9_999))
		b.StartTimer()
		if r := s.sync(); r.Changed > 1 || r.Rebuilt {
			b.Fatalf("%+v", r)
		}
	}
}

var benchQuery = "why did the cursor pagination of list endpoints fail before the postgres migration 数据库索引"

// BenchmarkPostings10k reads all postings of a query of a dozen words in a fresh view: what ranking needs.
func BenchmarkPostings10k(b *testing.B) {
	s := benchStore(b, 10_000)
	for b.Loop() {
		b.StopTimer()
		v, err := s.p.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		for _, term := range v.Analyze(benchQuery) {
			v.DocFreq(term.Text)
			_ = v.Postings(term.Text, func(doc int, _ *[NumFields]uint32) { v.FieldLens(doc) })
		}
		b.StopTimer()
		v.Close()
		b.StartTimer()
	}
}

// BenchmarkNearest10k includes reading the vectors, as in a cold process.
func BenchmarkNearest10k(b *testing.B) {
	s := benchStore(b, 10_000)
	for b.Loop() {
		b.StopTimer()
		v, err := s.p.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		hits, err := v.Nearest(b.Context(), benchQuery, 50, nil)
		if err != nil || len(hits) != 50 {
			b.Fatal(err, len(hits))
		}
		b.StopTimer()
		v.Close()
		b.StartTimer()
	}
}

func BenchmarkHead10k(b *testing.B) {
	v := benchStore(b, 10_000).open()
	for i := 0; b.Loop(); i++ {
		if v.Head(i*7919%v.Len()).ID == "" {
			b.Fatal("no head")
		}
	}
}

func BenchmarkRebuild10k(b *testing.B) {
	s := benchStore(b, 10_000)
	for b.Loop() {
		s.rebuild()
	}
	s.reportSize(b)
}

func (s *testStore) reportSize(b *testing.B) {
	b.ReportMetric(float64(sizeOf(s.p.Dir))/1e6, "MB-on-disk")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapSys)/1e6, "MB-heap")
}

func BenchmarkAnalyze(b *testing.B) {
	a := newAnalyzer()
	text := strings.Repeat(benchQuery+" in src/auth/login.go by getUserById. ", 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		a.query(text)
	}
}

func BenchmarkHashing(b *testing.B) {
	h := NewHashing()
	for b.Loop() {
		if _, err := h.Embed(b.Context(), []string{benchQuery}); err != nil {
			b.Fatal(err)
		}
	}
}
