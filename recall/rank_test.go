package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/internal/golden"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// rankStore writes the items of a directory of testdata to a store and opens the real view over it.
func rankStore(t testing.TB, dir string) *projections.View {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", dir, "items.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		if _, err := items.Parse(f.Data); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		files["items/2026/"+f.Name] = f.Data
	}
	return openView(t, files)
}

func openView(t testing.TB, files map[string][]byte) *projections.View {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	embedder, err := embed.NewStatic()
	if err != nil {
		t.Fatal(err)
	}
	p := &projections.Projections{Dir: filepath.Join(dir, "projections"), Items: &items.Store{Dir: dir}, Embedder: embedder}
	if _, err := p.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	v, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

type rankQuestion struct {
	name, kind, text string
	want             []string // nil = nothing in the store answers it
}

func rankQuestions(t *testing.T, v *projections.View, dir string) (qs []rankQuestion) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", dir, "questions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), " | ")
		if len(f) != 4 {
			t.Fatalf("want name | kind | question | ids, got %q", line)
		}
		q := rankQuestion{name: f[0], kind: f[1], text: f[2]}
		if f[3] != "-" {
			q.want = strings.Split(f[3], ", ")
		}
		for _, id := range q.want {
			if _, ok := v.Lookup(items.ID(id)); !ok {
				t.Fatalf("%s: no item %s", q.name, id)
			}
		}
		qs = append(qs, q)
	}
	return qs
}

// TestRanking compares the ranking of each question with its golden file, and what all together are worth with rank_stats.txt.
// A change of ranking shows as a diff; UPDATE=1 accepts it.
func TestRanking(t *testing.T) {
	v := rankStore(t, "rank")
	stats := newRankStats()
	for _, q := range rankQuestions(t, v, "rank") {
		res, err := Find(t.Context(), v, Query{Text: q.text, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", "rank", q.name+".txt"), ranking(q, res))
		stats.add(q, res)
	}
	golden.Check(t, filepath.Join("testdata", "rank", "rank_stats.txt"), stats.String())
}

// TestPlainQuestions asks a young store what somebody new asks first, in few and common words, and what it does not know: all in one
// golden file.
func TestPlainQuestions(t *testing.T) {
	v := rankStore(t, "plain")
	stats := newRankStats()
	var page strings.Builder
	for _, q := range rankQuestions(t, v, "plain") {
		res, err := Find(t.Context(), v, Query{Text: q.text, Now: now, K: 2})
		if err != nil {
			t.Fatal(err)
		}
		page.WriteString(ranking(q, res) + "\n")
		stats.add(q, res)
	}
	golden.Check(t, filepath.Join("testdata", "plain", "answers.txt"), stats.String()+"\n"+page.String())
}

// ranking prints what a reader wants to see in a diff. Scores have three digits: platforms may differ in the last bits.
func ranking(q rankQuestion, res Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "question: %s\nwant: %s\n", q.text, strings.Join(q.want, ", "))
	for n, h := range res.Hits {
		mark := ""
		if slices.Contains(q.want, string(h.ID)) {
			mark = " *"
		}
		fmt.Fprintf(&b, "%2d %.3f relevance %.2f %s%s\n", n+1, h.Score, h.Relevance, h.ID, mark)
	}
	return b.String()
}

// rankStats sums up. A hit counts only if it would be shown (relevance at or above the floor) in "shown".
type rankStats struct {
	kinds []string
	by    map[string]*tally
}

type tally struct {
	n, first, five, shown, abstained, leaked int
	reciprocal                               float64
}

func newRankStats() *rankStats { return &rankStats{by: map[string]*tally{}} }

func (s *rankStats) add(q rankQuestion, res Result) {
	for _, kind := range []string{"all", q.kind} {
		if s.by[kind] == nil {
			s.by[kind] = &tally{}
			s.kinds = append(s.kinds, kind)
		}
		s.by[kind].add(q, res)
	}
}

func (t *tally) add(q rankQuestion, res Result) {
	t.n++
	if q.want == nil {
		if !slices.ContainsFunc(res.Hits, func(h Hit) bool { return h.Relevance >= DefaultFloor }) {
			t.abstained++
		}
		return
	}
	for n, h := range res.Hits {
		if slices.Contains(q.want, string(h.ID)) {
			t.reciprocal += 1 / float64(n+1)
			if n == 0 {
				t.first++
			}
			if n < 5 {
				t.five++
			}
			if h.Relevance >= DefaultFloor {
				t.shown++
			}
			break
		}
	}
	for _, h := range res.Hits {
		if h.Relevance >= DefaultFloor && !slices.Contains(q.want, string(h.ID)) {
			t.leaked++
		}
	}
}

func (s *rankStats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "floor %.2f\n", DefaultFloor)
	for _, kind := range slices.Sorted(slices.Values(s.kinds)) {
		t := s.by[kind]
		if kind == "off" {
			fmt.Fprintf(&b, "%-11s %2d questions, abstained %d\n", kind, t.n, t.abstained)
			continue
		}
		n := t.n
		if off := s.by["off"]; kind == "all" && off != nil {
			n -= off.n
		}
		fmt.Fprintf(&b, "%-11s %2d questions, hit@1 %.3f, hit@5 %.3f, MRR %.3f, answer above floor %.3f, others above floor %.2f each\n", kind, n,
			float64(t.first)/float64(n), float64(t.five)/float64(n), t.reciprocal/float64(n), float64(t.shown)/float64(n), float64(t.leaked)/float64(n))
	}
	return b.String()
}
