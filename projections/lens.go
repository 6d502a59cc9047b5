package projections

import (
	"encoding/binary"
	"unsafe"
)

// fieldLens are the lengths of one document's fields in terms.
type fieldLens = [NumFields]uint32

// FieldLens are the lengths of a document's fields in terms. They are not to be changed.
func (v *View) FieldLens(doc int) *[NumFields]uint32 {
	v.lensOnce.Do(v.loadLens)
	at := v.docs[doc]
	return &v.lens[at.source][at.row]
}

// AvgFieldLen is the mean length of a field in terms over the live documents, whatever the segments; 0 without documents.
func (v *View) AvgFieldLen(f Field) float64 {
	v.lensOnce.Do(v.loadLens)
	return v.averages[f]
}

// loadLens lays the lengths of each source side by side: ranking asks for one with each posting.
func (v *View) loadLens() {
	v.lens = make([][]fieldLens, len(v.docOf))
	var sums [NumFields]int64
	for i, live := range v.docOf {
		v.from(int32(i), func(s source) (err error) {
			v.lens[i], err = s.lens()
			return err
		})
		for row, doc := range live {
			if doc >= 0 {
				for f, n := range v.lens[i][row] {
					sums[f] += int64(n)
				}
			}
		}
	}
	for f, sum := range sums {
		if len(v.docs) > 0 {
			v.averages[f] = float64(sum) / float64(len(v.docs))
		}
	}
}

func (m *memory) lens() ([]fieldLens, error) {
	lens := make([]fieldLens, len(m.docs))
	for row, d := range m.docs {
		if d != nil {
			lens[row] = d.lens
		}
	}
	return lens, nil
}

// lens reads the section in place where the machine keeps numbers as the file does: a copy would be the larger part of it.
func (c *catalog) lens() ([]fieldLens, error) {
	section, err := c.section(sectionLens)
	if err != nil {
		return nil, err
	}
	if len(section) != c.rows*4*int(NumFields) {
		return nil, errDamaged
	}
	if c.rows == 0 {
		return nil, nil
	}
	if first := unsafe.StringData(section); littleEndian() && uintptr(unsafe.Pointer(first))%4 == 0 {
		return unsafe.Slice((*fieldLens)(unsafe.Pointer(first)), c.rows), nil
	}
	lens := make([]fieldLens, c.rows)
	for row := range lens {
		for f := range NumFields {
			lens[row][f] = fixed32(section, row*int(NumFields)+int(f))
		}
	}
	return lens, nil
}

func littleEndian() bool {
	return binary.NativeEndian.Uint16([]byte{1, 0}) == 1
}
