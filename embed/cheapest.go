package embed

import "unicode/utf8"

const (
	maxKey      = 12  // runes of the longest key without spaces
	unknownCost = 160 // of one rune that no key covers, in eighths of a nat: dearer than the rarest key
)

// step is the cheapest way to a place in the runes.
type step struct {
	cost int
	from int // where its last part begins
	row  int // -1 = a rune without a row
}

// cheapest cuts c.runes so that the costs of the parts are least, that is, into the most probable words if each word stood
// alone, and yields their rows in order. Of equal ways the one whose last part begins first is taken. With marked, the first
// part is looked up as the beginning of a word.
func (c *cutter) cheapest(marked bool) {
	n := len(c.runes)
	c.best = c.best[:0]
	for range n + 1 {
		c.best = append(c.best, step{cost: 1 << 30})
	}
	c.best[0].cost = 0
	for i := range n {
		base := c.best[i].cost
		c.offer(i+1, step{base + unknownCost, i, -1})
		key := keySeed
		if marked && i == 0 {
			key = keyAdd(key, wordMark)
		}
		for j := i; j < min(n, i+maxKey); j++ {
			var b [utf8.UTFMax]byte
			key = keyAdd(key, string(b[:utf8.EncodeRune(b[:], c.runes[j])]))
			if row := c.table.find(keyDone(key)); row >= 0 {
				c.offer(j+1, step{base + c.table.cost(row), i, row})
			}
		}
	}
	c.yieldPath()
}

func (c *cutter) offer(at int, s step) {
	if s.cost < c.best[at].cost {
		c.best[at] = s
	}
}

// yieldPath follows the cheapest way back from the end, turns it round in place and yields it.
func (c *cutter) yieldPath() {
	path := c.best[:0:0]
	for at := len(c.runes); at > 0; at = c.best[at].from {
		path = append(path, c.best[at])
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].row >= 0 {
			c.yield(path[i].row)
		}
	}
}
