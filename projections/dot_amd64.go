package projections

import "golang.org/x/sys/cpu"

// dotAVX2 multiplies n values, n a multiple of 16 and not 0.
//
//go:noescape
func dotAVX2(row *byte, query *int8, n int) int32

var hasAVX2 = cpu.X86.HasAVX2

// dot8 multiplies a kept row (bytes of int8) with a query of the same length. Whole numbers: every way to add gives the same sum.
func dot8(row []byte, query []int8) int32 {
	row = row[:len(query)]
	n := len(query) &^ 15
	if n == 0 || !hasAVX2 {
		return dotPlain(row, query)
	}
	return dotAVX2(&row[0], &query[0], n) + dotPlain(row[n:], query[n:])
}
