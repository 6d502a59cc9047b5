package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The conformance suite of nearestRows: both implementations must give the answers of a plain loop.
func TestNearestConformance(t *testing.T) {
	makers := map[string]func(t *testing.T, rows [][]quantized, id func(int) string) nearestRows{
		"flat": func(_ *testing.T, rows [][]quantized, id func(int) string) nearestRows {
			return newFlatVectors(rows, id)
		},
		"chromem": func(t *testing.T, rows [][]quantized, id func(int) string) nearestRows {
			v, err := newChromemVectors(t.Context(), rows, id)
			if err != nil {
				t.Fatal(err)
			}
			return v
		},
	}
	for name, make := range makers {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(20) {
				rnd := rand.New(rand.NewPCG(seed, 3))
				rows := randomRows(rnd)
				id := func(row int) string { return fmt.Sprintf("id-%03d", (row*7)%101) } // not in row order
				index := make(t, rows, id)
				query := randomVector(rnd)
				want := wantedRows{allow: func(row int) bool { return seed%3 == 0 || row%3 != 0 }}
				if seed%2 == 0 {
					want.may, want.allow = want.allow, nil
				}
				for _, k := range []int{0, 1, 5, len(rows), len(rows) + 50} {
					got, err := index.nearest(t.Context(), query, k, want)
					if err != nil {
						t.Fatal(err)
					}
					list := nearestList{k: k, order: byCosine(id), want: want}
					for row := range rows {
						if n := bestSection(row, rows[row], query); n.section >= 0 && k > 0 && !want.passesOver(row) {
							list.offer(n)
						}
					}
					if len(got)+len(list.best) > 0 && !reflect.DeepEqual(got, list.best) {
						t.Fatalf("seed %d, k %d:\n got %v\nwant %v", seed, k, got, list.best)
					}
				}
				zero := quantized{values: make8()}
				if got, err := index.nearest(t.Context(), zero, 5, wantedRows{}); err != nil || len(got) != 0 {
					t.Fatalf("a zero query is near to %v, %v", got, err)
				}
			}
		})
	}
}

func make8() []int8 { return make([]int8, 16) }

// randomRows has ties (repeated vectors), zero vectors, and rows with none or several sections.
func randomRows(rnd *rand.Rand) [][]quantized {
	rows := make([][]quantized, 1+rnd.IntN(100))
	for i := range rows {
		for range rnd.IntN(4) {
			switch {
			case rnd.IntN(10) == 0:
				rows[i] = append(rows[i], quantized{values: make8()})
			case i > 0 && rnd.IntN(4) == 0 && len(rows[i-1]) > 0:
				rows[i] = append(rows[i], rows[i-1][0])
			default:
				rows[i] = append(rows[i], randomVector(rnd))
			}
		}
	}
	return rows
}

func randomVector(rnd *rand.Rand) quantized {
	v := make([]float32, 16)
	for i := range v {
		v[i] = float32(rnd.IntN(7) - 3)
	}
	return quantize(v)
}

// The collection must never send a text anywhere.
func TestChromemRefusesToEmbed(t *testing.T) {
	v, err := newChromemVectors(t.Context(), [][]quantized{{randomVector(rand.New(rand.NewPCG(1, 1)))}}, func(int) string { return "x" })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.collection.Query(t.Context(), "text", 1, nil, nil); !errors.Is(err, errNoEmbedding) {
		t.Errorf("embedding a text gives %v", err)
	}
}

// The hashes stand in files: the same text must give these bytes for ever and on every platform.
func TestHashingGivesTheSameBytesEverywhere(t *testing.T) {
	h := NewHashing()
	vectors, err := h.Embed(t.Context(), []string{"Cursor pagination for list endpoints 数据库", ""})
	if err != nil {
		t.Fatal(err)
	}
	q := quantize(vectors[0])
	const want = "e4f047a37315faf65a5033b21764f71360ebce1bd0757a548a860c1480285a1c"
	if got := fmt.Sprintf("%x", sha256.Sum256(q.bytes())); got != want {
		t.Errorf("hash of the vector %s, want %s", got, want)
	}
	if zero := quantize(vectors[1]); zero.norm2 != 0 {
		t.Error("an empty text has a direction")
	}
}

func TestHashingBringsRelatedTextsTogether(t *testing.T) {
	h := NewHashing()
	for _, tc := range [][3]string{
		{"paginate lists by cursor", "cursor pagination for list endpoints", "rotate the signing key every month"},
		{"数据库索引很慢", "为慢查询添加数据库索引", "每月轮换签名密钥"},
	} {
		vectors, err := h.Embed(t.Context(), tc[:])
		if err != nil {
			t.Fatal(err)
		}
		near, far := similarity(vectors[0], vectors[1]), similarity(vectors[0], vectors[2])
		if near <= far+0.1 {
			t.Errorf("%q: related %.2f, unrelated %.2f", tc[0], near, far)
		}
	}
}

func similarity(a, b []float32) float64 {
	x, y := quantize(a), quantize(b)
	return cosine(dot8(x.bytes(), y.values), x.norm2, y.norm2)
}

// failing is an embedder that is out of order.
type failing struct{ Embedder }

func (failing) Embed(context.Context, []string) ([][]float32, error) {
	return nil, errors.New("out of order")
}

func TestAFailedEmbedderIsAskedAgainByTheNextSync(t *testing.T) {
	s := newTestStore(t)
	good := s.p.Embedder
	s.put(item(1, "Cursor pagination", "Lists page by cursor."))
	s.sync()
	s.p.Embedder = failing{good}
	s.put(item(2, "Token rotation", "Keys rotate monthly."))
	if r := s.sync(); len(r.Degraded) == 0 {
		t.Error("nobody says that vectors are missing")
	}
	if got := holding(t, s.open(), "rotation"); len(got) != 1 {
		t.Errorf("without vectors, words find %v", got)
	}
	s.p.Embedder = good
	s.sync()
	hits, err := s.open().Nearest(t.Context(), "rotate token", 1, nil)
	if err != nil || len(hits) != 1 || s.open().Head(hits[0].Doc).Title != "Token rotation" {
		t.Errorf("after the embedder came back: %v, %v", hits, err)
	}
}

// renamed is the same embedder under another name.
type renamed struct{ Embedder }

func (renamed) Model() string { return "other" }

func TestAnotherModelSearchesByWordsUntilTheVectorsAreMadeAnew(t *testing.T) {
	s := newTestStore(t)
	s.put(item(1, "Cursor pagination", "Lists page by cursor."))
	s.sync()
	s.p.Embedder = renamed{s.p.Embedder}
	v := s.open()
	if len(holding(t, v, "cursor")) != 1 || len(v.Degraded()) != 1 || !strings.Contains(v.Degraded()[0], "the vectors of "+s.dir+" are of another model") {
		t.Errorf("found %v, degraded %v", holding(t, v, "cursor"), v.Degraded())
	}
	if hits, err := v.Nearest(t.Context(), "cursor", 3, nil); err != nil || len(hits) != 0 {
		t.Errorf("vectors of the old model answer: %v, %v", hits, err)
	}
	s.put(item(2, "Token rotation", "Keys rotate monthly."))
	if r := s.sync(); r.Rebuilt || r.Wordy == "" {
		t.Errorf("sync made the vectors of a whole store: %+v", r)
	}
	if state, err := s.p.FillVectors(t.Context(), FillOptions{}); err != nil || state.Rows != 2 || state.Items != 2 {
		t.Errorf("filled %+v, %v", state, err)
	}
	if hits, err := s.open().Nearest(t.Context(), "cursor", 3, nil); err != nil || len(hits) == 0 {
		t.Errorf("after the filling: %v, %v", hits, err)
	}
	if m, err := readManifest(filepath.Clean(s.p.Dir)); err != nil || m.Model != "other" {
		t.Errorf("manifest %+v, %v", m, err)
	}
}
