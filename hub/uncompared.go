package hub

import (
	"fmt"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// A hook has to answer in time also where the machine is too busy to compare ten thousand files by then. It gives what the index has, of the
// items that stand by their own files: see projections.View.Stands. Nothing else answers so.

// answerBy makes searches wait for the comparison no longer than until a time. The user's store is asked in the same time.
func (h *Hub) answerBy(until time.Time) {
	h.until = until
	if h.user != nil {
		h.user.until = until
	}
}

// sparing makes searches in this store compare the files of their answer and no others, as long as no file came, went or was replaced. A prompt's hook
// does so: the comparison of ten thousand files takes as much CPU as all the rest of it, and what it finds beyond that, new words in a file that
// an editor wrote in place, the job at the end of the turn finds too (decision 24).
func (h *Hub) sparing() { h.sparse = true }

func (h *Hub) haste() projections.Haste { return projections.Haste{Until: h.until, Folders: h.sparse} }

func (h *Hub) hasty() bool { return h.haste() != projections.Haste{} }

// see makes a view the one that the hub's methods share.
func (h *Hub) see(v *projections.View) {
	h.view = v
	if !v.Compared() {
		h.late = projections.ErrUncompared
	}
}

// compared reports whether all that was said of the stores so far was said of all files.
func (h *Hub) compared() bool {
	for _, store := range []*Hub{h, h.user} {
		if store != nil && store.view != nil && !store.view.Compared() {
			return false
		}
	}
	return true
}

// believes is an error where the views are not known to be right about an item of a store.
func (h *Hub) believes(it items.Item, from *Hub) error {
	if !h.hasty() {
		return nil
	}
	head := it.Head()
	for _, store := range []*Hub{h, h.user} {
		if store != nil && store.view != nil && !store.view.Stands(head, store == from) {
			return fmt.Errorf("its file, or one that says the same, is not what the index knows: %w", projections.ErrUncompared)
		}
	}
	return nil
}
