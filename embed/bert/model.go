// Package bert runs all-MiniLM-L6-v2, a network of six layers that turns an English text into one vector of its meaning. The weights lie
// in the binary (internal/gen/sentence makes them) and are read in place.
//
// Every machine gives the same bits: products are sums of whole numbers, which may be added in any order; all else is done in single
// precision in one fixed order, each product rounded by itself (the conversions to float32 forbid fused multiply-add); curves are tables.
// The quick way (AVX2) and the plain way give equal numbers, and a test holds them to it.
package bert

import (
	"encoding/hex"
	"math"
	"slices"
	"sync"
)

// The shape of the network.
const (
	dim        = 384
	inner      = 1536
	layerCount = 6
	headCount  = 12
	headDim    = dim / headCount
	maxPieces  = 256 // of a text, with the two marks around it: what the network was trained for
)

// Dim is the length of the vectors.
const Dim = dim

// Model is the network with its vocabulary. It is safe for concurrent use.
type Model struct {
	vocabulary vocabulary
	levels     [levelCount]float32
	spread     []float32
	wordSteps  string // a whole number of wordUnit for each piece
	words      string
	placeSteps []float32
	places     string
	first      layerNorm
	layers     [layerCount]layer
	gelu       []float32
	exp        []int16

	plain   bool      // leave the quick way out: tests compare the two
	scratch sync.Pool // *scratch
}

type layer struct {
	projection, output, up, down matrix // projection: query, key and value
	afterAttention, afterInner   layerNorm
}

// Open reads the built-in weights.
func Open() (*Model, error) { return open(weights) }

// Name names the weights and what is made of them. It is read from the header: nothing is opened.
func Name() string { return "minilm-l6-1+" + hex.EncodeToString([]byte(weights[24:30])) }

// Vector returns the meaning of a text as a vector of length 1, made of its first 254 pieces. A text without a Latin letter is not for
// this network and gives zeros.
func (m *Model) Vector(text string) []float32 {
	v := make([]float32, dim)
	m.read(text, func(s *scratch) { s.mean(v) })
	unit(v)
	return v
}

// Read returns besides the vector of a text that of each of its pieces, as it is meant in this text, of length 1 too. A text without a Latin
// letter has no pieces.
func (m *Model) Read(text string) (whole []float32, pieces [][]float32) {
	whole = make([]float32, dim)
	m.read(text, func(s *scratch) {
		s.mean(whole)
		for i := 1; i < len(s.pieces)-1; i++ { // without the two marks around them
			piece := slices.Clone(s.x[i*dim:][:dim])
			unit(piece)
			pieces = append(pieces, piece)
		}
	})
	unit(whole)
	return whole, pieces
}

// read runs the network over a text and hands out what it leaves.
func (m *Model) read(text string, take func(s *scratch)) {
	if !hasLatin(text) {
		return
	}
	s, _ := m.scratch.Get().(*scratch)
	if s == nil {
		s = &scratch{}
	}
	defer m.scratch.Put(s)
	s.pieces = m.vocabulary.cut(s.pieces[:0], text)
	m.run(s)
	take(s)
}

// run leaves in s.x a row for each piece.
func (m *Model) run(s *scratch) {
	n := len(s.pieces)
	s.grow(n)
	for i, piece := range s.pieces {
		row := s.x[i*dim:][:dim]
		m.look(row, piece, i)
		m.first.apply(row)
	}
	for i := range m.layers {
		m.layer(&m.layers[i], s, n)
	}
}

// look puts the sum of a word's and a place's row into row.
func (m *Model) look(row []float32, piece int32, place int) {
	word := m.words[int(piece)*dim/2:][:dim/2]
	at := m.places[place*dim:][:dim]
	step := float32(float32(u16(m.wordSteps, 2*int(piece))) * wordUnit)
	placeStep := m.placeSteps[place]
	for i, pair := range []byte(word) {
		row[2*i] = float32(float32(m.levels[pair&15]*m.spread[2*i])*step) + float32(float32(int8(at[2*i]))*placeStep)
		row[2*i+1] = float32(float32(m.levels[pair>>4]*m.spread[2*i+1])*step) + float32(float32(int8(at[2*i+1]))*placeStep)
	}
}

func (m *Model) layer(l *layer, s *scratch, n int) {
	m.round(s, s.x, dim, n)
	m.multiply(&l.projection, s.in, s.steps, n, s.wide)
	m.attend(s, n)
	m.round(s, s.y, dim, n)
	m.multiply(&l.output, s.in, s.steps, n, s.y)
	l.afterAttention.addTo(s.x, s.y, n)

	m.round(s, s.x, dim, n)
	m.multiply(&l.up, s.in, s.steps, n, s.wide)
	m.bend(s.wide[:n*inner])
	m.round(s, s.wide, inner, n)
	m.multiply(&l.down, s.in, s.steps, n, s.y)
	l.afterInner.addTo(s.x, s.y, n)
}

// mean puts the mean of the rows of all pieces into v.
func (s *scratch) mean(v []float32) {
	n := len(s.pieces)
	for i := range n {
		for j, x := range s.x[i*dim:][:dim] {
			v[j] += x
		}
	}
	for j := range v {
		v[j] /= float32(n)
	}
}

func unit(v []float32) {
	squares := 0.0
	for _, x := range v {
		squares += float64(float64(x) * float64(x))
	}
	if squares == 0 {
		return
	}
	length := math.Sqrt(squares)
	for i, x := range v {
		v[i] = float32(float64(x) / length)
	}
}
