package projections

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// A catalog is the table of a sealed segment: one row per path, sorted by path. It is laid out in sections, so that a process reads
// only what it needs: to compare a store with the file system, the sections up to catalogEager; the rest on demand.
//
//	header   magic, rows, then offset, length and CRC of each section, then the header's own CRC
//	sections little endian, in the order of the constants below
const (
	sectionPathEnds = iota // rows+1 x uint32: where each path starts in sectionPaths, and the end
	sectionPaths
	sectionStats  // rows x (size uint64, mtime int64, ctime int64)
	sectionFlags  // rows x 1 byte: kind, racy, unfed
	sectionSums   // rows x 32 bytes
	sectionLens   // rows x NumFields x uint32
	sectionFacets // rows x uint32: number of the row's combination in sectionFacetTable
	sectionFacetTable
	sectionVectorEnds
	sectionCardEnds
	sectionCards // each with 4 bytes of CRC before it
	sectionKeys  // keyKinds tables follow, each sorted (hash uint64, row uint32)
	numSections  = sectionKeys + int(keyKinds)

	catalogEager = sectionFlags
)

const (
	catalogMagic  = "FLCAT\x00\x00\x03"
	catalogStat   = 24 // bytes of a row in sectionStats
	catalogHeader = len(catalogMagic) + 4 + numSections*20 + 4

	flagKind  = 0b0011
	flagRacy  = 0b0100
	flagUnfed = 0b1000
)

// sealedRow is one row on its way into a catalog.
type sealedRow struct {
	path    string
	kind    kind
	stat    fileStat
	unfed   bool
	sum     [sha256.Size]byte
	card    string
	lens    [NumFields]uint32
	vectors []byte // kept form, one after the other
}

// encodeCatalog lays out rows, which are sorted by path. width is the kept size of one vector in bytes.
func encodeCatalog(rows []sealedRow, width int) ([]byte, error) {
	var sections [numSections]wireWriter
	keys, err := keyTables(rows)
	if err != nil {
		return nil, err
	}
	vectors := 0
	facets := facetTable{numbers: map[Facets]uint32{}}
	for _, r := range rows {
		n, err := r.facets(&facets)
		if err != nil {
			return nil, err
		}
		sections[sectionFacets].fixed32(n)
		sections[sectionPathEnds].fixed32(uint32(len(sections[sectionPaths].buf)))
		sections[sectionPaths].raw([]byte(r.path))
		sections[sectionStats].fixed64(uint64(r.stat.size))
		sections[sectionStats].fixed64(uint64(r.stat.mtime))
		sections[sectionStats].fixed64(uint64(r.stat.ctime))
		sections[sectionFlags].raw([]byte{r.flags()})
		sections[sectionSums].raw(r.sum[:])
		for _, n := range r.lens {
			sections[sectionLens].fixed32(n)
		}
		sections[sectionVectorEnds].fixed32(uint32(vectors))
		vectors += len(r.vectors) / width
		sections[sectionCardEnds].fixed32(uint32(len(sections[sectionCards].buf)))
		sections[sectionCards].fixed32(checksum([]byte(r.card)))
		sections[sectionCards].raw([]byte(r.card))
	}
	sections[sectionPathEnds].fixed32(uint32(len(sections[sectionPaths].buf)))
	sections[sectionVectorEnds].fixed32(uint32(vectors))
	sections[sectionCardEnds].fixed32(uint32(len(sections[sectionCards].buf)))
	sections[sectionFacetTable] = facets.table
	for k, table := range keys {
		for _, e := range table {
			sections[sectionKeys+k].fixed64(e.hash)
			sections[sectionKeys+k].fixed32(e.row)
		}
	}
	return assembleCatalog(len(rows), sections[:]), nil
}

// facets numbers the combination of a row; what is no item has an empty one.
func (r sealedRow) facets(t *facetTable) (uint32, error) {
	if r.kind != kindItem {
		return t.number(Facets{}), nil
	}
	head, _, err := decodeCard(r.card)
	return t.number(facetsOf(head)), err
}

func (r sealedRow) flags() byte {
	b := byte(r.kind)
	if r.stat.racy {
		b |= flagRacy
	}
	if r.unfed {
		b |= flagUnfed
	}
	return b
}

func assembleCatalog(rows int, sections []wireWriter) []byte {
	out := wireWriter{buf: []byte(catalogMagic)}
	out.fixed32(uint32(rows))
	offset := uint64(catalogHeader)
	for _, s := range sections {
		out.fixed64(offset)
		out.fixed64(uint64(len(s.buf)))
		out.fixed32(checksum(s.buf))
		offset += uint64(len(s.buf))
	}
	out.fixed32(checksum(out.buf))
	out.buf = slices.Grow(out.buf, int(offset)-len(out.buf))
	for _, s := range sections {
		out.raw(s.buf)
	}
	return out.buf
}

// keyEntry is one line of a key table. Equal hashes of different keys are told apart by reading the card.
type keyEntry struct {
	hash uint64
	row  uint32
}

func keyTables(rows []sealedRow) ([keyKinds][]keyEntry, error) {
	var tables [keyKinds][]keyEntry
	for i, r := range rows {
		if r.kind != kindItem {
			continue
		}
		keys, err := keysOf(r.card)
		if err != nil {
			return tables, err
		}
		for k, list := range keys {
			for _, key := range list {
				tables[k] = append(tables[k], keyEntry{keyHash(key), uint32(i)})
			}
		}
	}
	for k := range tables {
		slices.SortFunc(tables[k], func(a, b keyEntry) int {
			return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.row, b.row))
		})
		tables[k] = slices.Compact(tables[k])
	}
	return tables, nil
}

func (w *wireWriter) fixed64(n uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, n) }
