// Package embed turns texts into vectors. Static is built in: a table of words that were embedded once, long ago, by a larger
// model, so that a query costs microseconds, needs no network and knows meaning in English, Chinese and more in one space. HTTP
// asks an endpoint that the user configured. Both fit projections.Embedder and are held to one suite, embedtest.Conformance.
package embed

import (
	"context"
	"encoding/hex"
	"fmt"
	"math"
)

// Static sums the weighted vectors of the words of a text and scales the sum to length 1. The table lies in the binary and is
// read in place: making a Static reads one header. Words are added as whole numbers and only the last division rounds, so every
// machine gets the same bits. A text without a known word gives the zero vector. It is safe for concurrent use.
type Static struct {
	table table
	model string
	seen  seenWords
}

// NewStatic opens the built-in table. It fails only for a binary that was built with a damaged one.
func NewStatic() (*Static, error) {
	t, err := openTable(builtIn)
	if err != nil {
		return nil, fmt.Errorf("open the built-in word vectors: %w", err)
	}
	return &Static{table: t, model: "static-" + wordsVersion + "+" + hex.EncodeToString([]byte(t.digest[:6]))}, nil
}

// Model names the way words are cut and the content of the table.
func (s *Static) Model() string { return s.model }

// Dim is the length of the vectors.
func (s *Static) Dim() int { return s.table.dim }

// Embed returns one vector for each text, of length 1 or, where no word is known, of zeros. It fails only when ctx ends.
func (s *Static) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = s.embed(text)
	}
	return vectors, nil
}

func (s *Static) embed(text string) []float32 {
	sum := make([]int64, s.table.dim)
	eachRow(&s.table, &s.seen, text, func(row int) { s.table.addTo(sum, row) })
	return unit(sum)
}

// unit divides by the length. Every product is rounded by itself (the conversions forbid fused multiply-add) and added in one
// order, so the result does not depend on the processor.
func unit(sum []int64) []float32 {
	v := make([]float32, len(sum))
	squares := 0.0
	for _, n := range sum {
		squares += float64(float64(n) * float64(n))
	}
	if squares == 0 {
		return v
	}
	length := math.Sqrt(squares)
	for i, n := range sum {
		v[i] = float32(float64(n) / length)
	}
	return v
}
