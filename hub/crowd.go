package hub

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// Files that nobody vouches for are ranked like all others, since a search shows them, and are held back one by one. Whoever drops enough of
// them could fill the few places that a pack looks at. So where they took many, it looks again, further down. Nothing of that costs anything
// where nothing waits.

// mostWary is how often a pack looks four times as far as before: beyond that somebody fills the disk, and a person must see to it.
const mostWary = 3

// further is how many of n places are looked at by now.
func (h *Hub) further(n int) int { return n << (2 * h.wary) }

// unreviewed counts what was left out because nobody vouches for it.
func unreviewed(p contextpack.Pack) (n int) {
	for _, o := range p.Omitted {
		if slices.Contains(o.Reasons, firewall.Unreviewed) {
			n++
		}
	}
	return n
}

// uncrowded makes a pack, and makes it anew, looking further each time, while most of the places that it looked at were taken by what nobody vouches
// for. build says how many places there were; 0 = nothing lies beyond them. A pack for which the time was up does not replace one that was ready.
func (h *Hub) uncrowded(ctx context.Context, build func() (p contextpack.Pack, places int, err error)) (contextpack.Pack, error) {
	h.wary = 0
	defer func() { h.wary = 0 }()
	pack, places, err := build()
	for err == nil && places > 0 && 2*unreviewed(pack) >= places && h.wary < mostWary && ctx.Err() == nil {
		h.wary++
		var again contextpack.Pack
		if again, places, err = build(); err == nil && len(again.Entries) >= len(pack.Entries) {
			pack = again
		}
	}
	if n := unreviewed(pack); err == nil && n > candidates {
		pack.Omitted = shortened(pack.Omitted)
		pack.Degraded = append(slices.Clip(pack.Degraded), fmt.Sprintf("%s changed outside of memory and crowd this question: memory review list", count(n, "item")))
	}
	return pack, err
}

// shortened keeps the first of what nobody vouches for: the ledger need not hold them all.
func shortened(all []contextpack.Omission) (kept []contextpack.Omission) {
	n := 0
	for _, o := range all {
		if slices.Contains(o.Reasons, firewall.Unreviewed) {
			if n++; n > candidates {
				continue
			}
		}
		kept = append(kept, o)
	}
	return kept
}

// takesPlace reports whether an item takes one of the places of a section. Where nobody looked yet each does.
func (s *scope) takesPlace(view int8, id items.ID) bool {
	if s.hub.wary == 0 {
		return true
	}
	from := s.hub
	if view > 0 {
		from = s.hub.user
	}
	return !from.unvouched(s.ctx, id)
}
