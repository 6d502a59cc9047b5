package tokens

import (
	_ "embed"
	"unicode/utf8"
)

// packed is the vocabulary as internal/gen/o200k writes it, searched in place, so that a process pays only for the pages that its
// counts touch: the number of tokens, where each token starts (and the end of the last), a hash table of 2^19 slots with open
// addressing, each a rank + 1 or 0, and the tokens one after the other. Numbers are 4 bytes, little-endian.
//
//go:embed o200k.bin
var packed string

const (
	slotBits = 19
	slotMask = 1<<slotBits - 1
)

// table is the vocabulary over its packed form.
type table struct {
	starts, slots, words string
}

// vocabulary slices the packed form.
func vocabulary() table {
	n := int(numberAt(packed, 0))
	starts := packed[4:]
	slots := starts[4*(n+1):]
	return table{starts: starts, slots: slots, words: slots[4<<slotBits:]}
}

// numberAt reads the i-th number of s.
func numberAt(s string, i int) uint32 {
	b := s[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// hash is FNV-1a, folded to a slot. The generator does the same.
func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return (h ^ h>>slotBits) & slotMask
}

// rank returns the rank of a token, -1 if word is none.
func (t table) rank(word string) int32 {
	for slot := hash(word); ; slot = (slot + 1) & slotMask {
		held := numberAt(t.slots, int(slot))
		if held == 0 {
			return -1
		}
		if t.words[numberAt(t.starts, int(held-1)):numberAt(t.starts, int(held))] == word {
			return int32(held - 1)
		}
	}
}

// count returns the number of tokens of one piece of the split.
func (t table) count(piece string) int {
	if !utf8.ValidString(piece) {
		piece = string([]rune(piece)) // each bad byte becomes U+FFFD
	}
	if t.rank(piece) >= 0 {
		return 1
	}
	if n, ok := counted.of(piece); ok {
		return n
	}
	n := t.merge(piece)
	counted.keep(piece, n)
	return n
}
