package bert

// matrix holds rows of numbers of 8 bits, each with a step of its own. They lie in panels of sixteen rows: pair of columns, row, column, so
// that sixteen results come at once and the numbers of a text are read along its row.
type matrix struct {
	in, out       int // in is a multiple of 4, out of tileColumns
	panels        string
	steps, biases []float32
}

// multiply puts into out, rows of w.out numbers, the products of w and n rows, plus the biases. Panel by panel: the weights pass once for
// a text.
func (m *Model) multiply(w *matrix, in []int16, rowSteps []float32, n int, out []float32) {
	for c := 0; c < w.out; c += tileColumns {
		panel := w.panels[c*w.in:][:tileColumns*w.in]
		for i := 0; i < n; i += tileRows {
			m.tile8(panel, in[i*w.in:], w.in, rowSteps[i:], w.steps[c:], w.biases[c:], out[i*w.out+c:], w.out)
		}
	}
}

// plain8 is one tile: four rows of in with the sixteen of a panel. The order of the last line is part of the result.
func plain8(panel string, in []int16, width int, rowSteps, steps, biases, out []float32, stride int) {
	for r := range tileRows {
		row := in[r*width:][:width]
		for c := 0; c < tileColumns; c += 4 {
			var s0, s1, s2, s3 int32
			for k := 0; k+1 < len(row); k += 2 {
				a, b := int32(row[k]), int32(row[k+1])
				w := panel[k*tileColumns+2*c:][:8]
				s0 += a*int32(int8(w[0])) + b*int32(int8(w[1]))
				s1 += a*int32(int8(w[2])) + b*int32(int8(w[3]))
				s2 += a*int32(int8(w[4])) + b*int32(int8(w[5]))
				s3 += a*int32(int8(w[6])) + b*int32(int8(w[7]))
			}
			for j, sum := range [...]int32{s0, s1, s2, s3} {
				out[r*stride+c+j] = float32(float32(float32(sum)*rowSteps[r])*steps[c+j]) + biases[c+j]
			}
		}
	}
}

// plain16 is the same for a panel of 16 bits and no biases; rows of in begin width apart and 2 x pairs numbers of each count.
func plain16(panel, in []int16, width, pairs int, rowSteps, steps, out []float32, stride int) {
	for r := range tileRows {
		row := in[r*width:][:2*pairs]
		for c := 0; c < tileColumns; c += 4 {
			var s0, s1, s2, s3 int32
			for k := 0; k+1 < len(row); k += 2 {
				a, b := int32(row[k]), int32(row[k+1])
				w := panel[k*tileColumns+2*c:][:8]
				s0 += a*int32(w[0]) + b*int32(w[1])
				s1 += a*int32(w[2]) + b*int32(w[3])
				s2 += a*int32(w[4]) + b*int32(w[5])
				s3 += a*int32(w[6]) + b*int32(w[7])
			}
			for j, sum := range [...]int32{s0, s1, s2, s3} {
				out[r*stride+c+j] = float32(float32(float32(sum)*rowSteps[r])*steps[c+j]) + noBias[c+j]
			}
		}
	}
}
