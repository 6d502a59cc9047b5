package hub

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/trust"
)

// An id names one item, and anybody who can put a file into a repository can use an id again. Of two that have it the one counts that somebody
// here vouches for: in one store (items.Store.Vouched), and between this store and the user's own.

// itemStore reads the items of a place. seals says who vouches, where two files have one id, which is seldom: seals alone are asked and not git, since
// a listing may run before the repository is known, and what git vouches for is sealed when it is read.
func itemStore(dir string, seals func() *trust.Store) *items.Store {
	return &items.Store{Dir: dir, Vouched: func(file []byte) bool {
		kind := seals().Of(file)
		return kind == trust.Seen || kind == trust.Vouched
	}}
}

// foreign reports that nobody here vouches for an item of this store.
func (h *Hub) foreign(ctx context.Context, it items.Item, f items.File) bool {
	s := h.standing(ctx, it, f)
	return s == firewall.ForeignStore || s == firewall.ForeignChange
}

// withoutDisplacing takes out of what this store found the hits in whose place get gives an item of the user's own store.
func (h *Hub) withoutDisplacing(ctx context.Context, found, own recall.Result) recall.Result {
	ids := map[items.ID]bool{}
	for _, hit := range slices.Concat(own.Hits, own.Dropped) {
		ids[hit.ID] = true
	}
	stays := func(hit recall.Hit) bool {
		if !ids[hit.ID] {
			return true
		}
		_, _, from, err := h.get(ctx, hit.ID)
		return err != nil || from == h
	}
	found.Hits, found.Dropped = keep(found.Hits, stays), keep(found.Dropped, stays)
	return found
}

// checkOneID is doctor's line of ids that both stores use for different items, none where there is no such id.
func (h *Hub) checkOneID(ctx context.Context) []Check {
	if h.user == nil {
		return nil
	}
	own, _, err := h.user.Items.Files(ctx)
	if err != nil {
		return nil // checkUser says so
	}
	byID := map[items.ID]bool{}
	for _, f := range own {
		byID[f.ID] = true
	}
	here, _, err := h.Items.Files(ctx)
	if err != nil {
		return nil // checkItems says so
	}
	c := Check{Name: "one id", Level: Warn}
	for _, f := range here {
		if !byID[f.ID] {
			continue
		}
		it, _, hereErr := h.Items.Get(ctx, f.ID)
		other, _, ownErr := h.user.Items.Get(ctx, f.ID)
		if hereErr != nil || ownErr != nil || items.SameText(it.Head(), other.Head()) && it.Status == other.Status {
			continue // what is no item is named elsewhere, and a copy says nothing else
		}
		counts := "this one counts"
		if _, _, from, err := h.get(ctx, f.ID); err == nil && from == h.user {
			counts = "that one counts, since nobody vouches for this one"
		}
		c.Files = append(c.Files, fmt.Sprintf("%s: another item in %s has this id; %s", f.Path, h.user.Dir, counts))
	}
	if len(c.Files) == 0 {
		return nil
	}
	c.Detail = fmt.Sprintf("%s of this store and of your own are used for different items, of which one is left out", count(len(c.Files), "id"))
	c.Fix = "look at both files; delete the one that is wrong, or give it an id and a file name of its own"
	return []Check{c}
}
