package projections

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"time"
	"unsafe"
)

// errDamaged says that a file of the projections does not hold what was written. It never leaves the package: the reader goes
// around the damage by analysing the item files themselves, and says so.
var errDamaged = errors.New("projection file is damaged")

// checksum is CRC-32C, which the processors we meet compute in hardware.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func checksumString(s string) uint32 { return checksum(unsafe.Slice(unsafe.StringData(s), len(s))) }

// wireWriter appends values in the binary form that all projection files share: unsigned varints, and strings with their length.
type wireWriter struct{ buf []byte }

func (w *wireWriter) number(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }
func (w *wireWriter) signed(n int64)  { w.buf = binary.AppendVarint(w.buf, n) }
func (w *wireWriter) float(f float64) {
	w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(f))
}
func (w *wireWriter) fixed32(n uint32) { w.buf = binary.LittleEndian.AppendUint32(w.buf, n) }
func (w *wireWriter) raw(b []byte)     { w.buf = append(w.buf, b...) }
func (w *wireWriter) string(s string)  { w.number(uint64(len(s))); w.buf = append(w.buf, s...) }
func (w *wireWriter) strings(s []string) {
	w.number(uint64(len(s)))
	for _, x := range s {
		w.string(x)
	}
}

func (w *wireWriter) bool(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

// time keeps an instant to the nanosecond, in UTC; the zero time stays the zero time.
func (w *wireWriter) time(t time.Time) {
	w.bool(!t.IsZero())
	if !t.IsZero() {
		w.signed(t.Unix())
		w.number(uint64(t.Nanosecond()))
	}
}

// wireReader reads what wireWriter wrote. Strings share memory with in. After the first bad value every read gives zero and
// failed stays set.
type wireReader struct {
	in     string
	failed bool
}

func (r *wireReader) number() uint64 {
	var n uint64
	for i := 0; i < len(r.in) && i < binary.MaxVarintLen64; i++ {
		c := r.in[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.in = r.in[i+1:]
			return n
		}
	}
	r.fail()
	return 0
}

func (r *wireReader) fail() { r.in, r.failed = "", true }

func (r *wireReader) signed() int64 {
	n := r.number()
	return int64(n>>1) ^ -int64(n&1)
}

func (r *wireReader) raw(n int) string {
	if n < 0 || n > len(r.in) {
		r.fail()
		return ""
	}
	s := r.in[:n]
	r.in = r.in[n:]
	return s
}

// count reads a length that the rest of the input could hold, so that damage cannot ask for much memory.
func (r *wireReader) count() int {
	n := r.number()
	if n > uint64(len(r.in)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *wireReader) string() string { return r.raw(r.count()) }

func (r *wireReader) strings() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = r.string()
	}
	return out
}

func (r *wireReader) bool() bool { return r.number() == 1 }

func (r *wireReader) fixed32() uint32 {
	b := r.raw(4)
	if r.failed {
		return 0
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (r *wireReader) float() float64 {
	lo := uint64(r.fixed32())
	return math.Float64frombits(lo | uint64(r.fixed32())<<32)
}

func (r *wireReader) time() time.Time {
	if !r.bool() {
		return time.Time{}
	}
	sec := r.signed()
	return time.Unix(sec, int64(r.number())).UTC()
}
