package bert

import "math"

// largestAVX2 looks at n numbers, scaleAVX2 rounds them; n is a multiple of 16 and not 0.
//
//go:noescape
func largestAVX2(row *float32, n int) uint32

//go:noescape
func scaleAVX2(out *int16, row *float32, n int, scale float32)

func (m *Model) largest(row []float32) float32 {
	if m.plain || !hasAVX2 {
		return plainLargest(row)
	}
	return math.Float32frombits(largestAVX2(&row[0], len(row)))
}

func (m *Model) scale(out []int16, row []float32, scale float32) {
	if m.plain || !hasAVX2 {
		plainScale(out, row, scale)
		return
	}
	out = out[:len(row)]
	scaleAVX2(&out[0], &row[0], len(row), scale)
}
