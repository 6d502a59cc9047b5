package projections

import "math"

// quantized is one vector as kept: whole numbers of -127..127 and the sum of their squares. Lengths cancel out of a cosine, so
// no scale is needed, and a cosine of whole numbers has the same bits on every platform (no fused multiply-add can change it).
type quantized struct {
	norm2  uint32
	values []int8
}

// quantize rounds a vector to 127 steps of its largest part. A zero vector stays zero and is near to nothing.
func quantize(v []float32) quantized {
	var peak float64
	for _, x := range v {
		peak = max(peak, math.Abs(float64(x)))
	}
	q := quantized{values: make([]int8, len(v))}
	if peak == 0 || math.IsInf(peak, 0) || math.IsNaN(peak) {
		return q
	}
	for i, x := range v {
		n := int8(math.RoundToEven(float64(x) * 127 / peak))
		q.values[i] = n
		q.norm2 += uint32(int32(n) * int32(n))
	}
	return q
}

// cosine is the one formula of nearness: dot product over the product of lengths, 0 for a zero vector.
func cosine(dot int32, a, b uint32) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return float64(dot) / math.Sqrt(float64(uint64(a)*uint64(b)))
}

// dotPlain is dot8 for every processor.
func dotPlain(row []byte, query []int8) int32 {
	row = row[:len(query)]
	var a, b, c, d int32
	i := 0
	for ; i+4 <= len(query); i += 4 {
		r, q := row[i:i+4:i+4], query[i:i+4:i+4]
		a += int32(int8(r[0])) * int32(q[0])
		b += int32(int8(r[1])) * int32(q[1])
		c += int32(int8(r[2])) * int32(q[2])
		d += int32(int8(r[3])) * int32(q[3])
	}
	for ; i < len(query); i++ {
		a += int32(int8(row[i])) * int32(query[i])
	}
	return a + b + c + d
}

// bytes is the kept form of the values: one byte each, two's complement.
func (q quantized) bytes() []byte {
	b := make([]byte, len(q.values))
	for i, v := range q.values {
		b[i] = byte(v)
	}
	return b
}

func quantizedFrom(b string) quantized {
	q := quantized{values: make([]int8, len(b))}
	for i := range len(b) {
		n := int8(b[i])
		q.values[i] = n
		q.norm2 += uint32(int32(n) * int32(n))
	}
	return q
}
