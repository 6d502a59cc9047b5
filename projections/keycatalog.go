package projections

import (
	"path/filepath"
	"sort"
)

// keyCatalog reads single rows of a catalog file, so that what it costs does not grow with the store. It uses of the catalog only
// what is read on demand: key tables and cards. What it reads of single rows has no checksum; a card has, and names its id.
type keyCatalog struct{ *catalog }

func openKeyCatalog(dir string, entry segmentEntry) (keyCatalog, error) {
	if err := entry.checkSizes(dir); err != nil {
		return keyCatalog{}, err
	}
	c, err := openCatalogHead(filepath.Join(dir, entry.Name, catalogFile))
	if err == nil && c.rows != entry.Rows {
		c.file.Close()
		err = errDamaged
	}
	return keyCatalog{c}, err
}

// row reads path, kind and stat of one row.
func (c keyCatalog) row(n int) (path string, k kind, stat fileStat, err error) {
	if path, err = c.pathAt(n); err != nil {
		return
	}
	flags, err := c.readAt(c.sections[sectionFlags].offset+int64(n), 1)
	if err != nil {
		return
	}
	b, err := c.readAt(c.sections[sectionStats].offset+catalogStat*int64(n), catalogStat)
	if err != nil {
		return
	}
	return path, kind(flags[0] & flagKind), statAt(b, flags[0]), nil
}

func (c keyCatalog) pathAt(n int) (string, error) {
	ends, err := c.readAt(c.sections[sectionPathEnds].offset+4*int64(n), 8)
	if err != nil {
		return "", err
	}
	start, end := fixed32(ends, 0), fixed32(ends, 1)
	if start > end || int64(end) > c.sections[sectionPaths].length {
		return "", errDamaged
	}
	return c.readAt(c.sections[sectionPaths].offset+int64(start), int64(end-start))
}

// find returns the row of a path, -1 where there is none.
func (c keyCatalog) find(path string) (int, error) {
	var failed error
	n := sort.Search(c.rows, func(i int) bool {
		p, err := c.pathAt(i)
		if err != nil {
			failed = err
		}
		return p >= path
	})
	if failed != nil || n == c.rows {
		return -1, failed
	}
	if p, err := c.pathAt(n); err != nil || p != path {
		return -1, err
	}
	return n, nil
}

// cardAt reads one card, and of where cards end only the row's part.
func (c keyCatalog) cardAt(n int) (string, error) {
	ends, err := c.readAt(c.sections[sectionCardEnds].offset+4*int64(n), 8)
	if err != nil {
		return "", err
	}
	return c.cardBetween(int64(fixed32(ends, 0)), int64(fixed32(ends, 1)))
}

// keyLine is one line of a key table: hash and row.
const keyLine = 12

// rowsByKey is catalog.rowsByKey without reading the whole table.
func (c keyCatalog) rowsByKey(k keyKind, key string) (rows []int, err error) {
	table, want := c.sections[sectionKeys+int(k)], keyHash(key)
	lines := int(table.length / keyLine)
	line := func(n int) string {
		if err != nil {
			return noKeyLine
		}
		var b string
		if b, err = c.readAt(table.offset+keyLine*int64(n), keyLine); err != nil {
			return noKeyLine
		}
		return b
	}
	for n := sort.Search(lines, func(n int) bool { return fixed64(line(n), 0) >= want }); n < lines; n++ {
		at := line(n)
		if err != nil || fixed64(at, 0) != want {
			break
		}
		if row := int(fixed32(at, 2)); row < c.rows {
			rows = append(rows, row)
		}
	}
	return rows, err
}

const noKeyLine = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

// facetsFew is how many rows are read one by one before it is cheaper to read all: a call takes about as long as 4 KB of them.
const facetsFew = 128

// fewFacets reads the facets of single rows, and from facetsFew on those of all.
type fewFacets struct {
	asked int
	list  []Facets
}

func (f *fewFacets) at(c keyCatalog, row int) (Facets, error) {
	if f.asked++; f.asked > facetsFew {
		return c.facets(row)
	}
	if f.list == nil {
		table, err := c.section(sectionFacetTable)
		if err != nil {
			return Facets{}, err
		}
		if f.list, err = readFacets(table); err != nil {
			return Facets{}, err
		}
	}
	b, err := c.readAt(c.sections[sectionFacets].offset+4*int64(row), 4)
	if err != nil {
		return Facets{}, err
	}
	if n := fixed32(b, 0); int(n) < len(f.list) {
		return f.list[n], nil
	}
	return Facets{}, errDamaged
}
