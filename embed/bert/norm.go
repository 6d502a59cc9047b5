package bert

import "math"

// layerNorm scales a row to mean 0 and variance 1, then by gain, plus bias.
type layerNorm struct{ gain, bias []float32 }

// addTo adds y to x, row by row, and scales the sums.
func (w *layerNorm) addTo(x, y []float32, n int) {
	for i := range n {
		row, more := x[i*dim:][:dim], y[i*dim:][:dim]
		for j := range row {
			row[j] += more[j]
		}
		w.apply(row)
	}
}

func (w *layerNorm) apply(row []float32) {
	mean := sum(row) / dim
	for i := range row {
		row[i] -= mean
	}
	scale := 1 / float32(math.Sqrt(float64(sumOfSquares(row)/dim)+1e-12))
	gain, bias := w.gain[:len(row)], w.bias[:len(row)]
	for i, x := range row {
		row[i] = float32(float32(x*scale)*gain[i]) + bias[i]
	}
}

// sum adds in four sums side by side, which is quicker than one and in an order of its own that never changes. The length of row is a
// multiple of four.
func sum(row []float32) float32 {
	var a, b, c, d float32
	for ; len(row) >= 4; row = row[4:] {
		a += row[0]
		b += row[1]
		c += row[2]
		d += row[3]
	}
	return (a + b) + (c + d)
}

// sumOfSquares adds as sum does.
func sumOfSquares(row []float32) float32 {
	var a, b, c, d float32
	for ; len(row) >= 4; row = row[4:] {
		a += float32(row[0] * row[0])
		b += float32(row[1] * row[1])
		c += float32(row[2] * row[2])
		d += float32(row[3] * row[3])
	}
	return (a + b) + (c + d)
}
