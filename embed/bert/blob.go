package bert

import (
	_ "embed" // the weights
	"errors"
	"fmt"
	"math"
)

// weights is a string, not a byte slice: it stays in the read-only pages of the binary. internal/gen/sentence writes it.
//
//go:embed minilm.bin
var weights string

// The file, little endian:
//
//	header    64 bytes: magic 8, version, pieces, bytes of the vocabulary (4 each), 4 free, sha256 of the rest 32, zeros
//	levels    16 x 4: what the four bits of a word's numbers stand for
//	spread    dim x 4: the unit of each column of the words
//	gelu      geluSize x 4: the curve from -geluReach on, geluSteps to a unit
//	places    maxPieces x 4: steps of the rows of the places
//	norm      2 x dim x 4: gain and bias after the sum of word and place
//	layers    6 times: steps and biases (rows x 4 each) of query, key and value in one, of output, gain and bias (dim x 4 each), steps
//	          and biases of up and of down, gain and bias
//	steps     pieces x 2: steps of the rows of the words, in units of wordUnit
//	exp       expSize x 2: exp(-i/expSteps), maxShare for 1
//	starts    one x 4 for each sixteen pieces: where they begin in the vocabulary
//	places    maxPieces x dim numbers of 8 bits, times the step of the row
//	layers    6 times: the four products in panels (see matrix)
//	words     pieces x dim/2: two numbers a byte, the first in the low half
//	pieces    the vocabulary in the order of its bytes, a line break after each
const (
	magic         = "FLBERT\x00\x00"
	formatVersion = 1
	headerSize    = 64
	levelCount    = 16
	wordUnit      = 1.0 / 16384
)

// ErrWeights tells of a binary that was built with a damaged file.
var ErrWeights = errors.New("the built-in sentence model is damaged: build the program again")

// reader cuts the file into its sections, one after the other.
type reader struct {
	rest  string
	short bool
}

func (r *reader) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.short = true
		return ""
	}
	section := r.rest[:n]
	r.rest = r.rest[n:]
	return section
}

func (r *reader) floats(n int) []float32 {
	section := r.take(4 * n)
	values := make([]float32, len(section)/4)
	for i := range values {
		values[i] = math.Float32frombits(u32(section, 4*i))
	}
	return values
}

func (r *reader) int16s(n int) []int16 {
	section := r.take(2 * n)
	values := make([]int16, len(section)/2)
	for i := range values {
		values[i] = int16(u16(section, 2*i))
	}
	return values
}

func (r *reader) norm() layerNorm { return layerNorm{gain: r.floats(dim), bias: r.floats(dim)} }

func (r *reader) matrix(in, out int) matrix {
	return matrix{in: in, out: out, steps: r.floats(out), biases: r.floats(out)}
}

// open reads a file of weights. The numbers of the rows stay where they are; steps, biases and curves are copied, 0.3 MB.
func open(blob string) (*Model, error) {
	if len(blob) < headerSize || blob[:len(magic)] != magic || u32(blob, 8) != formatVersion {
		return nil, ErrWeights
	}
	pieces, letters := int(u32(blob, 12)), int(u32(blob, 16))
	r := reader{rest: blob[headerSize:]}
	m := &Model{}
	copy(m.levels[:], r.floats(levelCount))
	m.spread = r.floats(dim)
	m.gelu = r.floats(geluSize)
	m.placeSteps = r.floats(maxPieces)
	m.first = r.norm()
	for i := range m.layers {
		l := &m.layers[i]
		l.projection, l.output, l.afterAttention = r.matrix(dim, 3*dim), r.matrix(dim, dim), r.norm()
		l.up, l.down, l.afterInner = r.matrix(dim, inner), r.matrix(inner, dim), r.norm()
	}
	m.wordSteps = r.take(2 * pieces)
	m.exp = r.int16s(expSize)
	starts := r.take(4 * ((pieces + perStart - 1) / perStart))
	m.places = r.take(maxPieces * dim)
	for i := range m.layers {
		l := &m.layers[i]
		for _, x := range []*matrix{&l.projection, &l.output, &l.up, &l.down} {
			x.panels = r.take(x.in * x.out)
		}
	}
	m.words = r.take(pieces * dim / 2)
	m.vocabulary = vocabulary{count: pieces, starts: starts, text: r.take(letters)}
	if r.short || r.rest != "" {
		return nil, fmt.Errorf("%w (%d bytes)", ErrWeights, len(blob))
	}
	return m, m.vocabulary.findMarks()
}

func u16(s string, at int) uint16 { return uint16(s[at]) | uint16(s[at+1])<<8 }

func u32(s string, at int) uint32 {
	s = s[at : at+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
