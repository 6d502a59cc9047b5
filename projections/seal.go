package projections

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
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
	texts, docs, err := plan.writeTexts(dir, planned)
	if err != nil {
		return segmentEntry{}, err
	}
	rows := make([]sealedRow, len(planned))
	for i, r := range planned {
		if rows[i], err = plan.row(r); err != nil {
			return segmentEntry{}, err
		}
		rows[i].text = texts[i]
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
	out := sealedRow{path: r.path, kind: r.kind, stat: r.stat, sum: r.sum, text: noText}
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
	for f := range NumFields {
		out.lens[f] = lens(r.from.row, f)
	}
	out.vectors, err = s.rawVectors(r.from.row)
	return out, err
}

// writeTexts writes the segment's text file and returns the number in it of each planned row (noText without postings) and how many
// documents it holds.
func (plan segmentPlan) writeTexts(dir string, planned []plannedRow) (texts []uint32, docs int, err error) {
	parts, docs := plan.textParts(planned)
	texts = slices.Repeat([]uint32{noText}, len(planned))
	target := filepath.Join(dir, textFileIn)
	if docs == 0 {
		return texts, 0, nil
	}
	if len(parts) == 1 && parts[0].fresh != nil {
		for n, at := range parts[0].rows {
			texts[at] = uint32(n)
		}
		return texts, docs, writeText(target, parts[0].fresh)
	}
	inputs, drops := make([]*textFile, len(parts)), make([]*roaring.Bitmap, len(parts))
	for i, part := range parts {
		if part.fresh == nil {
			inputs[i], drops[i] = part.text, part.drops
			continue
		}
		temporary := filepath.Join(dir, "fresh.zap")
		defer os.Remove(temporary)
		if err := writeText(temporary, part.fresh); err != nil {
			return nil, 0, err
		}
		if inputs[i], err = openText(temporary, len(part.fresh)); err != nil {
			return nil, 0, err
		}
		defer inputs[i].close()
	}
	numbers, err := mergeText(target, inputs, drops)
	if err != nil {
		return nil, 0, err
	}
	for i, part := range parts {
		for n, at := range part.rows {
			texts[at] = uint32(numbers[i][part.numbers[n]])
		}
	}
	return texts, docs, nil
}

// textPart is one input of the new text file: either fresh documents or what is kept of a merged segment.
type textPart struct {
	fresh   []*document
	text    *textFile
	drops   *roaring.Bitmap
	rows    []int    // indexes into the planned rows
	numbers []uint32 // number of each of rows in this input
}

// textParts sorts the planned items by where their postings are, and counts them.
func (plan segmentPlan) textParts(planned []plannedRow) (parts []textPart, docs int) {
	var fresh textPart
	merged := make([]textPart, len(plan.merge))
	for i, r := range planned {
		if r.kind != kindItem {
			continue
		}
		docs++
		part, number := &fresh, uint32(len(fresh.fresh))
		if r.from.doc != nil {
			fresh.fresh = append(fresh.fresh, r.from.doc)
		} else {
			part, number = &merged[r.from.segment], plan.merge[r.from.segment].textOf(r.from.row)
		}
		part.rows = append(part.rows, i)
		part.numbers = append(part.numbers, number)
	}
	for i, part := range merged {
		if len(part.rows) == 0 {
			continue
		}
		part.text = plan.merge[i].text
		part.drops = roaring.New()
		part.drops.AddRange(0, uint64(plan.merge[i].docs))
		for _, n := range part.numbers {
			part.drops.Remove(n)
		}
		parts = append(parts, part)
	}
	if len(fresh.fresh) > 0 {
		parts = append(parts, fresh)
	}
	return parts, docs
}
