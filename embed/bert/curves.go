package bert

// The tables of the two curves; internal/gen/sentence computes them.
const (
	geluReach = 8
	geluSteps = 256
	geluSize  = 2*geluReach*geluSteps + 1
	expSteps  = 768
	expSize   = 8192
	maxShare  = 16383 // what stands for 1
)

// bend applies GELU: a line between two points of the table, 0 left of it and the number itself right of it.
func (m *Model) bend(row []float32) {
	table := m.gelu
	for i, x := range row {
		at := float32(x*geluSteps) + geluReach*geluSteps
		switch {
		case at <= 0:
			row[i] = 0
		case at >= geluSize-1:
		default:
			k := int(at)
			row[i] = table[k] + float32((at-float32(k))*(table[k+1]-table[k]))
		}
	}
}

// softmax turns scores, in steps of the table, into shares of maxShare for the largest, and returns 1 / their sum.
func (m *Model) softmax(shares []int16, score []float32) float32 {
	largest := score[0]
	for _, x := range score {
		largest = max(largest, x)
	}
	var sum int32
	for i, x := range score {
		below := float32(largest - x)
		var share int16
		if below < expSize-1 {
			share = m.exp[int(below+0.5)]
		}
		shares[i] = share
		sum += int32(share)
	}
	return 1 / float32(sum)
}
