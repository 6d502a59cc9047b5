package tokens

import (
	_ "embed"
	"encoding/binary"
	"sync"
	"unicode/utf8"
)

// packed is the vocabulary as internal/gen/o200k writes it: the number of tokens, one byte of length for each in the order
// of its rank, then their bytes.
//
//go:embed o200k.bin
var packed string

// table finds the rank of a token: open addressing over 2^19 slots, each a rank + 1.
type table struct {
	words  string
	starts []uint32 // of each rank in words, and the end
	slots  []uint32
}

const slotBits = 19

// vocabulary is opened at the first count, in about 10 ms: a process that counts nothing does not pay for it.
var vocabulary = sync.OnceValue(openVocabulary)

func openVocabulary() *table {
	n := int(binary.LittleEndian.Uint32([]byte(packed[:4])))
	t := &table{words: packed[4+n:], starts: make([]uint32, n+1), slots: make([]uint32, 1<<slotBits)}
	at := uint32(0)
	for rank := range n {
		t.starts[rank] = at
		next := at + uint32(packed[4+rank])
		for slot := hash(t.words[at:next]); ; slot = (slot + 1) & (1<<slotBits - 1) {
			if t.slots[slot] == 0 {
				t.slots[slot] = uint32(rank) + 1
				break
			}
		}
		at = next
	}
	t.starts[n] = at
	return t
}

// hash is FNV-1a, folded to a slot.
func hash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return (h ^ h>>slotBits) & (1<<slotBits - 1)
}

// rank returns the rank of a token, -1 if word is none.
func (t *table) rank(word string) int32 {
	for slot := hash(word); t.slots[slot] != 0; slot = (slot + 1) & (1<<slotBits - 1) {
		rank := t.slots[slot] - 1
		if t.words[t.starts[rank]:t.starts[rank+1]] == word {
			return int32(rank)
		}
	}
	return -1
}

// count returns the number of tokens of one piece of the split.
func (t *table) count(piece string) int {
	if !utf8.ValidString(piece) {
		piece = string([]rune(piece)) // each bad byte becomes U+FFFD
	}
	if t.rank(piece) >= 0 {
		return 1
	}
	return t.merge(piece)
}
