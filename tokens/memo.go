package tokens

import (
	"strings"
	"sync"
)

// counted remembers what merging gave: a pack counts the same words in each view of an item and again in the whole text.
var counted memo

// maxCounted bounds what a server that runs for weeks remembers: with pieces of shortPiece bytes at most about half a megabyte.
const maxCounted = 4096

// memo is the number of tokens of short pieces that are no token themselves.
type memo struct {
	mu     sync.Mutex
	pieces map[string]int
}

func (m *memo) of(piece string) (n int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok = m.pieces[piece]
	return n, ok
}

func (m *memo) keep(piece string, n int) {
	if len(piece) > shortPiece {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pieces == nil || len(m.pieces) >= maxCounted {
		m.pieces = map[string]int{}
	}
	m.pieces[strings.Clone(piece)] = n // a piece is part of a text that need not be kept
}
