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

// wantedRows says which rows may be returned: those that both accept.
type wantedRows struct {
	may   func(row int) bool // costs next to nothing, so it is asked before a dot product; nil = all
	allow func(row int) bool // may read a head, so it is asked only about a row that would be returned; nil = all
}

func (w wantedRows) passesOver(row int) bool { return w.may != nil && !w.may(row) }

// nearestList keeps the k best neighbours seen, of rows that are not passed over.
type nearestList struct {
	k     int
	order func(a, b neighbour) int
	want  wantedRows
	best  []neighbour // sorted
}

// bound is the cosine below which nothing enters any more; negative while anything does.
func (l *nearestList) bound() float64 {
	if len(l.best) < l.k {
		return -1
	}
	return l.best[l.k-1].cosine
}

func (l *nearestList) offer(n neighbour) {
	full := len(l.best) == l.k
	if full {
		last := l.best[l.k-1]
		if n.cosine < last.cosine || n.cosine == last.cosine && l.order(n, last) >= 0 {
			return
		}
	}
	if l.want.allow != nil && !l.want.allow(n.row) {
		return
	}
	if full {
		l.best = l.best[:l.k-1]
	}
	at, _ := slices.BinarySearchFunc(l.best, n, l.order)
	l.best = slices.Insert(l.best, at, n)
}
