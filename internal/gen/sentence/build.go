package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// build lays out the file; embed/bert/blob.go describes it and the two must agree.
func build(m *tensors, vocab []string) ([]byte, error) {
	ids := keep(vocab)
	words, err := m.read("embeddings.word_embeddings.weight", len(vocab)*dim)
	if err != nil {
		return nil, err
	}
	places, err := placesOf(m)
	if err != nil {
		return nil, err
	}
	rows := make([][]float32, len(ids))
	for i, id := range ids {
		rows[i] = words[id*dim : (id+1)*dim]
	}
	scales := centre(rows, places)
	levels := lloyd(rows, scales)
	packed, steps := packWords(rows, levels, scales)
	placeCodes, placeSteps := roundRows(places, positions, dim)

	var f, codes floats
	f.add(levels[:], scales, gelu(), placeSteps)
	if err := f.read(m, "embeddings.LayerNorm.weight", dim); err != nil {
		return nil, err
	}
	if err := f.read(m, "embeddings.LayerNorm.bias", dim); err != nil {
		return nil, err
	}
	for layer := range layers {
		if err := addLayer(m, layer, &f, &codes); err != nil {
			return nil, err
		}
	}
	text, starts := vocabulary(vocab, ids)
	body := slices.Concat(f.Bytes(), steps, exponential(), starts, placeCodes, codes.Bytes(), packed, text)

	head := make([]byte, 64)
	copy(head, "FLBERT\x00\x00")
	binary.LittleEndian.PutUint32(head[8:], 1)
	binary.LittleEndian.PutUint32(head[12:], uint32(len(ids)))
	binary.LittleEndian.PutUint32(head[16:], uint32(len(text)))
	sum := sha256.Sum256(body)
	copy(head[24:], sum[:])
	return append(head, body...), nil
}

// keep returns the ids of the pieces that English texts are made of, in the order of their bytes: no places held free, and no
// letters of scripts that the network saw next to nothing of.
func keep(vocab []string) []int {
	var ids []int
	for id, piece := range vocab {
		if strings.HasPrefix(piece, "[unused") || piece == "[PAD]" || piece == "[MASK]" {
			continue
		}
		if !strings.ContainsFunc(piece, func(r rune) bool {
			return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Common)
		}) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int { return strings.Compare(vocab[a], vocab[b]) })
	return ids
}

// perStart is how many pieces stand between two offsets into the vocabulary.
const perStart = 16

func vocabulary(vocab []string, ids []int) (text, starts []byte) {
	for i, id := range ids {
		if i%perStart == 0 {
			starts = binary.LittleEndian.AppendUint32(starts, uint32(len(text)))
		}
		text = append(append(text, vocab[id]...), '\n')
	}
	return text, starts
}

// placesOf adds the row of the first kind of text, the only kind there is, to the rows of the places.
func placesOf(m *tensors) ([]float32, error) {
	all, err := m.read("embeddings.position_embeddings.weight", 512*dim)
	if err != nil {
		return nil, err
	}
	kinds, err := m.read("embeddings.token_type_embeddings.weight", 2*dim)
	if err != nil {
		return nil, err
	}
	sum := make([]float32, positions*dim)
	for i := range sum {
		sum[i] = all[i] + kinds[i%dim]
	}
	return sum, nil
}

// addLayer writes the numbers of one layer: steps and biases of its four products, gain and bias after the second and the fourth.
func addLayer(m *tensors, layer int, f, codes *floats) error {
	prefix := fmt.Sprintf("encoder.layer.%d.", layer)
	products := []struct {
		names    []string
		out, in  int
		normName string
	}{
		{[]string{"attention.self.query", "attention.self.key", "attention.self.value"}, dim, dim, ""},
		{[]string{"attention.output.dense"}, dim, dim, "attention.output.LayerNorm"},
		{[]string{"intermediate.dense"}, inner, dim, ""},
		{[]string{"output.dense"}, dim, inner, "output.LayerNorm"},
	}
	for _, p := range products {
		var weights, biases []float32
		for _, name := range p.names {
			w, err := m.read(prefix+name+".weight", p.out*p.in)
			if err != nil {
				return err
			}
			b, err := m.read(prefix+name+".bias", p.out)
			if err != nil {
				return err
			}
			weights, biases = append(weights, w...), append(biases, b...)
		}
		rounded, steps := roundRows(weights, len(biases), p.in)
		f.add(steps, biases)
		codes.Write(panels(rounded, p.in))
		if p.normName == "" {
			continue
		}
		for _, part := range []string{".weight", ".bias"} {
			if err := f.read(m, prefix+p.normName+part, dim); err != nil {
				return err
			}
		}
	}
	return nil
}

// panels reorders rows so that sixteen of them advance together, two numbers each: panel, pair, row, number.
func panels(rows []byte, in int) []byte {
	const height = 16
	out := make([]byte, 0, len(rows))
	for first := 0; first < len(rows); first += height * in {
		for k := 0; k < in; k += 2 {
			for r := range height {
				out = append(out, rows[first+r*in+k], rows[first+r*in+k+1])
			}
		}
	}
	return out
}

type floats struct{ bytes.Buffer }

func (f *floats) add(parts ...[]float32) {
	for _, part := range parts {
		for _, x := range part {
			f.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
	}
}

func (f *floats) read(m *tensors, name string, n int) error {
	values, err := m.read(name, n)
	f.add(values)
	return err
}
