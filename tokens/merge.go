package tokens

import "container/heap"

// shortPiece is how many bytes of a piece are merged by looking over all pairs each time: a word has a dozen, for which a heap costs more
// than it saves.
const shortPiece = 48

// merge joins the bytes of a piece pair by pair, the pair of lowest rank first and the leftmost of equals, until no pair is
// a token. It returns how many parts are left.
func (t table) merge(piece string) int {
	if len(piece) <= shortPiece {
		return t.mergeShort(piece)
	}
	return t.mergeLong(piece)
}

// mergeShort is merge without a byte on the heap.
func (t table) mergeShort(piece string) int {
	var starts [shortPiece + 1]uint8 // where each part starts, and the end of the last
	var ranks [shortPiece]int32      // of each part joined with the next one; -1 = no token
	parts := len(piece)
	for i := range parts + 1 {
		starts[i] = uint8(i)
	}
	joined := func(i int) int32 {
		if i+2 > parts {
			return -1
		}
		return t.rank(piece[starts[i]:starts[i+2]])
	}
	for i := range parts {
		ranks[i] = joined(i)
	}
	for {
		at := -1
		for i, rank := range ranks[:parts] {
			if rank >= 0 && (at < 0 || rank < ranks[at]) {
				at = i
			}
		}
		if at < 0 {
			return parts
		}
		copy(starts[at+1:parts], starts[at+2:parts+1])
		copy(ranks[at+1:parts-1], ranks[at+2:parts])
		parts--
		ranks[at] = joined(at)
		if at > 0 {
			ranks[at-1] = joined(at - 1)
		}
	}
}

// mergeLong is merge for a piece of any length: the heap keeps it at n log n.
func (t table) mergeLong(piece string) int {
	n := len(piece)
	m := merger{table: t, piece: piece, next: make([]int32, n+1), prev: make([]int32, n+1), rank: make([]int32, n+1)}
	for i := range n + 1 {
		m.next[i], m.prev[i], m.rank[i] = int32(i)+1, int32(i)-1, -1
	}
	for i := range n {
		m.offer(int32(i))
	}
	parts := n
	for len(m.pairs) > 0 {
		p := heap.Pop(&m.pairs).(pair)
		if m.rank[p.at] != p.rank {
			continue // merged or changed meanwhile
		}
		gone := m.next[p.at]
		m.rank[gone] = -1
		m.next[p.at] = m.next[gone]
		m.prev[m.next[gone]] = p.at
		parts--
		m.offer(p.at)
		if before := m.prev[p.at]; before >= 0 {
			m.offer(before)
		}
	}
	return parts
}

// merger is the list of parts of one piece: part i starts at byte i and ends where next[i] starts.
type merger struct {
	table      table
	piece      string
	next, prev []int32
	rank       []int32 // of part i joined with the next one; -1 = no token, or i starts no part
	pairs      pairs
}

// offer notes the pair that starts at part i.
func (m *merger) offer(i int32) {
	m.rank[i] = -1
	middle := m.next[i]
	if int(middle) >= len(m.piece) {
		return
	}
	if rank := m.table.rank(m.piece[i:m.next[middle]]); rank >= 0 {
		m.rank[i] = rank
		heap.Push(&m.pairs, pair{rank, i})
	}
}

// pair is a candidate: the part at an offset joined with the next one.
type pair struct{ rank, at int32 }

// pairs is a heap, lowest rank first, then leftmost.
type pairs []pair

func (p pairs) Len() int { return len(p) }
func (p pairs) Less(i, j int) bool {
	return p[i].rank < p[j].rank || p[i].rank == p[j].rank && p[i].at < p[j].at
}
func (p pairs) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *pairs) Push(x any)   { *p = append(*p, x.(pair)) }
func (p *pairs) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}
