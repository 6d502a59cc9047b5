package projections

import (
	"context"
	"math"
)

// hashingDim is the length of the built-in vectors: 256 buckets keep a section of 100 words apart at 260 bytes a row.
const hashingDim = 256

// Weights of the features of the hashing embedder, in eighths. Words carry the meaning; pairs add order; letter groups let
// "paginate" meet "pagination"; a single CJK character says less than a pair.
const (
	wordWeight    = 8
	pairWeight    = 4
	lettersWeight = 2
	unigramWeight = 3
)

// Hashing is the built-in embedder: each word, word pair, letter group and CJK pair adds to one signed bucket chosen by its hash.
// It knows no meaning beyond shared spelling, needs no weights, works for every script, and gives the same bits everywhere:
// it counts in whole numbers and divides once. Make it with NewHashing.
type Hashing struct{ analyzer *analyzer }

// NewHashing returns the built-in embedder.
func NewHashing() *Hashing {
	return &Hashing{newAnalyzer()}
}

func (h *Hashing) Model() string { return "hashing-1+" + analyzerVersion }
func (h *Hashing) Dim() int      { return hashingDim }

// Embed returns one unit vector per text; a text without any word gives the zero vector.
func (h *Hashing) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = h.embed(text)
	}
	return vectors, nil
}

func (h *Hashing) embed(text string) []float32 {
	var buckets [hashingDim]int64
	previous := ""
	for _, t := range h.analyzer.words(text) {
		switch {
		case t.CJK && t.End-t.Start <= 4: // one character
			addFeature(&buckets, "u", t.Text, "", unigramWeight)
		case t.CJK:
			addFeature(&buckets, "w", t.Text, "", wordWeight)
		default:
			addFeature(&buckets, "w", t.Text, "", wordWeight)
			if previous != "" {
				addFeature(&buckets, "p", previous, t.Text, pairWeight)
			}
			addLetters(&buckets, t.Text)
			previous = t.Text
		}
	}
	return unit(buckets)
}

// addLetters adds the groups of three letters of a word with its ends marked.
func addLetters(buckets *[hashingDim]int64, word string) {
	runes := []rune("^" + word + "$")
	for i := 0; i+3 <= len(runes); i++ {
		addFeature(buckets, "l", string(runes[i:i+3]), "", lettersWeight)
	}
}

func addFeature(buckets *[hashingDim]int64, kind, a, b string, weight int64) {
	h := fnv64(fnv64(fnv64(fnv64(fnvOffset, kind), a), "\x00"), b)
	h ^= h >> 32 // FNV's low bits are weak for short keys
	if h>>40&1 != 0 {
		weight = -weight
	}
	buckets[h%hashingDim] += weight
}

// unit divides by the length. The sum of squares is a whole number below 2^53 for any item, so nothing is rounded before Sqrt.
func unit(buckets [hashingDim]int64) []float32 {
	var squares int64
	for _, n := range buckets {
		squares += n * n
	}
	v := make([]float32, hashingDim)
	if squares == 0 {
		return v
	}
	length := math.Sqrt(float64(squares))
	for i, n := range buckets {
		v[i] = float32(float64(n) / length)
	}
	return v
}

const fnvOffset uint64 = 14695981039346656037

// fnv64 continues an FNV-1a hash. Hashes of it are stored (vectors, key tables), so it must never change.
func fnv64(h uint64, s string) uint64 {
	for i := range len(s) {
		h ^= uint64(s[i])
		h *= 1099511628211
	}
	return h
}
