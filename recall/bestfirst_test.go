package recall

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBestFirstGivesTheOrderOfASort(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		docs := make([]evidence, r.IntN(60))
		for i := range docs {
			docs[i] = evidence{doc: i, base: float64(r.IntN(8))}
		}
		want := slices.Clone(docs)
		slices.SortFunc(want, func(a, b evidence) int { return cmp.Or(cmp.Compare(b.base, a.base), a.doc-b.doc) })
		order := newBestFirst(docs)
		for _, w := range want {
			if got := order.next(); got == nil || got.doc != w.doc {
				t.Fatalf("got %+v, want %+v", got, w)
			}
		}
		if order.next() != nil {
			t.Fatal("more than there are")
		}
	}
}
