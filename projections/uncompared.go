package projections

import (
	"errors"
	"sort"
	"time"

	"github.com/factline/memory/items"
)

// Haste is what a caller does without. The zero Haste is nothing.
type Haste struct {
	// Until is when he no longer waits for the comparison; zero = he waits as long as it takes. Where that is over and something is kept,
	// nothing more is compared; View.Compared tells.
	Until time.Time
	// Folders is for who does without new words of a file that was edited in place: where no folder changed, so that no file came, went or was
	// replaced, only those files are compared that View.Stands is asked for. Once one of them differs, all are.
	Folders bool
}

// A caller that must answer by a certain time opens the store with OpenBy. Where the comparison of all files is not through by then he gets
// the view of what is kept, and asks it about each item that he wants to give: Stands looks at that item's own files. What such a view cannot
// know is what no file that it holds tells: a new file, and new words of one that changed.

// ErrUncompared says that a view was given before all files were compared with it.
var ErrUncompared = errors.New("files not all compared")

// inTime waits for the comparison, and gives it up where there is a view to go on with and the time for it is over.
func (a *Ahead) inTime() bool {
	if a.haste.Until.IsZero() || a.view == nil {
		<-a.done
		return true
	}
	left := time.NewTimer(time.Until(a.haste.Until))
	defer left.Stop()
	select {
	case <-a.done:
	case <-left.C:
		a.cancel()
		<-a.done // what it reads is the view's
	}
	return a.err == nil || !isContext(a.err)
}

// Compared is false where the view was given before every file was compared with it: it does not speak for the whole store.
func (v *View) Compared() bool { return !v.late }

// Stands reports whether a view that is not, or not yet, compared with all files is right about an item, given by its head as it is on disk now: its
// own file (own, where this view's store holds it) and each that says the same by one of the keys that a tombstone is found by, or names it, hold
// the bytes that the view was made of.
func (v *View) Stands(head items.Head, own bool) bool {
	if v.unsettled == nil || v.stands(head, own) {
		return true
	}
	v.doubted.Store(true)
	return false
}

func (v *View) stands(head items.Head, own bool) bool {
	doc, ok := v.Lookup(head.ID)
	if own && (!ok || !v.unchanged(doc)) {
		return false
	}
	claims := append(head.ClaimKeys(), items.IDKey(head.ID))
	for kind, keys := range [keyKinds][]string{keyText: {head.TextKey}, keyClaim: claims, keyTarget: {string(head.ID)}} {
		for _, key := range keys {
			if key == "" {
				continue
			}
			for _, doc := range v.docsByKey(keyKind(kind), key) {
				if !v.unchanged(doc) {
					return false
				}
			}
		}
	}
	return true
}

// unchanged looks at a document's file as the comparison would have.
func (v *View) unchanged(doc int) bool {
	path := v.path(doc)
	n := sort.Search(len(v.unsettled), func(n int) bool {
		at := v.unsettled[n].doc
		return v.origin[at.source].path(int(at.row)) >= path
	})
	if n == len(v.unsettled) || v.unsettled[n].doc != v.docs[doc] {
		return false
	}
	f, err := v.reader.store.Stat(path)
	if err != nil {
		return false
	}
	at := v.unsettled[n].stat
	stat := v.origin[at.source].stat(int(at.row))
	if stat.matches(f) && !stat.racy {
		return true
	}
	sum, err := v.origin[at.source].sum(int(at.row))
	if err != nil || stat.size != f.Size {
		return false
	}
	_, same := v.reader.sameBytes(f, stat, sum)
	return same
}
