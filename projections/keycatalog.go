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
