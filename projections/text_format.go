package projections

import (
	"encoding/binary"
	"math/bits"
)

// A text file holds the postings of a set of documents, numbered from 0. It never changes.
//
//	lists       one a term, in the order of the dictionary: CRC, documents, then of each document the step from the one before, the
//	            fields that hold the term as a mask, and how often they do
//	dictionary  blocks of dictionaryBlock terms in byte order: where the first one's list starts, then of each term how much it
//	            shares with the one before, the rest of it, and the length of its list
//	table       of each block where it ends in the dictionary and its CRC; where its first term ends among the first terms; those
//	footer      counts and lengths of the parts, CRC of the table, magic, and the footer's own CRC
//
// A search reads the table, and then a block and a list for each term, with the checksum of each: what is damaged is noticed where it is
// read. Nothing is mapped: a file that another process cuts short gives an error, not a fault.
const (
	textMagic       = "FLTEXT\x00\x01"
	textFooter      = 4*4 + 3*8 + 4 + len(textMagic) + 4
	dictionaryBlock = 32 // a lookup compares half as many; the table holds one of so many terms

	freqsOne = 1 << 6 // in a mask: each field holds the term once, and no counts follow
)

// A mask has a bit for each field below freqsOne.
var _ = [1]int{}[int(NumFields)/7]

// freqs is how often a term stands in each field of a document.
type freqs = [NumFields]uint32

// listWriter encodes the postings of one term. Documents ascend.
type listWriter struct {
	buf  []byte // without CRC and count
	docs uint32
	last uint32
}

func (l *listWriter) add(doc uint32, f *freqs) {
	l.buf = binary.AppendUvarint(l.buf, uint64(doc-l.last))
	l.last = doc
	l.docs++
	mask, ones := byte(0), byte(freqsOne)
	for i, n := range f {
		if n > 0 {
			mask |= 1 << i
		}
		if n > 1 {
			ones = 0
		}
	}
	l.buf = append(l.buf, mask|ones)
	if ones != 0 {
		return
	}
	for _, n := range f {
		if n > 0 {
			l.buf = binary.AppendUvarint(l.buf, uint64(n))
		}
	}
}

// appendTo adds the finished list to b.
func (l *listWriter) appendTo(b []byte) []byte {
	start := len(b)
	b = append(b, 0, 0, 0, 0)
	b = binary.AppendUvarint(b, uint64(l.docs))
	b = append(b, l.buf...)
	binary.LittleEndian.PutUint32(b[start:], checksum(b[start+4:]))
	return b
}

// reset empties the writer for the next term.
func (l *listWriter) reset() { l.buf, l.docs, l.last = l.buf[:0], 0, 0 }

// listReader walks over a list whose checksum was right; the zero value walks over an empty one.
type listReader struct {
	in    string
	at    int    // in in
	left  uint64 // documents
	doc   uint32
	freqs freqs
}

// readList opens a list as it stands in the file.
func readList(list string) (r listReader, err error) {
	if list == "" {
		return r, nil
	}
	if len(list) < 5 || checksumString(list[4:]) != fixed32(list, 0) {
		return r, errDamaged
	}
	return readListHead(list)
}

// readListHead is readList for a list that was checked, or of which only the number of documents is asked.
func readListHead(list string) (r listReader, err error) {
	switch {
	case list == "":
		return r, nil
	case len(list) < 5:
		return r, errDamaged
	}
	r.in = list[4:]
	r.left = r.number()
	return r, nil
}

// step goes to the next document and leaves the reader before its counts; ok is false at the end of the list. Most numbers have one byte, and a search
// steps some ten thousand times: so those are read here, without a call.
func (r *listReader) step() (mask byte, ok bool) {
	at := r.at
	if r.left == 0 || at >= len(r.in) {
		return 0, false
	}
	r.left--
	if delta := r.in[at]; delta < 0x80 {
		r.doc += uint32(delta)
		at++
	} else {
		r.doc += uint32(r.longNumber())
		at = r.at
	}
	if at >= len(r.in) {
		r.at = at
		return 0, false
	}
	r.at = at + 1
	return r.in[at], true
}

// next steps to the next document and reads how often it holds the term.
func (r *listReader) next() bool {
	mask, ok := r.step()
	if !ok {
		return false
	}
	if mask&freqsOne != 0 {
		for i := range r.freqs {
			r.freqs[i] = uint32(mask>>i) & 1
		}
		return true
	}
	r.freqs = freqs{}
	for ; mask != 0; mask &= mask - 1 {
		if f := bits.TrailingZeros8(mask); f < len(r.freqs) {
			r.freqs[f] = uint32(r.number())
		}
	}
	return true
}

// skip is next for who does not ask how often the document holds the term.
func (r *listReader) skip() bool {
	mask, ok := r.step()
	if ok && mask&freqsOne == 0 {
		for fields := bits.OnesCount8(mask); fields > 0; fields-- {
			r.number()
		}
	}
	return ok
}

func (r *listReader) number() uint64 {
	if r.at < len(r.in) && r.in[r.at] < 0x80 {
		r.at++
		return uint64(r.in[r.at-1])
	}
	return r.longNumber()
}

// longNumber is number for one of several bytes; at the end of the list, or where it is damaged, there is no more to read.
func (r *listReader) longNumber() uint64 {
	w := wireReader{in: r.in[min(r.at, len(r.in)):]}
	n := w.number()
	r.at = len(r.in) - len(w.in)
	return n
}
