package projections

import "sync/atomic"

// seenStems remembers the terms of words that came lately: titles and summaries use few words again and again, and stemming one takes longer
// than all else that is done to it. A place holds the last word that fell to it.
type seenStems [1024]atomic.Pointer[seenStem]

type seenStem struct {
	word string
	term string // "" = a stop word
}

func (s *seenStems) find(word []byte) *seenStem {
	if seen := s.place(word).Load(); seen != nil && seen.word == string(word) {
		return seen
	}
	return nil
}

func (s *seenStems) keep(seen *seenStem, word []byte) { s.place(word).Store(seen) }

func (s *seenStems) place(word []byte) *atomic.Pointer[seenStem] {
	h := uint32(2166136261) // FNV-1a
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return &s[h%uint32(len(s))]
}
