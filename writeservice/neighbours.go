package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// neighbours is the Index that decisions are made on: what the projections said when they were opened, and on top of it every
// item that was written since, by us or by others (the journal names these). It stays true under the lock.
type neighbours struct {
	opened   bool
	index    Index    // nil: newer holds all items
	at       position // of the journal, up to which newer is complete
	newer    map[items.ID]*items.Head
	byKey    map[string][]items.ID // text, claim and span keys of newer, with a prefix each; may name heads that lost the key
	stones   map[items.ID]struct{} // those of newer that are tombstones
	degraded []string
}

// neighbours opens the index, or reads all files where that does not work. In a batch it is opened once.
func (s *Service) neighbours(ctx context.Context) (*neighbours, error) {
	n := s.batch
	if n == nil {
		n = &neighbours{}
	}
	if n.opened {
		return n, nil
	}
	return n, s.open(ctx, n)
}

func (s *Service) open(ctx context.Context, n *neighbours) error {
	at, err := s.journal().open() // before the index: what is written from now on is in the journal after this
	if err != nil {
		return err
	}
	*n = neighbours{opened: true, at: at, newer: map[items.ID]*items.Head{}, byKey: map[string][]items.ID{}, stones: map[items.ID]struct{}{}}
	if s.Index != nil {
		n.index, err = s.Index(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n.index = nil
		n.degraded = append(n.degraded, fmt.Sprintf("search index not available (%v): all item files were read instead", err))
	}
	return s.scan(ctx, n)
}

// scan reads all files. Files that are no items are left to doctor.
func (s *Service) scan(ctx context.Context, n *neighbours) error {
	files, _, err := s.Items.Files(ctx)
	if err != nil {
		return fmt.Errorf("list items: %w", err)
	}
	for _, f := range files {
		it, _, err := s.Items.Read(ctx, f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			n.put(it, f)
		}
	}
	return nil
}

// refresh brings in what other writers did since. The caller holds the lock, so nothing more comes until it lets go.
func (s *Service) refresh(ctx context.Context, n *neighbours) error {
	defer stopwatch.On(ctx, stopwatch.Neighbours)()
	ids, now, known, err := s.journal().since(n.at)
	if err != nil {
		return err
	}
	if !known {
		return s.open(ctx, n)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		it, f, err := s.Items.Get(ctx, id)
		switch {
		case err == nil:
			n.put(it, f)
		case errors.Is(err, items.ErrNotFound), errors.Is(err, items.ErrInvalid), id == "":
			n.drop(id)
		default:
			return err
		}
	}
	n.at = now
	return nil
}

func (n *neighbours) put(it items.Item, f items.File) {
	h := it.Head()
	h.Candidate = f.Candidate
	n.newer[h.ID] = &h
	if delete(n.stones, h.ID); isStone(h) {
		n.stones[h.ID] = struct{}{}
	}
	for _, key := range keysOf(h) {
		if ids := n.byKey[key]; !slices.Contains(ids, h.ID) {
			n.byKey[key] = append(ids, h.ID)
		}
	}
}

func (n *neighbours) drop(id items.ID) {
	n.newer[id] = nil
	delete(n.stones, id)
}

const (
	textPrefix  = "t:"
	claimPrefix = "c:"
	spanPrefix  = "s:"
)

func keysOf(h items.Head) []string {
	keys := []string{textPrefix + h.TextKey}
	for _, key := range h.ClaimKeys() {
		keys = append(keys, claimPrefix+key)
	}
	for _, span := range h.Spans {
		keys = append(keys, spanPrefix+span)
	}
	return keys
}

func (n *neighbours) ByText(key string) []items.Head {
	return n.find(textPrefix+key, func(ix Index) []items.Head { return ix.ByText(key) })
}

func (n *neighbours) ByClaim(key string) []items.Head {
	return n.find(claimPrefix+key, func(ix Index) []items.Head { return ix.ByClaim(key) })
}

func (n *neighbours) BySpan(key string) []items.Head {
	return n.find(spanPrefix+key, func(ix Index) []items.Head { return ix.BySpan(key) })
}

func (n *neighbours) find(key string, ask func(Index) []items.Head) []items.Head {
	var found []items.Head
	if n.index != nil {
		for _, h := range ask(n.index) {
			if _, changed := n.newer[h.ID]; !changed {
				found = append(found, h)
			}
		}
	}
	for _, id := range n.byKey[key] {
		if h := n.newer[id]; h != nil && slices.Contains(keysOf(*h), key) {
			found = append(found, *h)
		}
	}
	return found
}

// fresh brings what near found up to what n knows, in its order, and adds what was written since.
func (n *neighbours) fresh(near []items.Head, h items.Head) (out []items.Head) {
	for _, old := range near {
		if _, changed := n.newer[old.ID]; !changed {
			out = append(out, old)
		}
	}
	var since []items.Head
	for _, newer := range n.newer {
		if newer != nil && together(newer.Project, h.Project) {
			since = append(since, *newer)
		}
	}
	return append(out, byID(since)...)
}

// freshStones is fresh without what is in force and was written since: what a tombstone is looked for in. A long import writes so much that no row can
// be held against all of it.
func (n *neighbours) freshStones(near []items.Head, h items.Head) (out []items.Head) {
	for _, old := range near {
		if _, changed := n.newer[old.ID]; !changed {
			out = append(out, old)
		}
	}
	for id := range n.stones {
		if newer := n.newer[id]; newer != nil && together(newer.Project, h.Project) {
			out = append(out, *newer)
		}
	}
	return out
}

// blind are neighbours for changes that bring no words in: nothing is asked of them.
func blind() *neighbours {
	return &neighbours{newer: map[items.ID]*items.Head{}, byKey: map[string][]items.ID{}, stones: map[items.ID]struct{}{}}
}
