package embed

import (
	"strings"
	"sync"
)

// seenLimit bounds the words that are remembered, some 8 MB.
const seenLimit = 1 << 16

// seenWords remembers how words were cut: a text repeats its words, and each look into the table is a wait for memory. Cutting gives
// the same rows each time, so what is remembered changes no vector. It is safe for concurrent use.
type seenWords struct {
	mu   sync.RWMutex
	rows map[string][]int32
}

func (s *seenWords) get(word string) (rows []int32, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	rows, ok = s.rows[word]
	return rows, ok
}

// put keeps the first words that come: the frequent ones come early.
func (s *seenWords) put(word string, rows []int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rows == nil {
		s.rows = map[string][]int32{}
	}
	if len(s.rows) < seenLimit {
		s.rows[strings.Clone(word)] = rows // a copy: word is part of a text
	}
}
