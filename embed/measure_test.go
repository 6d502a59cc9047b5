package embed_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/factline/memory/embed/embedtest"
	"github.com/factline/memory/projections"
)

// floors are recall@5 on the dev split: what the built-in vectors must reach alone, and by how much the fused ranking must be
// better than words alone. They stand a little below the figures of docs/decisions/0003-embedder.md.
var floors = []struct {
	set         string
	alone, gain float64
}{
	{"locomo", 0.37, 0.03}, {"xquad-en", 0.95, -0.005}, {"xquad-zh", 0.92, -0.005}, {"zh-en", 0.84, 0.6}, {"en-zh", 0.84, 0.3},
	{"de-en", 0.81, 0.25}, {"ru-en", 0.74, 0.5}, {"zh-drcd", 0.83, -0.005},
}

// vectorWeight is that of recall's fusion by score in this measure.
const vectorWeight = 0.5

func TestStaticOnPublicSets(t *testing.T) {
	if raceDetector {
		t.Skip("one goroutine computing for a minute: nothing for the race detector to find")
	}
	hashing := projections.NewHashing()
	all := readSets(t)
	t.Logf("dev split, recall@5 / nDCG@10")
	for _, f := range floors {
		m := measure(t, all[f.set], static(t))
		t.Logf("%-9s n=%4d words %v  static %v fused %v", f.set, m.n, m.words, m.alone, m.fused)
		if testing.Verbose() { // a control for a reader
			h := measure(t, all[f.set], hashing)
			t.Logf("%-9s hashing %v fused %v", f.set, h.alone, h.fused)
		}
		if m.alone.recall < f.alone || m.fused.recall < m.words.recall+f.gain {
			t.Errorf("%s: words %.3f, alone %.3f (floor %.2f), fused %.3f (gain %.2f)", f.set, m.words.recall, m.alone.recall, f.alone,
				m.fused.recall, f.gain)
		}
	}
}

type figures struct{ recall, ndcg float64 }

func (f figures) String() string { return fmt.Sprintf("%.3f/%.3f", f.recall, f.ndcg) }

type measured struct {
	n                   int
	words, alone, fused figures
}

// measure ranks by words alone, by e alone and by both.
func measure(t *testing.T, groups []group, e embedtest.Embedder) (m measured) {
	for _, g := range groups {
		words, vectors := newBM25(g.docs), embedAll(t, e, g.docs)
		for _, q := range g.questions {
			lexical, near := words.score(q.text), cosines(vector(t, e, q.text), vectors)
			m.words.add(g, q, lexical)
			m.alone.add(g, q, near)
			m.fused.add(g, q, fuse(lexical, near))
			m.n++
		}
	}
	m.words, m.alone, m.fused = m.words.over(m.n), m.alone.over(m.n), m.fused.over(m.n)
	return m
}

func embedAll(t *testing.T, e embedtest.Embedder, docs []document) [][]float32 {
	texts := make([]string, len(docs))
	for i, d := range docs {
		texts[i] = d.text
	}
	v, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func cosines(q []float32, docs [][]float32) []float64 {
	out := make([]float64, len(docs))
	for i, d := range docs {
		out[i] = cosine(q, d)
	}
	return out
}

// fuse adds to each word score, as a share of the best, the place of its cosine between the best and the 200th.
func fuse(lexical, cosines []float64) []float64 {
	sorted := slices.Clone(cosines)
	slices.SortFunc(sorted, func(a, b float64) int { return cmp.Compare(b, a) })
	high, low := sorted[0], max(0, sorted[min(199, len(sorted)-1)])
	best := max(1e-9, slices.Max(lexical))
	out := make([]float64, len(lexical))
	for i := range out {
		out[i] = lexical[i] / best
		if high > low {
			out[i] += vectorWeight * max(0, (cosines[i]-low)/(high-low))
		}
	}
	return out
}

func (f *figures) add(g group, q question, score []float64) {
	order := make([]int, 0, len(score))
	for i, s := range score {
		if s > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	found, gain, ideal := 0, 0.0, 0.0
	for rank, i := range order[:min(10, len(order))] {
		if q.relevant[g.docs[i].id] {
			gain += 1 / math.Log2(float64(rank+2))
			if rank < 5 {
				found++
			}
		}
	}
	for rank := range min(10, len(q.relevant)) {
		ideal += 1 / math.Log2(float64(rank+2))
	}
	f.recall += float64(found) / float64(min(5, len(q.relevant)))
	f.ndcg += gain / ideal
}

func (f figures) over(n int) figures { return figures{f.recall / float64(n), f.ndcg / float64(n)} }

// bm25 is the control: English stop words out, endings off, Chinese in pairs and single characters.
type bm25 struct {
	postings map[string]map[int]int
	lengths  []float64
	mean     float64
}

func newBM25(docs []document) *bm25 {
	b := &bm25{postings: map[string]map[int]int{}, lengths: make([]float64, len(docs))}
	for i, d := range docs {
		for _, w := range words(d.text) {
			if b.postings[w] == nil {
				b.postings[w] = map[int]int{}
			}
			b.postings[w][i]++
			b.lengths[i]++
			b.mean += 1 / float64(len(docs))
		}
	}
	return b
}

func (b *bm25) score(text string) []float64 {
	out := make([]float64, len(b.lengths))
	asked := words(text)
	slices.Sort(asked)
	for _, w := range slices.Compact(asked) {
		n, df := float64(len(b.lengths)), float64(len(b.postings[w]))
		idf := math.Log(1 + (n-df+0.5)/(df+0.5))
		for i, count := range b.postings[w] {
			tf := float64(count)
			out[i] += idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*b.lengths[i]/b.mean))
		}
	}
	return out
}

var stopWords = strings.Fields(`a an and are as at be but by for if in into is it no not of on or such that the their then there these they
	this to was will with what when where who how do did does which why i you we he she my your`)

func words(text string) []string {
	var out []string
	for _, token := range tokens(strings.ToLower(text)) {
		switch r := []rune(token); {
		case unicode.Is(unicode.Han, r[0]):
			for i := range r {
				out = append(out, string(r[i]))
				if i > 0 {
					out = append(out, string(r[i-1:i+1]))
				}
			}
		case !slices.Contains(stopWords, token):
			out = append(out, withoutEnding(token))
		}
	}
	return out
}

// tokens cuts at everything that is no letter or digit, and around runs of Han.
func tokens(text string) []string {
	var b strings.Builder
	han := false
	for _, r := range text {
		if is := unicode.Is(unicode.Han, r); is != han {
			han = is
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func withoutEnding(word string) string {
	for _, end := range []string{"ing", "ed", "es", "s", "ly"} {
		if stem, ok := strings.CutSuffix(word, end); ok && len(stem) > 2 {
			return stem
		}
	}
	return word
}
