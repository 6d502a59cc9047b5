package projections

import (
	"math/rand/v2"
	"testing"
)

// The quick way must give the numbers of the plain one, also for values that quantisation never makes.
func FuzzDot(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add([]byte{0x80, 0x7f, 1}, []byte{0x80, 0x80, 0xff})
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{15, 16, 17, 31, 32, 255, 256, 257} {
		row, query := make([]byte, n), make([]byte, n)
		for i := range n {
			row[i], query[i] = byte(rnd.Uint32()), byte(rnd.Uint32())
		}
		f.Add(row, query)
	}
	f.Fuzz(func(t *testing.T, row, other []byte) {
		n := min(len(row), len(other), 1<<12)
		query := make([]int8, n)
		for i := range query {
			query[i] = int8(other[i])
		}
		if got, want := dot8(row, query), dotPlain(row, query); n > 0 && got != want {
			t.Errorf("%d, want %d", got, want)
		}
	})
}
