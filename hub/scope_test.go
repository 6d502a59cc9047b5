package hub

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAscendingIsTheOrderOfASort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		list := make([]int, rnd.IntN(40))
		for i := range list {
			list[i] = rnd.IntN(20)
		}
		want := slices.Sorted(slices.Values(list))
		if got := slices.Collect(ascending(list, cmp.Compare[int])); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
