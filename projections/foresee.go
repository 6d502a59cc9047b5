package projections

import "sync/atomic"

// Most edits by hand change one file. So when the first one that differs was read, the store with that edit alone is laid out while the other
// files are still looked at, and can be ranked. It is a guess like the view of what is kept, and stands by the same rule: Settle decides.

// guess is the store as it is if no file but one differs.
type guess struct {
	row  int // of the file, among what is kept
	doc  *document
	view *View
}

// foresee makes the guess, where somebody asks and the file holds an item.
func (e *earlyReads) foresee(row int, o outcome) {
	if e.reader.foreseen == nil || o.doc == nil || o.doc.kind != kindItem || o.doc.unfed {
		return
	}
	places := make([]place, len(e.rows))
	for n, known := range e.rows {
		places[n] = known.doc
	}
	g := &guess{row: row, doc: o.doc, view: e.reader.assemble(places, []int{row}, newMemory([]*document{o.doc}), e.kept)}
	e.mu.Lock()
	e.guess = g
	e.mu.Unlock()
	e.reader.foreseen(g.view)
}

// foreseen is the view of a guess that came true, else nil: fresh, at the rows freshAt, is all that was read anew, and more says that there
// is something besides. Somebody may be using the view.
func (e *earlyReads) foreseen(freshAt []int, fresh []*document, more bool) *View {
	if e == nil || more || len(fresh) != 1 {
		return nil
	}
	e.working.Wait()
	if g := e.guess; g != nil && g.row == freshAt[0] && g.doc == fresh[0] {
		return g.view
	}
	return nil
}

// listen makes what the reader tells while it compares come to the caller.
func (a *Ahead) listen() {
	a.differs, a.others, a.edited = make(chan struct{}), make(chan struct{}), make(chan *View, 1)
	var seen atomic.Int64
	a.reader.differs = func() {
		switch seen.Add(1) {
		case 1:
			close(a.differs)
		case 2:
			close(a.others)
		}
	}
	if a.haste != (Haste{}) {
		return // who cannot wait uses what is kept
	}
	a.reader.foreseen = func(v *View) {
		a.guess = a.finished(v)
		a.edited <- v
	}
}

// Edited waits for the comparison, but returns as soon as a file that differs was read: the store with that edit alone. nil where there is no such
// guess. For who can wait: see OpenBy.
func (a *Ahead) Edited() *View {
	select {
	case v := <-a.edited:
		a.worked = v
		return v
	case <-a.done:
	}
	if a.guess == nil || a.out.view != a.guess {
		return nil
	}
	a.worked = a.guess
	return a.guess
}

// Others is closed when a second file is seen to differ: what Edited gave will hardly stand.
func (a *Ahead) Others() <-chan struct{} { return a.others }
