package bert

import "math"

// inLimit bounds what goes into a product: 8191 x 127 x inner is less than 2^31.
const inLimit = 8191

// round fills s.in and s.steps from n rows.
func (m *Model) round(s *scratch, rows []float32, width, n int) {
	for i := range n {
		s.steps[i] = m.roundTo(s.in[i*width:][:width], rows[i*width:][:width], inLimit)
	}
}

// roundTo rounds a row to whole numbers of -limit to limit and returns their step.
func (m *Model) roundTo(out []int16, row []float32, limit float32) float32 {
	largest := m.largest(row)
	m.scale(out, row, by(limit, largest))
	return largest / limit
}

func by(limit, largest float32) float32 {
	if largest == 0 {
		return 0
	}
	return limit / largest
}

// plainLargest returns the largest size of a number: without their sign bit, numbers ascend as their bits do.
func plainLargest(row []float32) float32 {
	var bits uint32
	for _, x := range row {
		bits = max(bits, math.Float32bits(x)&^(1<<31))
	}
	return math.Float32frombits(bits)
}

func plainScale(out []int16, row []float32, scale float32) {
	out = out[:len(row)]
	for i, x := range row {
		out[i] = whole(float32(x * scale))
	}
}

// whole rounds to the nearest whole number, halves to the even one: added to 1.5 x 2^23, a number below 2^22 leaves its whole part in the
// low bits.
func whole(x float32) int16 { return int16(math.Float32bits(x + 3<<22)) }
