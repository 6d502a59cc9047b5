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

// nearestList keeps the k best neighbours seen. allow is asked only about a row that would enter: reading a head costs more than a
// dot product.
type nearestList struct {
	k     int
	order func(a, b neighbour) int
	allow func(row int) bool // nil = all
	best  []neighbour        // sorted
}

func (l *nearestList) offer(n neighbour) {
	full := len(l.best) == l.k
	if full && l.order(n, l.best[l.k-1]) >= 0 || l.allow != nil && !l.allow(n.row) {
		return
	}
	if full {
		l.best = l.best[:l.k-1]
	}
	at, _ := slices.BinarySearchFunc(l.best, n, l.order)
	l.best = slices.Insert(l.best, at, n)
}

// nearestOf returns the k first of found, in order, among those that allow accepts. It is a heap: of thousands some tens are wanted, and
// allow is asked only about a row that takes a place, because reading a head costs more than a dot product.
func nearestOf(found []neighbour, k int, order func(a, b neighbour) int, allow func(row int) bool) (best []neighbour) {
	down := func(i int) {
		for child := 2*i + 1; child < len(found); child = 2*i + 1 {
			if child+1 < len(found) && order(found[child+1], found[child]) < 0 {
				child++
			}
			if order(found[i], found[child]) <= 0 {
				return
			}
			found[i], found[child] = found[child], found[i]
			i = child
		}
	}
	for i := len(found)/2 - 1; i >= 0; i-- {
		down(i)
	}
	for len(best) < k && len(found) > 0 {
		if allow == nil || allow(found[0].row) {
			best = append(best, found[0])
		}
		found[0] = found[len(found)-1]
		found = found[:len(found)-1]
		down(0)
	}
	return best
}
