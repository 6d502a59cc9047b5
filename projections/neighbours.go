package projections

import (
	"cmp"
	"slices"
)

// neighbour is one row of a source and its section nearest to the query.
type neighbour struct {
	row     int
	section int
	cosine  float64
}

// byCosine orders neighbours: cosine descending, then id. Two indexes that hold the same vectors must give the same order.
func byCosine(id func(row int) string) func(a, b neighbour) int {
	return func(a, b neighbour) int {
		if c := cmp.Compare(b.cosine, a.cosine); c != 0 {
			return c
		}
		return cmp.Compare(id(a.row), id(b.row))
	}
}

// nearestList keeps the k best neighbours seen. allow is asked only about a row that would enter: it may read a head, which costs more than
// a dot product.
type nearestList struct {
	k     int
	order func(a, b neighbour) int
	allow func(row int) bool // nil = all
	best  []neighbour        // sorted
}

func (l *nearestList) offer(n neighbour) {
	full := len(l.best) == l.k
	if full {
		last := l.best[l.k-1]
		if n.cosine < last.cosine || n.cosine == last.cosine && l.order(n, last) >= 0 {
			return
		}
	}
	if l.allow != nil && !l.allow(n.row) {
		return
	}
	if full {
		l.best = l.best[:l.k-1]
	}
	at, _ := slices.BinarySearchFunc(l.best, n, l.order)
	l.best = slices.Insert(l.best, at, n)
}
