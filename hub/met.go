package hub

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/govern"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// A write compares its item with what is near it. Items come in other ways too: by git, by hand, by an import. Whoever works in the
// store compares these with their neighbours afterwards, some at a time; what contradicts is kept in the ledger, which is private, since
// nobody decided anything that belongs into a file. No prompt waits for it.

// How many items are compared at a time: behind other work, and where somebody asks for the cases. One takes some ms of CPU.
const (
	meetBehind = 40
	meetAsked  = 200
)

// met is one pair in the ledger.
type met struct {
	At    time.Time   `json:"at"`
	A     items.ID    `json:"a"`
	B     items.ID    `json:"b"`
	Kind  govern.Kind `json:"kind"`
	Words string      `json:"words"` // items.Words of the two: it says nothing of other words
}

// comparedWords is one round in the ledger.
type comparedWords struct {
	At    time.Time `json:"at"`
	Words []string  `json:"words"`
}

// Meet compares items that were not compared yet with their neighbours, at most so many, the newest first. left says how many remain.
// An error of the ledger alone means that the next process compares them again.
func (h *Hub) Meet(ctx context.Context, most int) (left int, err error) {
	view, err := h.View(ctx)
	if err != nil {
		return 0, err
	}
	done, err := h.comparedBefore(ctx)
	if err != nil {
		return 0, err
	}
	var open []items.Head
	for doc := range view.Len() {
		if head := view.Head(doc); !done[writeservice.ComparedAs(head)] {
			open = append(open, head)
		}
	}
	slices.SortFunc(open, func(a, b items.Head) int {
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	now := open[:min(most, len(open))]
	round := comparedWords{At: h.Now()}
	var kept error
	round.Words, kept, err = h.compareHandoffs(ctx, len(now) > 0, done)
	if err != nil || len(now)+len(round.Words) == 0 {
		return len(open), err
	}
	for _, head := range now {
		notKept, err := h.meetOne(ctx, head)
		if err != nil {
			return len(open), err
		}
		kept = errors.Join(kept, notKept)
		round.Words = append(round.Words, writeservice.ComparedAs(head))
	}
	if kept == nil {
		kept = h.Ledger.Append(ctx, ledger.Compared, round.At, round)
	}
	return len(open) - len(now), kept
}

// meetOne compares one item and keeps what came of it: for this hub in any case, and in the ledger unless that cannot be written.
func (h *Hub) meetOne(ctx context.Context, head items.Head) (notKept, err error) {
	it, _, err := h.Items.Get(ctx, head.ID)
	if err != nil {
		return nil, ctx.Err() // gone meanwhile, or no item any more
	}
	near, err := h.near(ctx, head, writeservice.Nearest)
	if err != nil {
		return nil, err
	}
	known, err := h.metPairs(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[items.ID]items.Head{}
	for _, n := range near {
		byID[n.ID] = n
	}
	for _, n := range writeservice.Meets(ctx, h.Writes.Meaning, it, near, h.Now()) {
		kind := govern.Contradiction
		if n.Relation == compare.Same {
			kind = govern.Duplicate
		}
		link := govern.NewLink(head.ID, n.ID, kind)
		pair := met{At: h.Now(), A: link.A, B: link.B, Kind: kind, Words: items.Words(it.Head(), byID[n.ID])}
		if slices.ContainsFunc(known[link.A], func(m met) bool { return m.B == pair.B && m.Kind == kind && m.Words == pair.Words }) {
			continue
		}
		known[link.A], known[link.B] = append(known[link.A], pair), append(known[link.B], pair)
		notKept = errors.Join(notKept, h.Ledger.Append(ctx, ledger.Met, pair.At, pair))
	}
	return notKept, nil
}

// comparedBefore is the set of words that were compared; "" is in it, so that what is not compared counts as done.
func (h *Hub) comparedBefore(ctx context.Context) (map[string]bool, error) {
	done := map[string]bool{"": true}
	for line, err := range h.Ledger.Read(ctx, ledger.Compared) {
		if err != nil {
			return nil, err
		}
		var round comparedWords
		if json.Unmarshal(line, &round) == nil {
			for _, w := range round.Words {
				done[w] = true
			}
		}
	}
	return done, nil
}

// metPairs are the pairs of the ledger by each of their members. It is read once: few stores have any.
func (h *Hub) metPairs(ctx context.Context) (map[items.ID][]met, error) {
	if h.pairs != nil {
		return h.pairs, nil
	}
	pairs := map[items.ID][]met{}
	for line, err := range h.Ledger.Read(ctx, ledger.Met) {
		if err != nil {
			return nil, err
		}
		var m met
		if json.Unmarshal(line, &m) == nil && m.A != "" && m.B != "" && m.A != m.B {
			pairs[m.A], pairs[m.B] = append(pairs[m.A], m), append(pairs[m.B], m)
		}
	}
	h.pairs = pairs
	return pairs, nil
}
