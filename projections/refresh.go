package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/items"
	"golang.org/x/sync/errgroup"
)

// refreshed is a view of the files as they are, and what a writer must add to the kept projections so that the next process need
// not find it out again.
type refreshed struct {
	view    *View
	records []*document // new, changed, touched and removed documents
	asOf    time.Time   // the last change of the item directories that records are sure to hold
	report  Report
}

// listTries bounds how often a listing is taken again because files moved under it.
const listTries = 3

// refresh compares the item files with what is kept and reads what differs. It closes nothing; the view owns kept's sources.
func (r *reader) refresh(ctx context.Context, k *kept, retry bool) (refreshed, error) {
	for try := 1; ; try++ {
		asOf, _ := lastChange(r.store.Dir) // zero: unknown
		files, bad, moved, err := r.list(ctx)
		if err != nil {
			return refreshed{}, err
		}
		out, vanished, err := r.bring(ctx, files, bad, k, retry)
		out.asOf = asOf
		if err != nil || try == listTries || !vanished && !moved {
			return out, err
		}
	}
}

// list lists the item files. moved: review/ changed meanwhile, so a candidate on its way into items/ may have been missed.
func (r *reader) list(ctx context.Context) (files []items.File, bad []items.Bad, moved bool, err error) {
	review := filepath.Join(r.store.Dir, items.ReviewDir)
	before, _ := os.Stat(review)
	files, bad, err = r.store.Files(ctx)
	after, _ := os.Stat(review)
	moved = (before == nil) != (after == nil) || before != nil && !before.ModTime().Equal(after.ModTime())
	return files, bad, moved, err
}

// bring makes the view. vanished: a listed file was gone when it was read.
func (r *reader) bring(ctx context.Context, files []items.File, bad []items.Bad, k *kept, retry bool) (refreshed, bool, error) {
	c, err := compare(files, k.sources, retry)
	if err != nil {
		return refreshed{}, false, err
	}
	outcomes, err := r.readAll(ctx, files, c)
	if err != nil {
		return refreshed{}, false, err
	}
	var out refreshed
	var fresh []*document
	vanished := false
	for i, n := range c.unsure {
		o := outcomes[i]
		switch {
		case o.gone:
			c.places[n], vanished = nowhere, true
		case o.unreadable != "":
			c.places[n] = nowhere
			bad = append(bad, items.Bad{Path: files[n].Path, Reason: o.unreadable})
		case o.doc == nil: // as kept
		case o.doc.kind == kindTouched:
			out.records = append(out.records, o.doc)
		default:
			if c.places[n] == nowhere {
				out.report.Added++
			} else {
				out.report.Changed++
			}
			if o.doc.unfed {
				out.report.degrade("the embedder failed: some items have no vectors yet")
			}
			fresh = append(fresh, o.doc)
			out.records = append(out.records, o.doc)
		}
	}
	for _, path := range c.removed {
		out.records = append(out.records, &document{path: path, kind: kindRemoved})
	}
	out.report.Removed = len(c.removed)
	out.view = r.assemble(files, c.places, newMemory(fresh), k)
	out.view.bad = append(out.view.bad, bad...)
	slices.SortFunc(out.view.bad, func(a, b items.Bad) int { return strings.Compare(a.Path, b.Path) })
	out.report.Items, out.report.Bad = out.view.Len(), out.view.bad
	return out, vanished, nil
}

// assemble puts the documents analysed just now before the kept ones.
func (r *reader) assemble(files []items.File, places []place, fresh *memory, k *kept) *View {
	sources := append([]source{fresh}, k.sources...)
	row := 0
	var bad []items.Bad
	moved := make([]place, len(files))
	for n, f := range files {
		moved[n] = places[n]
		if moved[n] != nowhere {
			moved[n].source++
		}
		for row < fresh.len() && fresh.path(row) < f.Path {
			row++
		}
		if row < fresh.len() && fresh.path(row) == f.Path {
			moved[n] = place{0, int32(row)}
		}
		if at := moved[n]; at != nowhere && sources[at.source].kind(int(at.row)) == kindBad {
			reason, err := sources[at.source].card(int(at.row))
			if err != nil {
				reason = "is not an item"
			}
			bad = append(bad, items.Bad{Path: f.Path, Reason: reason})
		}
	}
	v := newView(r, files, moved, sources)
	v.bad = bad
	return v
}

// outcome is what reading one unsure file gave. All zero: the file is as kept.
type outcome struct {
	doc        *document
	gone       bool
	unreadable string
}

// readAll reads the unsure files, several at a time.
func (r *reader) readAll(ctx context.Context, files []items.File, c compared) ([]outcome, error) {
	outcomes := make([]outcome, len(c.unsure))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range c.unsure {
		g.Go(func() error {
			stat, known := c.stats[n]
			outcomes[i] = r.outcome(ctx, files[n], stat, c.sums[n], known)
			return ctx.Err()
		})
	}
	return outcomes, g.Wait()
}

func (r *reader) outcome(ctx context.Context, f items.File, stat fileStat, sum [sha256.Size]byte, known bool) outcome {
	now := statOf(f, r.now().UnixNano())
	if known && stat.size == f.Size {
		// Only times speak against it, and a checkout, rsync or restored backup gives new ones to every file: the bytes decide, without parsing.
		if got, err := r.sum(f); err == nil && got == sum {
			if now.racy && stat.matches(f) {
				return outcome{}
			}
			return outcome{doc: &document{path: f.Path, kind: kindTouched, stat: now, sum: sum}}
		}
	}
	doc, err := r.read(ctx, f)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return outcome{gone: true}
	case err != nil:
		return outcome{unreadable: err.Error()}
	case known && doc.sum == sum:
		return outcome{doc: &document{path: f.Path, kind: kindTouched, stat: doc.stat, sum: sum}}
	}
	return outcome{doc: doc}
}
