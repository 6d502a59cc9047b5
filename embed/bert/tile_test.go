package bert

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// The quick tiles must give the numbers of the plain ones, at the limits that keep sums in 32 bits too.
func TestTilesAreEqual(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	quick, plain := &Model{}, &Model{plain: true}
	for _, width := range []int{4, 32, 96, dim, inner} {
		for _, extreme := range []bool{false, true} {
			number := func(limit int) int {
				if extreme {
					return limit - 2*limit*rnd.IntN(2)
				}
				return rnd.IntN(2*limit+1) - limit
			}
			weights, panel := make([]byte, tileColumns*width), make([]int16, tileColumns*width)
			in, shares := make([]int16, tileRows*width), make([]int16, tileRows*width)
			for i := range weights {
				weights[i], panel[i] = byte(number(127)), int16(number(valueLimit))
			}
			for i := range in {
				in[i], shares[i] = int16(number(inLimit)), int16(number(maxShare))
			}
			rowSteps, steps, biases := numbers(rnd, tileRows), numbers(rnd, tileColumns), numbers(rnd, tileColumns)
			const stride = tileColumns + 5
			a, b := make([]float32, tileRows*stride), make([]float32, tileRows*stride)
			text := unsafe.String(&weights[0], len(weights))
			quick.tile8(text, in, width, rowSteps, steps, biases, a, stride)
			plain.tile8(text, in, width, rowSteps, steps, biases, b, stride)
			if !slices.Equal(a, b) {
				t.Errorf("8 bits, %d wide: %v, want %v", width, a, b)
			}
			if width > maxPieces {
				continue
			}
			quick.tile16(panel, shares, width, width/2, rowSteps, steps, a, stride)
			plain.tile16(panel, shares, width, width/2, rowSteps, steps, b, stride)
			if !slices.Equal(a, b) {
				t.Errorf("16 bits, %d wide: %v, want %v", width, a, b)
			}
		}
	}
}

func TestRoundingIsEqual(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	quick, plain := &Model{}, &Model{plain: true}
	for _, width := range []int{16, headDim, dim, inner} {
		row := numbers(rnd, width)
		row[1], row[2], row[3], row[width-1] = 0.5, -0.5, 0.25, 0 // the largest, and halves where the limit is 1 or 3
		for _, limit := range []float32{1, 3, valueLimit, inLimit} {
			a, b := make([]int16, width), make([]int16, width)
			if x, y := quick.roundTo(a, row, limit), plain.roundTo(b, row, limit); x != y || !slices.Equal(a, b) {
				t.Errorf("%d numbers to %v: %v %v, want %v %v", width, limit, x, a, y, b)
			}
		}
		clear(row)
		if step := quick.roundTo(make([]int16, width), row, inLimit); step != 0 {
			t.Errorf("zeros have step %v", step)
		}
	}
}

func numbers(rnd *rand.Rand, n int) []float32 {
	all := make([]float32, n)
	for i := range all {
		all[i] = rnd.Float32() - 0.5
	}
	return all
}

// A sum of products at their limits fits 32 bits.
func TestSumsFit(t *testing.T) {
	for name, sum := range map[string]int64{
		"layers": inLimit * 127 * inner, "scores": queryLimit * keyLimit * headDim, "values": maxShare * valueLimit * maxPieces,
	} {
		if sum >= 1<<31 {
			t.Errorf("%s: %d", name, sum)
		}
	}
}
