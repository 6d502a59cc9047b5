package projections

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// flatVectors scans all vectors of a source: rows of norm (4 bytes) and dim bytes, the sections of a row side by side. It is mapped
// and needs no building, so it serves sealed segments, where each cold process would pay for anything cleverer.
type flatVectors struct {
	dim   int
	first []uint32 // first vector of each row, and the end; len = rows+1
	data  []byte
	id    func(row int) string
	unmap func() error // nil where the data is in memory
}

// Vector file: magic, dim, number of vectors, CRC of the data, CRC of what stands before; then the data.
const (
	vectorMagic  = "FLVEC\x00\x00\x01"
	vectorHeader = len(vectorMagic) + 16
)

func encodeVectorHeader(dim, vectors int, dataSum uint32) []byte {
	w := wireWriter{buf: []byte(vectorMagic)}
	w.fixed32(uint32(dim))
	w.fixed32(uint32(vectors))
	w.fixed32(dataSum)
	w.fixed32(checksum(w.buf))
	return w.buf
}

// readVectors maps a vector file and checks it: its header alone, where asWritten says that it is the one that its writer left.
func readVectors(path string, dim, vectors int, asWritten bool) (data []byte, unmap func() error, err error) {
	b, unmap, err := mapFile(path)
	if err != nil {
		return nil, nil, err
	}
	if err := checkVectors(b, dim, vectors, asWritten); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), unmap())
	}
	return b[vectorHeader:], unmap, nil
}

func checkVectors(b []byte, dim, vectors int, asWritten bool) (err error) {
	defer guard("vectors", &err)()
	if len(b) != vectorHeader+vectors*(4+dim) {
		return errDamaged
	}
	sum := binary.LittleEndian.Uint32(b[vectorHeader-8:])
	if !asWritten {
		sum = checksum(b[vectorHeader:])
	}
	if string(b[:vectorHeader]) != string(encodeVectorHeader(dim, vectors, sum)) {
		return errDamaged
	}
	return nil
}

// appendVector adds the kept form of one vector.
func appendVector(data []byte, q quantized) []byte {
	data = binary.LittleEndian.AppendUint32(data, q.norm2)
	return append(data, q.bytes()...)
}

// scanChunk is how many rows one goroutine takes at a time; below it the scan is not worth a second one (about 1 ms).
const scanChunk = 4096

// nearest returns the k rows with the nearest section among those that are wanted.
func (v *flatVectors) nearest(ctx context.Context, query quantized, k int, want wantedRows) ([]neighbour, error) {
	rows := len(v.first) - 1
	if len(query.values) != v.dim || query.norm2 == 0 || rows <= 0 || k <= 0 {
		return nil, nil
	}
	chunks := make([]nearestList, (rows+scanChunk-1)/scanChunk)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range chunks {
		chunks[i] = nearestList{k: k, order: byCosine(v.id), want: want}
		g.Go(func() error { return v.scan(ctx, query, i*scanChunk, min((i+1)*scanChunk, rows), &chunks[i]) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var best []neighbour
	for _, c := range chunks {
		best = append(best, c.best...)
	}
	slices.SortFunc(best, byCosine(v.id))
	return best[:min(k, len(best))], nil
}

// scan offers the best section of each row from start to end.
func (v *flatVectors) scan(ctx context.Context, query quantized, start, end int, list *nearestList) (err error) {
	defer guard("vectors", &err)()
	bound := list.bound()
	for row := start; row < end; row++ {
		if list.want.passesOver(row) {
			continue
		}
		if n := v.bestSection(row, query, bound); n.section >= 0 {
			list.offer(n)
			bound = list.bound()
		}
	}
	return ctx.Err()
}

func (v *flatVectors) close() error {
	if v == nil || v.unmap == nil {
		return nil
	}
	return v.unmap()
}

// bestSection returns the nearest section of a row, the first one of equals; section -1 where it has none that reaches bound. Whether one does
// is seen by the square of its cosine, with a margin for rounding: most never need a root and a division.
func (v *flatVectors) bestSection(row int, query quantized, bound float64) neighbour {
	const margin = 1 - 1e-9
	least := bound * bound * margin * float64(query.norm2)
	best := neighbour{row: row, section: -1}
	width := 4 + v.dim
	for i := v.first[row]; i < v.first[row+1]; i++ {
		b := v.data[int(i)*width:][:width]
		norm2 := binary.LittleEndian.Uint32(b)
		if norm2 == 0 {
			continue // a zero vector is near to nothing
		}
		dot := dot8(b[4:], query.values)
		if d := float64(dot); bound > 0 && (dot <= 0 || d*d < least*float64(norm2)) {
			continue
		}
		c := cosine(dot, norm2, query.norm2)
		if best.section < 0 || c > best.cosine {
			best.section, best.cosine = int(i-v.first[row]), c
		}
	}
	return best
}

// newFlatVectors lays out vectors that are in memory. All have the same length.
func newFlatVectors(rows [][]quantized, id func(row int) string) *flatVectors {
	v := &flatVectors{first: make([]uint32, 1, len(rows)+1), id: id}
	n := uint32(0)
	for _, sections := range rows {
		for _, q := range sections {
			v.dim = len(q.values)
			v.data = appendVector(v.data, q)
			n++
		}
		v.first = append(v.first, n)
	}
	return v
}
