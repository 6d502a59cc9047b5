package bert

// Rows are worked on four at a time and columns sixteen at a time: buffers are that much longer than the text, and what stands in the
// surplus is never read.
const (
	tileRows    = 4
	tileColumns = 16
)

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// scratch is what one text needs while it passes through the network, about 5 MB for the longest.
type scratch struct {
	pieces []int32
	x, y   []float32 // rows of dim: the text so far, and what a layer adds
	wide   []float32 // rows of 3 x dim, or of inner
	in     []int16   // what goes into a product, rounded
	steps  []float32 // the step of each row of in

	query                []int16
	queryStep, score     []float32
	keys, values, shares []int16
	key                  [headDim]int16 // one, rounded
}

// grow makes room for a text of n pieces.
func (s *scratch) grow(n int) {
	rows := roundUp(n, tileColumns)
	if len(s.steps) >= rows {
		return
	}
	s.x, s.y = make([]float32, rows*dim), make([]float32, rows*dim)
	s.wide, s.in = make([]float32, rows*inner), make([]int16, rows*inner)
	s.steps, s.queryStep = make([]float32, rows), make([]float32, rows)
	s.query = make([]int16, rows*dim)
	s.keys, s.values = make([]int16, rows*headDim), make([]int16, rows*headDim)
	s.score, s.shares = make([]float32, tileRows*rows), make([]int16, tileRows*rows)
}
