package main

import (
	"encoding/binary"
	"log"
	"math"
	"slices"
)

// roundRows rounds rows to whole numbers of -127 to 127. The step of a row is the one of some that cut off its largest numbers which
// leaves the smallest sum of squared errors.
func roundRows(values []float32, rows, width int) (codes []byte, steps []float32) {
	for r := range rows {
		row := values[r*width : (r+1)*width]
		largest := 0.0
		for _, x := range row {
			largest = max(largest, math.Abs(float64(x)))
		}
		best, bestError := 1.0, math.Inf(1)
		for cut := 1.0; cut > 0.6; cut -= 0.02 {
			step := cut * largest / 127
			if e := squaredError(row, step); e < bestError {
				best, bestError = step, e
			}
		}
		step := float32(best)
		steps = append(steps, step)
		for _, x := range row {
			codes = append(codes, byte(int8(code(x, float64(step)))))
		}
	}
	return codes, steps
}

func code(x float32, step float64) float64 {
	return max(-127, min(127, math.RoundToEven(float64(x)/step)))
}

func squaredError(row []float32, step float64) (sum float64) {
	for _, x := range row {
		d := float64(x) - code(x, step)*step
		sum += d * d
	}
	return sum
}

// levelCount is what four bits can name.
const levelCount = 16

// centre moves the mean of the rows from each word to each place, whose sum stays what it was, and returns the spread of each column:
// words differ by little in most columns and by much in a few.
func centre(rows [][]float32, places []float32) (scales []float32) {
	mean, squares := make([]float64, dim), make([]float64, dim)
	for _, row := range rows {
		for i, x := range row {
			mean[i] += float64(x) / float64(len(rows))
		}
	}
	for i := range places {
		places[i] += float32(mean[i%dim])
	}
	for _, row := range rows {
		for i, x := range row {
			row[i] = float32(float64(x) - mean[i])
			squares[i] += float64(row[i]) * float64(row[i])
		}
	}
	for _, sum := range squares {
		scales = append(scales, float32(math.Sqrt(sum/float64(len(rows)))))
	}
	return scales
}

// lloyd finds the sixteen levels that lie nearest to the numbers of all rows, each in units of its column and row: Lloyd's algorithm
// over a histogram.
func lloyd(rows [][]float32, scales []float32) (levels [levelCount]float32) {
	const bins, reach = 8192, 8.0
	var counts [bins]float64
	for _, row := range rows {
		spread := spreadOf(row, scales)
		for i, x := range row {
			at := (float64(x)/float64(scales[i])/spread + reach) / (2 * reach) * bins
			counts[int(max(0, min(bins-1, at)))]++
		}
	}
	centres := make([]float64, levelCount)
	for i := range centres {
		centres[i] = -2.7 + 5.4*float64(i)/(levelCount-1)
	}
	for range 300 {
		var sum, n [levelCount]float64
		for b, count := range counts {
			x := (float64(b)+0.5)/bins*2*reach - reach
			i := nearest(centres, x)
			sum[i] += count * x
			n[i] += count
		}
		for i := range centres {
			if n[i] > 0 {
				centres[i] = sum[i] / n[i]
			}
		}
	}
	for i, c := range centres {
		levels[i] = float32(c)
	}
	return levels
}

// spreadOf is the root mean square of a row in units of its columns.
func spreadOf(row, scales []float32) float64 {
	sum := 0.0
	for i, x := range row {
		y := float64(x) / float64(scales[i])
		sum += y * y
	}
	return math.Sqrt(sum / float64(len(row)))
}

// nearest returns the level next to x; levels ascend.
func nearest(levels []float64, x float64) int {
	i, _ := slices.BinarySearch(levels, x)
	if i == len(levels) || i > 0 && x-levels[i-1] < levels[i]-x {
		return i - 1
	}
	return i
}

// packWords names for each number the level next to it. The step of a row starts at its spread and is fitted to the levels named, some
// times over. Steps are kept as whole numbers of 16 bits, in units of stepUnit.
func packWords(rows [][]float32, levels [levelCount]float32, scales []float32) (packed, steps []byte) {
	ladder := make([]float64, levelCount)
	for i, l := range levels {
		ladder[i] = float64(l)
	}
	var missed, all float64
	for _, row := range rows {
		named := make([]int, len(row))
		step := spreadOf(row, scales)
		for range 4 {
			var xl, ll float64
			for i, x := range row {
				named[i] = nearest(ladder, float64(x)/float64(scales[i])/step)
				l := ladder[named[i]] * float64(scales[i])
				xl += float64(x) * l
				ll += l * l
			}
			step = xl / ll
		}
		for i, x := range row {
			d := float64(x) - ladder[named[i]]*float64(scales[i])*step
			missed += d * d
			all += float64(x) * float64(x)
		}
		whole := math.RoundToEven(step / stepUnit)
		steps = binary.LittleEndian.AppendUint16(steps, uint16(max(1, min(math.MaxUint16, whole))))
		for i := 0; i < len(named); i += 2 {
			packed = append(packed, byte(named[i]|named[i+1]<<4))
		}
	}
	log.Printf("words: %.2f %% of the squares are lost", 100*missed/all)
	return packed, steps
}

// stepUnit makes 65,535 units 4; the steps of the words lie about 1.
const stepUnit = 1.0 / 16384
