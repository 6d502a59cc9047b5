package embed

import (
	_ "embed" // the table
	"errors"
	"fmt"
)

// builtIn is a string, not a byte slice: it stays in the read-only pages of the binary, and only the pages that a text touches
// are ever loaded. internal/gen/embedtable writes it.
//
//go:embed static.bin
var builtIn string

// The file, little endian:
//
//	header   64 bytes: magic 8, version, dim, rows, pairs (4 each), sha256 of the rest 32, zeros
//	buckets  65,537 x 4: the first row of each value of a key's top 16 bits
//	prints   rows x 4: bits 16 to 47 of the keys from the top, ascending within a bucket
//	weights  rows x 2: what one occurrence of the row counts
//	costs    rows x 1: -ln of the frequency, in eighths; the cheapest way to cut a text is taken
//	vectors  rows x dim/2: two numbers of -7 to 7 a byte, plus 8, the first in the low half
//	pairs    pairs x 2 x 2: traditional character and its simplified form, ascending by the first
const (
	magic         = "FLSTATIC"
	formatVersion = 1
	headerSize    = 64
	bucketCount   = 1 << 16
)

// table reads the file in place.
type table struct {
	dim, rows, pairs                                int
	digest                                          string // sha256 of what follows the header, as the generator wrote it
	buckets, prints, weights, costs, vectors, forms string
}

var errTable = errors.New("not a table of word vectors")

func openTable(blob string) (table, error) {
	if len(blob) < headerSize || blob[:len(magic)] != magic {
		return table{}, errTable
	}
	if v := u32(blob, 8); v != formatVersion {
		return table{}, fmt.Errorf("%w of version %d but %d", errTable, formatVersion, v)
	}
	t := table{dim: u32(blob, 12), rows: u32(blob, 16), pairs: u32(blob, 20), digest: blob[24:56]}
	sections := []struct {
		at   *string
		size int
	}{
		{&t.buckets, 4 * (bucketCount + 1)}, {&t.prints, 4 * t.rows}, {&t.weights, 2 * t.rows}, {&t.costs, t.rows},
		{&t.vectors, t.rows * t.dim / 2}, {&t.forms, 4 * t.pairs},
	}
	rest := blob[headerSize:]
	for _, s := range sections {
		if s.size > len(rest) {
			return table{}, fmt.Errorf("%w: %d bytes are missing", errTable, s.size-len(rest))
		}
		*s.at, rest = rest[:s.size], rest[s.size:]
	}
	if rest != "" {
		return table{}, fmt.Errorf("%w: %d bytes too many", errTable, len(rest))
	}
	return t, nil
}

// find returns the row of a key, or -1. A bucket holds two or three rows; 48 of the 64 bits of a key are compared, so an unknown
// word is taken for a known one once in a thousand million words.
func (t *table) find(key uint64) int {
	bucket, print := int(key>>48), int(uint32(key>>16))
	for row := u32(t.buckets, 4*bucket); row < u32(t.buckets, 4*bucket+4); row++ {
		if u32(t.prints, 4*row) == print {
			return row
		}
	}
	return -1
}

// cost is the price of a row when a text is cut, in eighths of a nat.
func (t *table) cost(row int) int { return int(t.costs[row]) }

// addTo adds one occurrence of a row.
func (t *table) addTo(sum []int64, row int) {
	weight := int64(t.weights[2*row]) | int64(t.weights[2*row+1])<<8
	half := t.dim / 2
	vector := t.vectors[row*half : (row+1)*half]
	sum = sum[:2*len(vector)]
	for i := range len(vector) {
		sum[2*i] += weight * (int64(vector[i]&15) - 8)
		sum[2*i+1] += weight * (int64(vector[i]>>4) - 8)
	}
}

// simplified returns the simplified form of a traditional Chinese character, and any other character as it is.
func (t *table) simplified(r rune) rune {
	low, high := 0, t.pairs
	for low < high {
		middle := (low + high) / 2
		switch have := rune(u16(t.forms, 4*middle)); {
		case have == r:
			return rune(u16(t.forms, 4*middle+2))
		case have < r:
			low = middle + 1
		default:
			high = middle
		}
	}
	return r
}

func u16(s string, at int) int { return int(s[at]) | int(s[at+1])<<8 }

func u32(s string, at int) int {
	s = s[at : at+4]
	return int(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}

// keySeed and keyPrime are FNV-1a's; keyDone spreads what FNV leaves in the low bits (the finaliser of MurmurHash3). The table
// is sorted by these keys: they must never change without a new format version.
const (
	keySeed  uint64 = 14695981039346656037
	keyPrime uint64 = 1099511628211
)

func keyAdd(key uint64, s string) uint64 {
	for i := range len(s) {
		key = (key ^ uint64(s[i])) * keyPrime
	}
	return key
}

func keyDone(key uint64) uint64 {
	key ^= key >> 33
	key *= 0xff51afd7ed558ccd
	key ^= key >> 33
	key *= 0xc4ceb9fe1a85ec53
	return key ^ key>>33
}
