package writeservice

import (
	"context"
	"fmt"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// mostAsked neighbours are asked about by meaning, the nearest in words first: for each the network reads a sentence, some milliseconds.
const mostAsked = 3

// resemble names the neighbour that is nearest in meaning, where nothing else came of any of them. It is a note, and decides nothing. found are
// the nearest in words first.
func (m *met) resemble(ctx context.Context, meaning compare.Meaning, it items.Item, h items.Head, found []items.Head) {
	if m.same.ID != "" || len(m.replace)+len(m.propose)+len(m.dispute)+len(m.similar) > 0 {
		return
	}
	nearness := meaning.Resembles(ctx, factOf(h))
	best, asked := 0.0, 0
	for _, old := range found {
		if asked == mostAsked {
			return
		}
		if !mayMeet(it, h, old) {
			continue
		}
		asked++
		if near, ok := nearness(factOf(old)); ok && near > best {
			best = near
			m.similar = []Neighbour{{ID: old.ID, Relation: compare.Similar}}
		}
	}
}

// lookalike is the note on a neighbour that may be the same. It has the id alone: a receipt is read by agents, and shows no words of items.
func lookalike(n Neighbour) string {
	return fmt.Sprintf("looks like %s; both are kept. If it says the same: memory undo takes this one back; if it replaces that one: memory supersede %s --with this one", n.ID, n.ID)
}
