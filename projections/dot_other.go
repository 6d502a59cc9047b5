//go:build !amd64

package projections

// dot8 multiplies a kept row (bytes of int8) with a query of the same length.
func dot8(row []byte, query []int8) int32 { return dotPlain(row, query) }
