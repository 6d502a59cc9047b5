package projections

import (
	"crypto/sha256"
	"slices"

	"github.com/factline/memory/items"
)

// place is where the document of a file stands.
type place struct {
	source int32 // index into the sources, -1 = nowhere
	row    int32
}

var nowhere = place{source: -1}

// compared is the outcome of laying the listing of files beside the sources, without reading any file.
type compared struct {
	places  []place          // for each file; nowhere for a new one
	unsure  []int            // files that must be read: new, changed, or too young to trust their time
	files   []items.File     // those
	stats   map[int]fileStat // for unsure files that are known: what they looked like
	sums    map[int][sha256.Size]byte
	removed []string // known paths that are no longer listed
}

// compare walks files and sources, all sorted by path, side by side. sources are newest first. retry reads again what had no vectors.
func compare(files []items.File, sources []source, retry bool) (compared, error) {
	c := compared{places: make([]place, len(files)), stats: map[int]fileStat{}, sums: map[int][sha256.Size]byte{}}
	next := make([]int, len(sources))
	gone := map[string]bool{} // path -> the newest source that knows it has it as a file
	skip := func(path string, all bool) {
		for i, s := range sources {
			for next[i] < s.len() {
				p := s.path(next[i])
				if !all && p >= path {
					break
				}
				if _, ok := gone[p]; !ok {
					gone[p] = s.kind(next[i]) != kindRemoved
				}
				next[i]++
			}
		}
	}
	for n, f := range files {
		skip(f.Path, false)
		if err := c.place(n, f, sources, next, retry); err != nil {
			return c, err
		}
	}
	skip("", true)
	for p, present := range gone {
		if present {
			c.removed = append(c.removed, p)
		}
	}
	slices.Sort(c.removed)
	return c, nil
}

// place finds the newest document of a file and whether its stat still holds.
func (c *compared) place(n int, f items.File, sources []source, next []int, retry bool) error {
	v := versions(sources, f.Path, next)
	newest, found := v.newest, v.doc
	c.places[n] = found
	if found == nowhere {
		c.unsure, c.files = append(c.unsure, n), append(c.files, f)
		return nil
	}
	again := retry && sources[found.source].unfed(int(found.row))
	same, err := sameBytes(sources, newest, found)
	if err != nil {
		return err
	}
	stat := sources[newest.source].stat(int(newest.row))
	if stat.matches(f) && !stat.racy && !again && same {
		return nil
	}
	c.unsure, c.files = append(c.unsure, n), append(c.files, f)
	if again || !same {
		return nil // without a known sum it is analysed anew
	}
	c.stats[n] = stat
	c.sums[n], err = sources[newest.source].sum(int(newest.row))
	return err
}

// sameBytes says that a touched row speaks of the document that was found. Two writers that raced through a deletion of the whole
// directory could have left a touch above another document.
func sameBytes(sources []source, newest, found place) (bool, error) {
	if newest == found {
		return true, nil
	}
	a, err := sources[newest.source].sum(int(newest.row))
	if err != nil {
		return false, err
	}
	b, err := sources[found.source].sum(int(found.row))
	return a == b, err
}
