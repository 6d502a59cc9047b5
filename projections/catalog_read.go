package projections

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"sort"
	"sync"

	"github.com/factline/memory/internal/plainfile"
)

// catalog is an open catalog file. What is not held in memory is read from the open file, never mapped: a file that another
// process cuts short gives an error, not a fault.
type catalog struct {
	file     *os.File
	rows     int
	sections [numSections]section

	pathEnds, stats, flags string
	paths                  string

	lazy [numSections]lazySection

	facetsOnce sync.Once
	facetRows  string
	facetList  []Facets
	facetsErr  error
}

type section struct {
	offset, length int64
	sum            uint32
}

type lazySection struct {
	once sync.Once
	data string
	err  error
}

// openCatalog reads header and eager sections and checks that the file has the size that the header says.
func openCatalog(path string) (*catalog, error) {
	c, err := openCatalogHead(path)
	if err == nil {
		if err = c.readEager(); err != nil {
			c.file.Close()
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	return c, err
}

// openCatalogHead reads the header alone: for keyCatalog, which looks at single rows.
func openCatalogHead(path string) (*catalog, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	c := &catalog{file: f}
	if err := c.readHead(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

func (c *catalog) readHead() error {
	info, err := c.file.Stat()
	if err != nil {
		return err
	}
	head, err := c.readAt(0, int64(catalogHeader))
	if err != nil {
		return err
	}
	body, sum := head[:len(head)-4], wireReader{in: head[len(head)-4:]}
	if head[:len(catalogMagic)] != catalogMagic || checksum([]byte(body)) != sum.fixed32() {
		return errDamaged
	}
	r := wireReader{in: body[len(catalogMagic):]}
	c.rows = int(r.fixed32())
	end := int64(catalogHeader)
	for i := range c.sections {
		c.sections[i] = section{int64(r.fixed64()), int64(r.fixed64()), r.fixed32()}
		if c.sections[i].offset != end {
			return errDamaged
		}
		end += c.sections[i].length
	}
	if info.Size() != end {
		return errDamaged
	}
	return nil
}

func (c *catalog) readEager() error {
	last := c.sections[catalogEager]
	first := c.sections[0]
	block, err := c.readAt(first.offset, last.offset+last.length-first.offset)
	if err != nil {
		return err
	}
	var parts [catalogEager + 1]string
	for i := range parts {
		s := c.sections[i]
		parts[i] = block[s.offset-first.offset:][:s.length]
		if checksumString(parts[i]) != s.sum {
			return errDamaged
		}
	}
	c.pathEnds, c.paths, c.stats, c.flags = parts[0], parts[1], parts[2], parts[3]
	if len(c.pathEnds) != 4*(c.rows+1) || len(c.stats) != catalogStat*c.rows || len(c.flags) != c.rows {
		return errDamaged
	}
	return nil
}

func (c *catalog) readAt(offset, length int64) (string, error) {
	return readStringAt(c.file, offset, length)
}

// section returns a whole section, read and checked once.
func (c *catalog) section(i int) (string, error) {
	l := &c.lazy[i]
	l.once.Do(func() {
		s := c.sections[i]
		l.data, l.err = c.readAt(s.offset, s.length)
		if l.err == nil && checksumString(l.data) != s.sum {
			l.err = errDamaged
		}
	})
	return l.data, l.err
}

func (c *catalog) len() int { return c.rows }

func (c *catalog) path(row int) string {
	return c.paths[fixed32(c.pathEnds, row):fixed32(c.pathEnds, row+1)]
}

func (c *catalog) kind(row int) kind  { return kind(c.flags[row] & flagKind) }
func (c *catalog) unfed(row int) bool { return c.flags[row]&flagUnfed != 0 }

func (c *catalog) stat(row int) fileStat {
	return statAt(c.stats[catalogStat*row:], c.flags[row])
}

// statAt reads the fields of one row of sectionStats.
func statAt(row string, flags byte) fileStat {
	return fileStat{size: int64(fixed64(row, 0)), mtime: int64(fixed64(row, 1)), ctime: int64(fixed64(row, 2)), racy: flags&flagRacy != 0}
}

func (c *catalog) sum(row int) (sum [sha256.Size]byte, err error) {
	b, err := c.readAt(c.sections[sectionSums].offset+int64(row)*sha256.Size, sha256.Size)
	copy(sum[:], b)
	return sum, err
}

// card reads one card from the file: a search looks at some dozens of ten thousand.
func (c *catalog) card(row int) (string, error) {
	ends, err := c.section(sectionCardEnds)
	if err != nil {
		return "", err
	}
	return c.cardBetween(int64(fixed32(ends, row)), int64(fixed32(ends, row+1)))
}

func (c *catalog) cardBetween(start, end int64) (string, error) {
	b, err := c.readAt(c.sections[sectionCards].offset+start, max(end-start, 4))
	if err != nil {
		return "", err
	}
	if sum := (&wireReader{in: b[:4]}).fixed32(); checksumString(b[4:]) != sum {
		return "", errDamaged
	}
	return b[4:], nil
}

func (c *catalog) rowsByKey(k keyKind, key string) ([]int, error) {
	table, err := c.section(sectionKeys + int(k))
	if err != nil {
		return nil, err
	}
	const width = 12
	hashAt := func(i int) uint64 { return fixed64(table[i*width:], 0) }
	n, want := len(table)/width, keyHash(key)
	var rows []int
	for i := sort.Search(n, func(i int) bool { return hashAt(i) >= want }); i < n && hashAt(i) == want; i++ {
		if row := int(fixed32(table[i*width+8:], 0)); row < c.rows {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// fixed32 reads the i-th uint32 of s.
func fixed32(s string, i int) uint32 {
	s = s[4*i : 4*i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// fixed64 reads the i-th uint64 of s.
func fixed64(s string, i int) uint64 {
	return uint64(fixed32(s, 2*i)) | uint64(fixed32(s, 2*i+1))<<32
}

func (r *wireReader) fixed64() uint64 { return binary.LittleEndian.Uint64([]byte(r.raw8())) }

// raw8 reads 8 bytes, zeros at the end of input.
func (r *wireReader) raw8() string {
	if s := r.raw(8); !r.failed {
		return s
	}
	return "\x00\x00\x00\x00\x00\x00\x00\x00"
}
