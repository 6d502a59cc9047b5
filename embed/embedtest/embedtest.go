// Package embedtest holds what every embedder promises. Each implementation runs Conformance in its own tests.
package embedtest

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Embedder is projections.Embedder, repeated here because this package lies below it.
type Embedder interface {
	Model() string
	Dim() int
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// texts are of many kinds: two languages, mixed, identifiers, numbers, nothing, broken bytes, very long.
var texts = []string{
	"Lists page by cursor; offset scans broke past 100k rows.",
	"列表接口使用游标分页，偏移扫描在十万行之后变慢。",
	"修复 parseHTTPHeader 的 bug，见 internal/net/header.go",
	"user_id userId UserID",
	"1234567890",
	"", " \n\t ", "?!…", "\xff\xfe broken \xc3",
	strings.Repeat("a", 5000), strings.Repeat("测试", 3000), strings.Repeat("word ", 3000),
}

// Conformance fails t where e breaks a promise: one vector a text, each of length Dim and of norm 1 or 0, the same for the same
// text whatever stands beside it and whoever asks at the same time, an error once the context has ended, and a steady name.
func Conformance(t *testing.T, e Embedder) {
	t.Helper()
	first := e.Model()
	if first == "" || e.Model() != first || e.Dim() <= 0 {
		t.Fatalf("model %q, dim %d", e.Model(), e.Dim())
	}
	all := embed(t, e, texts)
	for i, v := range all {
		if len(v) != e.Dim() {
			t.Fatalf("text %d: %d numbers, Dim says %d", i, len(v), e.Dim())
		}
		if n := Norm(v); n != 0 && math.Abs(n-1) > 1e-5 {
			t.Errorf("text %d: norm %v", i, n)
		}
	}
	if Norm(all[0]) == 0 || slices.Equal(all[0], all[2]) {
		t.Error("different sentences of known words must have different vectors, and none of zeros")
	}
	if Norm(all[5]) != 0 || Norm(all[6]) != 0 {
		t.Error("a blank text must give zeros")
	}
	for i := range texts {
		if one := embed(t, e, texts[i:i+1]); !slices.Equal(one[0], all[i]) {
			t.Errorf("text %d has another vector when it is embedded alone", i)
		}
	}
	if got := embed(t, e, nil); len(got) != 0 {
		t.Errorf("no texts gave %d vectors", len(got))
	}
	atOnce(t, e, all)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ended, texts[:1]); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context ended Embed returned %v", err)
	}
}

func atOnce(t *testing.T, e Embedder, want [][]float32) {
	t.Helper()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := e.Embed(context.Background(), texts)
			if err != nil || !slices.EqualFunc(got, want, slices.Equal[[]float32]) {
				t.Errorf("four goroutines at once: other vectors, or error %v", err)
			}
		})
	}
	wg.Wait()
}

func embed(t *testing.T, e Embedder, texts []string) [][]float32 {
	t.Helper()
	got, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(got), len(texts))
	}
	return got
}

// Norm is the Euclidean length of a vector.
func Norm(v []float32) float64 {
	squares := 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	return math.Sqrt(squares)
}
