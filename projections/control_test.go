package projections

import (
	"slices"
	"testing"
)

func TestPlainBM25RanksTheRareWordFirstAndStems(t *testing.T) {
	p, err := NewPlainBM25([]string{
		"the cache is cleared at night",
		"pages are listed by cursor, the cache is warm",
		"a cursor and the cache and a pool",
		"nothing to see",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for query, want := range map[string][]int{
		"listing pages": {1},
		"cursors":       {2, 1}, // the shorter text first
		"zebra":         {},
		"":              {},
	} {
		got, err := p.Rank(t.Context(), query, 10)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", query, got, want)
		}
	}
	if got, err := p.Rank(t.Context(), "cache", 2); err != nil || len(got) != 2 {
		t.Errorf("cut at 2: %v %v", got, err)
	}
}
