package projections

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/factline/memory/items"
)

// comparedKnown is compare where no file came or went: what a look at each known file gave. It makes a listing only of the files that differ.
func comparedKnown(l *looking, sources []source, retry bool) (compared, error) {
	c := compared{places: make([]place, len(l.rows)), stats: map[int]fileStat{}, sums: map[int][sha256.Size]byte{}}
	for n, row := range l.rows {
		c.places[n] = row.doc
	}
	for _, n := range slices.Sorted(maps.Keys(l.differ)) {
		row, sight := l.rows[n], l.differ[n]
		c.unsure = append(c.unsure, n)
		c.files = append(c.files, fileAt(sources[row.doc.source].path(int(row.doc.row)), sight))
		if retry && sources[row.doc.source].unfed(int(row.doc.row)) {
			continue // without a known sum it is analysed anew
		}
		stat := sources[row.stat.source]
		sum, err := stat.sum(int(row.stat.row))
		if err != nil {
			return c, err
		}
		c.stats[n], c.sums[n] = stat.stat(int(row.stat.row)), sum
	}
	return c, nil
}

func fileAt(path string, sight items.Sight) items.File {
	return items.File{
		ID: items.ID(idOf(path)), Path: path, Candidate: isCandidate(path), Size: sight.Size, ModTime: sight.ModTime, ChangeTime: sight.ChangeTime,
	}
}
