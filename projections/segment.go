package projections

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
)

// Files of a sealed segment's directory.
const (
	catalogFile = "catalog"
	textFileIn  = "text"
	vectorFile  = "vectors"
)

// sealed is a source on disk. Its files never change; text and vectors are opened when a search first needs them.
type sealed struct {
	*catalog
	entry segmentEntry
	dir   string
	docs  int // documents in the text file
	dim   int

	textOnce sync.Once
	text     *textFile
	rowOf    []int32 // row of each document of the text file; nil = they are the rows
	textErr  error

	vectorsOnce sync.Once
	flat        *flatVectors
	vectorsErr  error
}

func openSealed(dir string, entry segmentEntry, dim int) (*sealed, error) {
	c, err := openCatalog(filepath.Join(dir, entry.Name, catalogFile))
	if err != nil {
		return nil, err
	}
	if c.rows != entry.Rows {
		c.file.Close()
		return nil, fmt.Errorf("%s has %d rows, not %d: %w", entry.Name, c.rows, entry.Rows, errDamaged)
	}
	return &sealed{catalog: c, entry: entry, dir: filepath.Join(dir, entry.Name), docs: entry.Docs, dim: dim}, nil
}

func (s *sealed) items() int { return s.docs }

func (s *sealed) close() error {
	err := s.file.Close()
	s.textOnce.Do(func() { s.textErr = ErrClosed })
	if s.text != nil {
		err = errors.Join(err, s.text.close())
	}
	s.vectorsOnce.Do(func() { s.vectorsErr = ErrClosed })
	err = errors.Join(err, s.flat.close())
	return err
}

// openedText opens the postings, once; nil where the segment holds none. Document n of the file is the n-th row that is an item.
func (s *sealed) openedText() (*textFile, error) {
	s.textOnce.Do(func() {
		if s.docs < s.rows {
			s.rowOf = make([]int32, 0, s.docs)
			for row := range s.rows {
				if s.kind(row) == kindItem {
					s.rowOf = append(s.rowOf, int32(row))
				}
			}
			if len(s.rowOf) != s.docs {
				s.textErr = errDamaged
				return
			}
		}
		if s.docs > 0 {
			s.text, s.textErr = openText(filepath.Join(s.dir, textFileIn), s.docs)
		}
	})
	return s.text, s.textErr
}

// verify compares all files with their checksums.
func (s *sealed) verify() error { return s.entry.verify(filepath.Dir(s.dir)) }

func (s *sealed) postings(term string) (rowList, error) {
	text, err := s.openedText()
	if err != nil || text == nil {
		return rowList{}, err
	}
	list, err := text.list(term)
	return rowList{list, s.rowOf}, err
}

func (s *sealed) eachTerm(each func(term string)) error {
	text, err := s.openedText()
	if err != nil || text == nil {
		return err
	}
	return text.eachTerm(each)
}

func (s *sealed) vectors(context.Context) (nearestRows, error) {
	flat, err := s.openedVectors()
	if err != nil {
		return nil, err
	}
	return flat, nil
}

func (s *sealed) openedVectors() (*flatVectors, error) {
	s.vectorsOnce.Do(func() {
		ends, err := s.section(sectionVectorEnds)
		if err != nil {
			s.vectorsErr = err
			return
		}
		first := make([]uint32, s.rows+1)
		for i := range first {
			first[i] = fixed32(ends, i)
		}
		data, unmap, err := readVectors(filepath.Join(s.dir, vectorFile), s.dim, int(first[s.rows]), s.entry.asWritten(s.dir, vectorFile))
		if err != nil {
			s.vectorsErr = err
			return
		}
		s.flat = &flatVectors{dim: s.dim, first: first, data: data, unmap: unmap, id: func(row int) string { return idOf(s.path(row)) }}
	})
	return s.flat, s.vectorsErr
}

// rawVectors copies the kept form of a row's vectors.
func (s *sealed) rawVectors(row int) (raw []byte, err error) {
	defer guard("vectors", &err)()
	flat, err := s.openedVectors()
	if err != nil {
		return nil, err
	}
	width := 4 + flat.dim
	return bytes.Clone(flat.data[int(flat.first[row])*width : int(flat.first[row+1])*width]), nil
}

func (s *sealed) vectorsOf(row int) ([]quantized, error) {
	raw, err := s.rawVectors(row)
	if err != nil {
		return nil, err
	}
	var out []quantized
	for width := 4 + s.dim; len(raw) >= width && width > 4; raw = raw[width:] {
		out = append(out, quantizedFrom(string(raw[4:width])))
	}
	return out, nil
}
