package writeservice

import (
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
)

// wayBack is how a person brings back the claim of a tombstone. An import takes no reason: it is given for one item at a time.
func wayBack(op Op, stone items.Head) string {
	switch {
	case op == OpImport && stone.PurgedForm != "":
		return "where it holds again, memory write it with --revive"
	case op == OpImport:
		return fmt.Sprintf("memory restore %s --reason TEXT brings it back", stone.ID)
	case op == OpRestore:
		return "to bring it back, give a reason with --reason"
	}
	return "to bring it back, give a reason with --revive"
}

func isRevival(op Op) bool { return op == OpApprove || op == OpRestore }

// outlive holds the words against the neighbours: another live item that says the same, and the tombstones, which a person can
// overrule with a reason.
func (t *tx) outlive(it *items.Item) error {
	h := it.Head()
	h.Candidate = t.old.file.Candidate
	supersedes, err := t.saidBefore(h)
	if err != nil {
		return err
	}
	h.Supersedes = supersedes
	for {
		found := settle(h, false, isHuman(t.who.Channel), t.s.forWho(t.ctx, isHuman(t.who.Channel), t.n), t.s.stands(t.ctx))
		if found.nothing() {
			other, alike, err := t.inOther(h)
			if err != nil {
				return err
			}
			if t.alike = alike; isHuman(t.who.Channel) && t.op != OpApprove { // his own words
				t.again = other
				return nil
			}
			found = other
		}
		switch {
		case found.same.ID != "":
			if h.Candidate {
				return refusalf("%s says the same: memory review merge %s into it, or reject it", found.same.ID, h.ID)
			}
			return refusalf("%s says the same: change that one", found.same.ID)
		case found.stone.ID == "":
			return nil
		case !isHuman(t.who.Channel):
			return refusalf("%s (%s) %s: only a person can bring it back", found.stone.ID, found.stone.Status, found.how)
		case t.who.Revive == "":
			return refusalf("%s (%s) %s: %s", found.stone.ID, found.stone.Status, found.how, wayBack(t.op, found.stone))
		}
		it.Supersedes = append(without(it.Supersedes, found.stone.ID), found.stone.ID)
		h.Supersedes = append(h.Supersedes, found.stone.ID)
		t.reasons = append(t.reasons, "revives "+string(found.stone.ID))
	}
}

// saidBefore are those that an item supersedes and that do not stand against its changed words: what took a claim's place may not be turned back into it
// without a reason, and what only puts a claim in better words, or revived it, says it already.
func (t *tx) saidBefore(h items.Head) (ids []items.ID, err error) {
	was := t.old.Head()
	if items.SameText(h, was) {
		return slices.Clone(h.Supersedes), nil
	}
	was.Supersedes = nil
	for _, id := range h.Supersedes {
		old, _, err := t.s.Items.Get(t.ctx, id)
		if errors.Is(err, items.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read what it supersedes: %w", err)
		}
		stone := old.Head()
		if !isStone(stone) || saysOf(was, stone) || echoOf(t.ctx, t.s.Meaning, was, []items.Head{stone}, t.s.stands(t.ctx)).rank >= sameEcho {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// saysOf reports that two items are found by one claim or have one text.
func saysOf(a, b items.Head) bool {
	return items.SameFact(a, b) && (a.TextKey == b.TextKey || slices.ContainsFunc(a.ClaimKeys(), func(key string) bool { return slices.Contains(b.ClaimKeys(), key) }))
}
