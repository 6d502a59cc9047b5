package writeservice

import (
	"fmt"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// mostAsked neighbours are asked about by meaning, the nearest in words first: for each the network reads a sentence, some milliseconds.
const mostAsked = 3

// resemble asks how the neighbours most likely stand to the item, where words say nothing surer of any of them, and takes the one that is least likely
// unrelated. What is not firm is a note, and decides nothing. found are the nearest in words first; counts says which guesses are worth a note.
func (m *met) resemble(o *opinion, it items.Item, h items.Head, found []items.Head, counts func(compare.Guess) bool) {
	if m.same.ID != "" || len(m.replace)+len(m.propose)+len(m.dispute) > 0 {
		return
	}
	var best compare.Guess
	var of items.Head
	asked := 0
	for _, old := range found {
		if old.Project != h.Project || !mayMeet(it, h, old) {
			continue
		}
		if asked++; asked > mostAsked {
			break
		}
		if g := o.guessOn(old); counts(g) && g.Odds > best.Odds {
			best, of = g, old
		}
	}
	if of.ID != "" {
		m.guessed(best, it, h, of)
	}
}

// A receipt names one neighbour of one item, likely or not to be meant; a list that marks each third line is not read, so a review names only what
// nothing tells apart.
func inReceipt(g compare.Guess) bool { return g.Likely }
func inReview(g compare.Guess) bool  { return g.Alike }

// guessed takes up what most likely holds. The words of a fact that is taken for one in other words must stay readable: it must cite where it was said.
func (m *met) guessed(g compare.Guess, it items.Item, h, old items.Head) {
	n := Neighbour{ID: old.ID, Relation: g.Relation}
	switch {
	case !g.Firm:
		m.similar = []Neighbour{{ID: old.ID, Relation: compare.Similar}}
	case g.Relation == compare.Same && !isHuman(h.Trust) && len(it.Evidence) > 0 && old.Type == h.Type && old.Valid == h.Valid:
		m.same, m.similar = old, nil
	case g.Relation == compare.Same, old.Candidate:
		m.similar = []Neighbour{{ID: old.ID, Relation: compare.Similar}}
	case weakness(h.Trust) > weakness(old.Trust):
		m.propose, m.similar = []Neighbour{n}, nil
	default:
		m.dispute, m.similar = []Neighbour{n}, nil
	}
}

// lookalike is the note on a neighbour that may be the same. It has the id alone: a receipt is read by agents, and shows no words of items.
func lookalike(n Neighbour) string {
	return fmt.Sprintf("looks like %s; both are kept. If it says the same: memory undo takes this one back; if it replaces that one: memory supersede %s --with this one", n.ID, n.ID)
}
