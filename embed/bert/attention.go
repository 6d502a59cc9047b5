package bert

// Limits of the whole numbers in attention: 4095 x 8191 x headDim, and maxShare x 511 x maxPieces, are less than 2^31.
const (
	queryLimit = 4095
	keyLimit   = 8191
	valueLimit = 511
	rootOfHead = 5.656854249492381 // of headDim
)

// oneStep and noBias leave the result of a product as it is.
var (
	oneStep = [tileColumns]float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	noBias  [tileColumns]float32
)

// attend reads query, key and value of each piece from s.wide and leaves in s.y what each piece takes from all.
func (m *Model) attend(s *scratch, n int) {
	for i := range n {
		s.queryStep[i] = m.roundTo(s.query[i*dim:][:dim], s.wide[i*3*dim:][:dim], queryLimit)
	}
	for head := range headCount {
		m.attendHead(s, n, head*headDim)
	}
}

// attendHead does so for the columns of one head, from column at on.
func (m *Model) attendHead(s *scratch, n, at int) {
	columns := roundUp(n, tileColumns)
	toTable := float32(m.packKeys(s, n, dim+at) * (expSteps / rootOfHead))
	for i := range n {
		s.steps[i] = float32(s.queryStep[i] * toTable)
	}
	valueSteps := s.packValues(n, columns, 2*dim+at)
	var oneBy [tileRows]float32
	clear(s.shares)
	for i := 0; i < n; i += tileRows {
		for key := 0; key < n; key += tileColumns {
			m.tile16(s.keys[key*headDim:], s.query[i*dim+at:], dim, headDim/2, s.steps[i:], oneStep[:], s.score[key:], columns)
		}
		for r := range min(tileRows, n-i) {
			oneBy[r] = m.softmax(s.shares[r*columns:][:n], s.score[r*columns:][:n])
		}
		for c := 0; c < headDim; c += tileColumns {
			m.tile16(s.values[c*columns:], s.shares, columns, columns/2, oneBy[:], valueSteps[c:], s.y[i*dim+at+c:], dim)
		}
	}
}

// packKeys rounds the keys of a head, whose columns of s.wide begin at from, with one step that it returns. They lie in panels of sixteen
// pieces: pair of columns, piece, column.
func (m *Model) packKeys(s *scratch, n, from int) (step float32) {
	var largest float32
	for i := range n {
		largest = max(largest, m.largest(s.wide[i*3*dim+from:][:headDim]))
	}
	scale := by(keyLimit, largest)
	for i := range n {
		m.scale(s.key[:], s.wide[i*3*dim+from:][:headDim], scale)
		panel := s.keys[i/tileColumns*tileColumns*headDim+i%tileColumns*2:]
		for c := 0; c < headDim; c += 2 {
			panel[c*tileColumns], panel[c*tileColumns+1] = s.key[c], s.key[c+1]
		}
	}
	return largest / keyLimit
}

// packValues rounds the values of a head with a step for each column. They lie in panels of sixteen columns: pair of pieces, column, piece.
func (s *scratch) packValues(n, columns, from int) (steps [headDim]float32) {
	var scale [headDim]float32
	for i := range n {
		for c, x := range s.wide[i*3*dim+from:][:headDim] {
			steps[c] = max(steps[c], x, -x)
		}
	}
	for c, largest := range steps {
		scale[c], steps[c] = by(valueLimit, largest), largest/valueLimit
	}
	for i := range n {
		row := s.wide[i*3*dim+from:][:headDim]
		for c := 0; c < headDim; c += tileColumns {
			panel := s.values[c*columns+i/2*2*tileColumns+i%2:]
			for j, x := range row[c : c+tileColumns] {
				panel[2*j] = whole(float32(x * scale[c+j]))
			}
		}
	}
	return steps
}
