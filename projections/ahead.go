package projections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/factline/memory/internal/stopwatch"
)

// Ahead is a store on its way to a view: what is kept can be ranked at once, while the files are compared with it. Nothing that was found
// so may leave before Settle says that it stands. Settle or Close it, from one goroutine.
type Ahead struct {
	projections *Projections
	reader      *reader
	kept        *kept
	view        *View // of what is kept, nil where nothing is; Settle gives it away
	trouble     string
	noModel     string

	haste   Haste
	folders bool          // nothing was compared but the folders, and none changed; so it stays unless the view is doubted
	differs chan struct{} // closed by the first file that is seen to differ
	others  chan struct{} // closed by the second one
	edited  chan *View    // holds the guess, where there is one that nobody took
	guess   *View         // the same; set before done is closed
	worked  *View         // what the caller was given last
	cancel  context.CancelFunc
	done    chan struct{} // closed when the following are set
	out     refreshed
	err     error
}

// Open compares the item files with the manifest and returns a view that includes every difference. It keeps the difference for
// the next process if the projection lock is free, and never waits for it. The caller closes the view.
func (p *Projections) Open(ctx context.Context) (*View, error) {
	a, err := p.OpenAhead(ctx)
	if err != nil {
		return nil, err
	}
	v, _, err := a.Settle(ctx)
	return v, err
}

// OpenAhead reads what is kept and begins to compare the files with it.
func (p *Projections) OpenAhead(ctx context.Context) (*Ahead, error) {
	return p.OpenBy(ctx, Haste{})
}

// OpenBy is OpenAhead for a caller who is in haste.
func (p *Projections) OpenBy(ctx context.Context, haste Haste) (*Ahead, error) {
	opened := stopwatch.On(ctx, stopwatch.Open)
	r, err := p.newReader()
	if err != nil {
		return nil, err
	}
	a := &Ahead{projections: p, haste: haste, reader: r, kept: p.readKept(), done: make(chan struct{})}
	a.listen()
	a.trouble = a.kept.trouble()
	if !a.kept.usable() {
		opened()
		if err := r.bearable(ctx); err != nil {
			return nil, err
		}
		late := p.buildFirst(ctx, r)
		opened = stopwatch.On(ctx, stopwatch.Open)
		a.kept.close()
		a.kept = readKept(p.Dir)
		switch {
		case late != "":
			a.trouble = late
		case a.trouble != "":
			a.trouble += ": built anew from the item files"
		}
	}
	if a.kept.usable() && r.setAside(p, a.kept.manifest) {
		a.noModel = p.otherVectors()
	}
	if rows, ok := a.kept.live(); ok {
		a.view = a.finished(r.keptView(a.kept, rows))
		a.worked = a.view
		if haste != (Haste{}) {
			a.view.unsettled = rows
		}
	}
	opened()
	ctx, a.cancel = context.WithCancel(ctx)
	if a.folders = haste.Folders && a.view != nil && p.Items.Unchanged(a.kept.tail.census.folders); a.folders {
		a.kept.early.stop()
		return a, nil
	}
	if until := haste.Until; !until.IsZero() && a.view != nil && !time.Now().Before(until) {
		a.kept.early.stop()
		a.view.late, a.err = true, context.DeadlineExceeded
		close(a.done)
		return a, nil
	}
	go a.compare(ctx)
	return a, nil
}

func (a *Ahead) compare(ctx context.Context) {
	defer close(a.done)
	// What was written while the settings named no embedder gets its vectors here, where that costs next to nothing.
	a.out, a.err = a.reader.refresh(ctx, a.kept, a.reader.retries() && a.kept.anyUnfed())
}

// finished tells a view what the kept projections lack.
func (a *Ahead) finished(v *View) *View {
	v.noModel = a.noModel
	if m := a.kept.manifest; a.kept.usable() {
		v.forget = func() { a.projections.forget(m) }
	}
	v.degrade(a.trouble)
	switch {
	case a.noModel != "" && v.Len() > 0:
		v.degrade(a.noModel)
	case a.noModel == "" && a.reader.owed && a.reader.embedder != nil:
		v.degrade(a.projections.missingVectors(v.unfed(), v.Len()))
	}
	return v
}

// Differs is closed when a file is seen to differ from what is kept: what View holds will hardly stand, so ranking in it can stop.
// Settle decides.
func (a *Ahead) Differs() <-chan struct{} { return a.differs }

// View is the store as it was when somebody looked last; nil where nothing is kept.
func (a *Ahead) View() *View { return a.view }

// Settle waits for the comparison and returns the store as it is. stands says that it is the view that View gave, or Edited where that gave
// one, and all that was found in that; otherwise what they gave must no longer be used. It stands too where OpenBy's time was over first: then View.Compared is false. The caller
// closes what it gets.
func (a *Ahead) Settle(ctx context.Context) (v *View, stands bool, err error) {
	defer a.cancel()
	if a.folders {
		if !a.view.doubted.Load() {
			return a.view, true, nil
		}
		ctx, a.cancel = context.WithCancel(ctx)
		go a.compare(ctx)
	}
	if !a.inTime() {
		a.view.late = true
		return a.view, true, nil
	}
	if a.view != nil {
		a.view.unsettled = nil
	}
	out, err := a.out, a.err
	if err != nil && a.kept.usable() && !isContext(err) && !errors.Is(err, ErrUnindexed) {
		// A source broke while it was compared: go around all of them.
		a.kept.close()
		a.trouble = fmt.Sprintf("projections were damaged (%v): went around them", err)
		a.kept = &kept{problem: err}
		out, err = a.reader.refresh(ctx, a.kept, false)
	}
	if err != nil {
		a.kept.close()
		return nil, false, fmt.Errorf("open projections: %w", err)
	}
	switch {
	case out.same:
		v = a.view
	case out.view == a.guess:
		v = a.guess
	default:
		v = a.finished(out.view)
	}
	for _, d := range out.report.Degraded {
		v.degrade(d)
	}
	if out.news() {
		v.degrade(a.projections.keepIfFree(ctx, a.kept, out))
	}
	return v, v == a.worked && !a.folders, nil
}

// Close gives up before Settle.
func (a *Ahead) Close() {
	a.cancel()
	if !a.folders {
		<-a.done
	}
	a.kept.close()
}
