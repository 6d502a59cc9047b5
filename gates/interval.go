package gates

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Seed fixes every random choice of a run; it is printed with the figures.
const Seed = 20261129

// resamples is how often the bootstrap draws.
const resamples = 1000

// Interval is a mean over questions with its 95 % percentile bootstrap interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
}

// interval draws questions with replacement. The draws depend on the seed and the count alone, so equal values give equal
// intervals in every run.
func interval(values []float64, seed uint64) Interval {
	n := len(values)
	if n == 0 {
		return Interval{}
	}
	var sum float64
	for _, v := range values {
		sum += v
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(n)))
	means := make([]float64, resamples)
	for i := range means {
		var s float64
		for range n {
			s += values[rnd.Uint32N(uint32(n))]
		}
		means[i] = s / float64(n)
	}
	slices.Sort(means)
	cut := resamples * 25 / 1000
	return Interval{Value: round(sum / float64(n)), Low: round(means[cut]), High: round(means[resamples-1-cut]), N: n}
}

// round keeps four digits: more say nothing about a few hundred questions, and would differ between processors.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
