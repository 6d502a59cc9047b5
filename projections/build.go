package projections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"golang.org/x/sync/errgroup"
)

const (
	buildPrefix = "build-"
	buildBatch  = 1000 // documents analysed and written at a time: bounds the memory of a build
)

// build makes one segment of all item files beside the live ones and swaps it in. The caller holds the build lock.
func (p *Projections) build(ctx context.Context, r *reader, progress func(done, total int)) (Report, error) {
	defer stopwatch.On(ctx, stopwatch.Build)()
	asOf, _ := lastChange(r.store.Dir) // zero: unknown
	counted := r.takeCensus()
	files, bad, moved, err := r.list(ctx)
	if err != nil {
		return Report{}, err
	}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return Report{}, err
	}
	p.sweepBuilds()
	dir, err := newDirectory(p.Dir, buildPrefix)
	if err != nil {
		return Report{}, err
	}
	defer os.RemoveAll(dir)
	if r.owed {
		old := readKept(cmp.Or(p.vectorsOf, p.Dir))
		defer old.close()
		r.carried = old.carried(p.model())
	}
	b := builder{reader: r, dir: dir, report: Report{Rebuilt: true, Bad: bad}}
	if err := b.addAll(ctx, files, progress); err != nil {
		return b.report, err
	}
	if err := b.settle(ctx); err != nil {
		return b.report, err
	}
	if moved || len(bad) > 0 || b.left > 0 {
		counted = census{}
	}
	name, dim := p.model()
	entry, err := b.finish(dim)
	if err != nil {
		return b.report, err
	}
	slices.SortFunc(b.report.Bad, func(a, b items.Bad) int { return strings.Compare(a.Path, b.Path) })
	return b.report, p.install(ctx, dir, entry, manifest{Model: name, Dim: dim}, counted, asOf)
}

// sweepBuilds removes what killed builds left. The caller holds the build lock.
func (p *Projections) sweepBuilds() {
	old, _ := filepath.Glob(filepath.Join(p.Dir, buildPrefix+"*"))
	for _, path := range old {
		if !strings.HasSuffix(path, ".lock") {
			os.RemoveAll(path)
		}
	}
}

// installWait is how long a finished build waits for writers, which hold the lock for milliseconds.
const installWait = 10 * time.Second

// install moves a finished segment to its place and makes it the only one. m holds the model; asOf is as in refreshed.
func (p *Projections) install(ctx context.Context, dir string, entry segmentEntry, m manifest, c census, asOf time.Time) error {
	unlock, err := filelock.Lock(ctx, p.lockPath(), installWait)
	if err != nil {
		return err
	}
	defer unlock()
	old, _ := readManifest(p.Dir)
	target, err := newDirectory(p.Dir, segmentPrefix)
	if err != nil {
		return err
	}
	// A directory cannot be renamed over another one on every system, so the empty one only reserved the name.
	if err := os.Remove(target); err != nil {
		return err
	}
	if err := os.Rename(dir, target); err != nil {
		return err
	}
	entry.Name = filepath.Base(target)
	m.Generation, m.Segments = old.Generation, []segmentEntry{entry}
	return p.swap(m, c, asOf)
}

// builder collects the rows of a new segment and writes postings batch by batch.
type builder struct {
	reader *reader
	dir    string
	rows   []sealedRow
	parts  []int // documents in each part's text file
	left   int   // listed files that no row tells of: gone, or not to be read
	report Report
}

// addAll reads files, which are sorted by path, and keeps their order.
func (b *builder) addAll(ctx context.Context, files []items.File, progress func(done, total int)) error {
	for start := 0; start < len(files); start += buildBatch {
		end := min(start+buildBatch, len(files))
		if err := b.addBatch(ctx, files[start:end]); err != nil {
			return err
		}
		if progress != nil {
			progress(end, len(files))
		}
	}
	return nil
}

func (b *builder) addBatch(ctx context.Context, files []items.File) error {
	docs := make([]*document, len(files))
	failures := make([]error, len(files))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		g.Go(func() error {
			docs[i], failures[i] = b.reader.read(gctx, f)
			return gctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	var withText []*document
	for i, d := range docs {
		switch {
		case errors.Is(failures[i], fs.ErrNotExist):
			b.left++
		case failures[i] != nil:
			b.left++
			b.report.Bad = append(b.report.Bad, items.Bad{Path: files[i].Path, Reason: failures[i].Error()})
		default:
			withText = b.addRow(d, withText)
		}
	}
	if len(withText) == 0 {
		return nil
	}
	b.parts = append(b.parts, len(withText))
	return writeText(b.partPath(len(b.parts)-1), withText)
}

func (b *builder) addRow(d *document, withText []*document) []*document {
	row := sealedRow{path: d.path, kind: d.kind, stat: d.stat, unfed: d.unfed, sum: d.sum, card: d.card, lens: d.lens}
	if d.kind == kindBad {
		b.report.Bad = append(b.report.Bad, items.Bad{Path: d.path, Reason: d.card})
	} else {
		b.report.Items++
		withText = append(withText, d)
	}
	b.report.vectorless(b.reader, d)
	for _, q := range d.rows {
		row.vectors = appendVector(row.vectors, q)
	}
	b.rows = append(b.rows, row)
	return withText
}

func (b *builder) partPath(i int) string { return filepath.Join(b.dir, "part-"+strconv.Itoa(i)) }

// finish joins the parts. Nothing is dropped, so document numbers simply continue from part to part.
func (b *builder) finish(dim int) (segmentEntry, error) {
	if len(b.parts) > 0 {
		if err := b.joinParts(); err != nil {
			return segmentEntry{}, err
		}
	}
	return finishSegment(b.dir, b.rows, b.report.Items, dim)
}

func (b *builder) joinParts() error {
	target := filepath.Join(b.dir, textFileIn)
	if len(b.parts) == 1 {
		return os.Rename(b.partPath(0), target)
	}
	inputs := make([]textInput, len(b.parts))
	for i, docs := range b.parts {
		text, err := openText(b.partPath(i), docs)
		if err != nil {
			return fmt.Errorf("join postings: %w", err)
		}
		defer os.Remove(b.partPath(i))
		defer text.close()
		inputs[i] = textInput{terms: text.cursor(), docs: docs}
	}
	return mergeText(target, inputs)
}
