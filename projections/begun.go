package projections

import (
	"context"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// Begun is what is kept, on its way into memory before anybody opens a view: a process that will search has a core to spare while it finds
// out where it is. OpenBy takes it from Projections.Begun; Close it where nobody did.
type Begun struct{ kept chan *kept }

// Begin reads what is kept in a projections directory, for a search also what ranks words and vectors, and begins to look at the item files of the
// store, where all are compared. Whoever begins must not change an item before he opens the view: the look may be past its file.
func Begin(ctx context.Context, dir string, store *items.Store, search, look bool) *Begun {
	b := &Begun{make(chan *kept, 1)}
	ctx = context.WithoutCancel(ctx) // Close ends it
	go func() {
		defer stopwatch.On(ctx, stopwatch.Open)()
		k := readKept(dir)
		if look {
			k.early = k.look(ctx, store, false)
		}
		b.kept <- k
		for _, s := range k.segments { // each is read once, here or by who asks first; what fails says so there
			if search {
				_, _ = s.openedText()
				_, _ = s.section(sectionLens)
				_ = s.readFacetSections()
				_, _ = s.openedVectors()
			}
		}
	}()
	return b
}

// take is what was read, nil where there is nothing or somebody has it.
func (b *Begun) take() *kept {
	if b == nil || b.kept == nil {
		return nil
	}
	k := <-b.kept
	b.kept = nil
	return k
}

// Close lets go of what nobody took.
func (b *Begun) Close() {
	if k := b.take(); k != nil {
		k.close()
	}
}

// readKept is what Begin read, once, or what is kept now.
func (p *Projections) readKept() *kept {
	if k := p.Begun.take(); k != nil {
		return k
	}
	return readKept(p.Dir)
}
