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

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"golang.org/x/sync/errgroup"
)

// refreshed is a view of the files as they are, and what a writer must add to the kept projections so that the next process need
// not find it out again.
type refreshed struct {
	same    bool // every file is as kept: the view of what is kept stands, and view is nil
	view    *View
	records []*document // new, changed, touched and removed documents
	census  census      // of the listing, where it was new and can be trusted
	asOf    time.Time   // the last change of the item directories that records are sure to hold
	report  Report
}

// news says that there is something to keep.
func (out refreshed) news() bool { return len(out.records) > 0 || len(out.census.folders) > 0 }

// listTries bounds how often a listing is taken again because files moved under it.
const listTries = 3

// refresh compares the item files with what is kept and reads what differs. It closes nothing; the view owns kept's sources.
func (r *reader) refresh(ctx context.Context, k *kept, retry bool) (refreshed, error) {
	if out, ok, err := r.refreshKnown(ctx, k, retry); ok || err != nil {
		return out, err
	}
	for try := 1; ; try++ {
		asOf, _ := lastChange(r.store.Dir) // zero: unknown
		census := r.takeCensus()
		listed := stopwatch.On(ctx, stopwatch.Files)
		files, bad, moved, err := r.list(ctx)
		if err != nil {
			return refreshed{}, err
		}
		c, err := compare(files, k.sources, retry)
		listed()
		if err != nil {
			return refreshed{}, err
		}
		out, lost, err := r.bring(ctx, c, nil, bad, k)
		out.asOf = asOf
		if len(bad) == 0 && !lost && !moved && !slices.Equal(census.folders, k.tail.census.folders) {
			out.census = census
		}
		if err != nil || try == listTries || !lost && !moved {
			return out, err
		}
	}
}

// refreshKnown is refresh without a listing, where the folders show that no file came or went.
func (r *reader) refreshKnown(ctx context.Context, k *kept, retry bool) (out refreshed, ok bool, err error) {
	look := k.looked(ctx, r.store, retry)
	if look == nil {
		return out, false, nil
	}
	early := &earlyReads{reader: r, done: map[int]earlyRead{}, rows: look.rows, kept: k}
	defer early.working.Wait()
	look.listen(func(f seenFile) { early.see(ctx, f) })
	switch ok := look.wait(ctx); {
	case !ok:
		return out, false, ctx.Err()
	case len(look.differ) == 0:
		out = refreshed{same: true, asOf: look.asOf}
		out.report.Bad = k.bad()
		out.report.Items = len(look.rows) - len(out.report.Bad)
		return out, true, nil
	}
	c, err := comparedKnown(look, k.sources, retry)
	if err != nil {
		return out, false, err
	}
	out, lost, err := r.bring(ctx, c, early, nil, k)
	out.asOf = look.asOf
	return out, err == nil && !lost, err
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

// bring makes the view. early may be nil. lost: a listed file was gone, or could not be read.
func (r *reader) bring(ctx context.Context, c compared, early *earlyReads, bad []items.Bad, k *kept) (refreshed, bool, error) {
	if len(c.unsure)+len(c.removed) > 0 {
		defer stopwatch.On(ctx, stopwatch.Sync)()
	}
	outcomes, err := r.readAll(ctx, c, early)
	if err != nil {
		return refreshed{}, false, err
	}
	var out refreshed
	var fresh []*document // sorted by path, as c.unsure is
	var freshAt []int
	lost := false
	for i, n := range c.unsure {
		o := outcomes[i]
		switch {
		case o.gone:
			c.places[n], lost = nowhere, true
		case o.unreadable != "":
			c.places[n], lost = nowhere, true
			bad = append(bad, items.Bad{Path: c.files[i].Path, Reason: o.unreadable})
		case o.doc == nil: // as kept
		case o.doc.kind == kindTouched:
			out.records = append(out.records, o.doc)
		default:
			if c.places[n] == nowhere {
				out.report.Added++
			} else {
				out.report.Changed++
			}
			out.report.vectorless(r, o.doc)
			fresh, freshAt = append(fresh, o.doc), append(freshAt, n)
			out.records = append(out.records, o.doc)
		}
	}
	for _, path := range c.removed {
		out.records = append(out.records, &document{path: path, kind: kindRemoved})
	}
	out.report.Removed = len(c.removed)
	if rows, ok := k.live(); ok && len(fresh)+len(c.removed)+len(bad) == 0 && !lost {
		out.same, out.report.Bad = true, k.bad()
		out.report.Items = len(rows) - len(out.report.Bad)
		return out, false, nil
	}
	if out.view = early.foreseen(freshAt, fresh, lost || len(c.removed)+len(bad) > 0); out.view == nil {
		out.view = r.assemble(c.places, freshAt, newMemory(fresh), k)
		out.view.bad = append(out.view.bad, bad...)
		slices.SortFunc(out.view.bad, func(a, b items.Bad) int { return strings.Compare(a.Path, b.Path) })
	}
	out.report.Items, out.report.Bad = out.view.Len(), out.view.bad
	return out, lost, nil
}

// assemble puts the documents analysed just now before the kept ones: row i of fresh is of the file freshAt[i].
func (r *reader) assemble(places []place, freshAt []int, fresh *memory, k *kept) *View {
	sources := append([]source{fresh}, k.sources...)
	docs := make([]place, 0, len(places))
	var bad []items.Bad
	row := 0
	for n, at := range places {
		switch {
		case row < len(freshAt) && freshAt[row] == n:
			at = place{0, int32(row)}
			row++
		case at == nowhere:
			continue
		default:
			at.source++
		}
		docs = append(docs, at)
		if sources[at.source].kind(int(at.row)) == kindBad {
			bad = append(bad, badFile(sources[at.source], int(at.row)))
		}
	}
	v := newView(r, docs, sources)
	v.bad = bad
	return v
}

// keptView is the view of what is kept, as if every file were as known.
func (r *reader) keptView(k *kept, rows []known) *View {
	docs := make([]place, len(rows))
	for n, row := range rows {
		docs[n] = row.doc
	}
	v := newView(r, docs, k.sources)
	v.bad = k.bad()
	return v
}

// bad lists the live files that are no items, sorted by path. It is not to be changed.
func (k *kept) bad() []items.Bad {
	k.badOnce.Do(func() {
		rows, _ := k.live()
		for _, row := range rows {
			if s := k.sources[row.doc.source]; s.kind(int(row.doc.row)) == kindBad {
				k.badFiles = append(k.badFiles, badFile(s, int(row.doc.row)))
			}
		}
		k.badFiles = slices.Clip(k.badFiles)
	})
	return k.badFiles
}

// badFile says why a file that was read is no item.
func badFile(s source, row int) items.Bad {
	reason, err := s.card(row)
	if err != nil {
		reason = "is not an item"
	}
	return items.Bad{Path: s.path(row), Reason: reason}
}

// outcome is what reading one unsure file gave. All zero: the file is as kept.
type outcome struct {
	doc        *document
	gone       bool
	unreadable string
}

// readAll reads the unsure files, several at a time, but for those that were read early.
func (r *reader) readAll(ctx context.Context, c compared, early *earlyReads) ([]outcome, error) {
	outcomes := make([]outcome, len(c.unsure))
	count := unread{most: r.most, differ: len(c.unsure)}
	if err := count.add(c.others() + len(c.unsure)/hashedForOne); err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range c.unsure {
		f := c.files[i]
		if o, ok := early.of(n, f); ok {
			outcomes[i] = o
			continue
		}
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err // before the reading: where one was cut short, the others are not begun
			}
			stat, known := c.stats[n]
			if known && stat.size == f.Size {
				done, same := r.sameBytes(f, stat, c.sums[n])
				if same {
					outcomes[i] = done
					return ctx.Err()
				}
				if err := count.add(1); err != nil {
					return err
				}
			}
			outcomes[i] = r.outcome(ctx, f, c.sums[n], known)
			return ctx.Err()
		})
	}
	return outcomes, g.Wait()
}

// sameBytes compares a file of which only the times differ, without parsing it: a checkout, rsync or restored backup gives new ones to
// every file. same is false where the bytes are others, or cannot be read.
func (r *reader) sameBytes(f items.File, stat fileStat, sum [sha256.Size]byte) (o outcome, same bool) {
	now := r.statOf(f, r.now().UnixNano())
	if got, err := r.sum(f); err != nil || got != sum {
		return outcome{}, false
	}
	if now.racy && stat.matches(f) {
		return outcome{}, true
	}
	return outcome{doc: &document{path: f.Path, kind: kindTouched, stat: now, sum: sum}}, true
}

// outcome analyses a file.
func (r *reader) outcome(ctx context.Context, f items.File, sum [sha256.Size]byte, known bool) outcome {
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
