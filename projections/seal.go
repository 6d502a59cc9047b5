package projections

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const segmentPrefix = "seg-"

// segmentPlan says what goes into one new segment: documents in memory over existing segments, newest first.
type segmentPlan struct {
	fresh  []*document
	merge  []*sealed
	bottom bool // nothing older remains below: what only hides or renews something older is dropped
	dim    int
}

// sealInto writes the segment that plan describes into a directory of its own. The caller holds the lock.
func (p *Projections) sealInto(plan segmentPlan) (segmentEntry, error) {
	dir, err := newDirectory(p.Dir, segmentPrefix)
	if err != nil {
		return segmentEntry{}, err
	}
	entry, err := plan.write(dir)
	if err != nil {
		os.RemoveAll(dir)
		return segmentEntry{}, fmt.Errorf("seal projections: %w", err)
	}
	return entry, nil
}

// newDirectory makes the first directory prefix1, prefix2, ... that does not exist. Names are never used twice while a reader could
// still hold the manifest that named the old one.
func newDirectory(dir, prefix string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	last := 0
	for _, e := range entries {
		if n, err := strconv.Atoi(strings.TrimPrefix(e.Name(), prefix)); err == nil && strings.HasPrefix(e.Name(), prefix) {
			last = max(last, n)
		}
	}
	for {
		last++
		path := filepath.Join(dir, prefix+strconv.Itoa(last))
		if err := os.Mkdir(path, 0o700); err == nil || !os.IsExist(err) {
			return path, err
		}
	}
}

// origin is where the postings and vectors of a row come from: a document in memory, or a row of one of the merged segments.
type origin struct {
	doc     *document
	segment int // index into plan.merge, when doc is nil
	row     int
}

// plannedRow collects what the sources, newest first, say of one path.
type plannedRow struct {
	path    string
	stat    fileStat
	sum     [sha256.Size]byte
	kind    kind
	from    origin
	settled bool // older versions no longer matter
}

func (plan segmentPlan) write(dir string) (segmentEntry, error) {
	for _, s := range plan.merge {
		if err := s.verify(); err != nil {
			return segmentEntry{}, err
		}
		if _, err := s.openedText(); err != nil {
			return segmentEntry{}, err
		}
	}
	planned, err := plan.rows()
	if err != nil {
		return segmentEntry{}, err
	}
	docs, err := plan.writeText(dir, planned)
	if err != nil {
		return segmentEntry{}, err
	}
	rows := make([]sealedRow, len(planned))
	for i, r := range planned {
		if rows[i], err = plan.row(r); err != nil {
			return segmentEntry{}, err
		}
	}
	return finishSegment(dir, rows, docs, plan.dim)
}

// rows decides for each path which version is kept, sorted by path.
func (plan segmentPlan) rows() ([]plannedRow, error) {
	byPath := map[string]*plannedRow{}
	see := func(path string, k kind, stat fileStat, sum func() ([sha256.Size]byte, error), from origin) (err error) {
		r := byPath[path]
		if r == nil {
			r = &plannedRow{path: path, stat: stat, kind: k, from: from, settled: k != kindTouched}
			byPath[path] = r
			r.sum, err = sum()
			return err
		}
		if r.settled {
			return nil
		}
		if k == kindTouched {
			return nil // touched twice: the newer stat stands
		}
		r.kind, r.from, r.settled = k, from, true
		return nil
	}
	for _, d := range plan.fresh {
		sum := func() ([sha256.Size]byte, error) { return d.sum, nil }
		if err := see(d.path, d.kind, d.stat, sum, origin{doc: d}); err != nil {
			return nil, err
		}
	}
	for i, s := range plan.merge {
		for row := range s.rows {
			sum := func() ([sha256.Size]byte, error) { return s.sum(row) }
			if err := see(s.path(row), s.kind(row), s.stat(row), sum, origin{segment: i, row: row}); err != nil {
				return nil, err
			}
		}
	}
	rows := make([]plannedRow, 0, len(byPath))
	for _, r := range byPath {
		if plan.bottom && (r.kind == kindTouched || r.kind == kindRemoved) {
			continue
		}
		rows = append(rows, *r)
	}
	slices.SortFunc(rows, func(a, b plannedRow) int { return strings.Compare(a.path, b.path) })
	return rows, nil
}

// row fetches what the catalog keeps of a planned row.
func (plan segmentPlan) row(r plannedRow) (sealedRow, error) {
	out := sealedRow{path: r.path, kind: r.kind, stat: r.stat, sum: r.sum}
	if d := r.from.doc; d != nil {
		out.unfed, out.card, out.lens = d.unfed, d.card, d.lens
		for _, q := range d.load().rows {
			out.vectors = appendVector(out.vectors, q)
		}
		return out, nil
	}
	s := plan.merge[r.from.segment]
	out.unfed = s.unfed(r.from.row)
	var err error
	if out.card, err = s.card(r.from.row); err != nil {
		return out, err
	}
	lens, err := s.lens()
	if err != nil {
		return out, err
	}
	out.lens = lens[r.from.row]
	out.vectors, err = s.rawVectors(r.from.row)
	return out, err
}

// writeText writes the segment's text file, if it holds any item, and returns how many. Its documents are the planned items in their order.
func (plan segmentPlan) writeText(dir string, planned []plannedRow) (docs int, err error) {
	var fresh []*document
	var freshNumbers []uint32
	numbers := make([][]uint32, len(plan.merge)) // by row of each segment
	for i, s := range plan.merge {
		numbers[i] = slices.Repeat([]uint32{noText}, s.rows)
	}
	for _, r := range planned {
		if r.kind != kindItem {
			continue
		}
		if r.from.doc != nil {
			fresh, freshNumbers = append(fresh, r.from.doc), append(freshNumbers, uint32(docs))
		} else {
			numbers[r.from.segment][r.from.row] = uint32(docs)
		}
		docs++
	}
	if docs == 0 {
		return 0, nil
	}
	inputs := []textInput{{terms: invert(fresh), docs: len(fresh), numbers: freshNumbers}}
	for i, s := range plan.merge {
		if s.text != nil {
			inputs = append(inputs, textInput{terms: s.text.cursor(), docs: s.docs, numbers: s.byText(numbers[i])})
		}
	}
	return docs, mergeText(filepath.Join(dir, textFileIn), inputs)
}

// byText picks what is listed by row for the documents of the text file.
func (s *sealed) byText(byRow []uint32) []uint32 {
	if s.rowOf == nil {
		return byRow
	}
	out := make([]uint32, len(s.rowOf))
	for doc, row := range s.rowOf {
		out[doc] = byRow[row]
	}
	return out
}
