//go:build !amd64

package bert

func (m *Model) tile8(panel string, in []int16, width int, rowSteps, steps, biases, out []float32, stride int) {
	plain8(panel, in, width, rowSteps, steps, biases, out, stride)
}

func (m *Model) tile16(panel, in []int16, width, pairs int, rowSteps, steps, out []float32, stride int) {
	plain16(panel, in, width, pairs, rowSteps, steps, out, stride)
}

func (m *Model) largest(row []float32) float32 { return plainLargest(row) }

func (m *Model) scale(out []int16, row []float32, scale float32) { plainScale(out, row, scale) }
