package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// tx is one change of one existing item, under the lock.
type tx struct {
	s   *Service
	ctx context.Context
	n   *neighbours
	op  Op
	who Actor
	old stored

	content bool     // words may change: validate, audit, check evidence and neighbours
	review  bool     // a person decides on the whole text: audit all of it, instructions may pass, trust may rise
	other   items.ID // the second item of the change, for the ledger
	first   []stored // other items that are written before this one, changed
	last    []stored // and after it
	reasons []string
	near    []Neighbour // what changed words contradict
	again   settlement  // the tombstone whose claim a person puts in other words
	alike   items.Head  // one whose claim it perhaps makes
	added   int

	degraded []string
}

// refusal is an error that becomes a Rejected receipt: the change is not allowed, and why.
type refusal string

func (r refusal) Error() string { return string(r) }

func refusalf(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// edit loads the item under the lock, lets change work on a copy, checks the result and replaces the file. The file is touched
// only if the item differs. note goes into the ledger.
func (s *Service) edit(ctx context.Context, id items.ID, op Op, who Actor, note string, change func(*tx, *items.Item) error) (Receipt, error) {
	who.Channel = weakest(who.Channel, items.Human)
	n, err := s.neighboursFor(ctx, op)
	if err != nil {
		return Receipt{}, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("%s %s: %w; nothing was changed, try again", op, id, err)
	}
	t := &tx{s: s, ctx: ctx, n: n, op: op, who: who}
	r, after, err := t.run(id, change)
	unlock()
	var no refusal
	if errors.As(err, &no) {
		r, err = r.refuse(string(no)), nil
	}
	if err != nil {
		return Receipt{}, fmt.Errorf("%s %s: %w", op, id, err)
	}
	r.Degraded = append(r.Degraded, n.degraded...)
	return s.recorded(ctx, r, t.event(r, after, note)), nil
}

// neighboursFor opens the index for operations that may bring words in, and for none else.
func (s *Service) neighboursFor(ctx context.Context, op Op) (*neighbours, error) {
	switch op {
	case OpUpdate, OpEdit, OpApprove, OpRestore, OpImport:
		return s.neighbours(ctx)
	}
	if s.batch != nil && s.batch.opened {
		return s.batch, nil
	}
	return blind(), nil
}

func (t *tx) run(id items.ID, change func(*tx, *items.Item) error) (Receipt, items.Item, error) {
	r := Receipt{Op: t.op, ID: id}
	if t.n.opened {
		if err := t.s.refresh(t.ctx, t.n); err != nil {
			return r, items.Item{}, err
		}
	}
	var err error
	if t.old, err = t.s.load(t.ctx, id); err != nil {
		return r, items.Item{}, err
	}
	r.ID, r.Path = t.old.ID, t.old.file.Path
	if t.who.ExpectSHA != "" && t.who.ExpectSHA != t.old.sha {
		return r, items.Item{}, fmt.Errorf("%s is not as you saw it: %w; read it again", r.Path, items.ErrConflict)
	}
	if err := t.authority(); err != nil {
		return r, items.Item{}, err
	}
	if t.old.Purged != (items.Purged{}) {
		return r, items.Item{}, refusalf("the words of %s were purged, only their hash is left: write the fact again with --revive if it is true", t.old.ID)
	}
	it := own(t.old.Item)
	err = change(t, &it)
	r.Other = t.other
	if err != nil {
		return r, items.Item{}, err
	}
	if err := t.check(&r, &it); err != nil {
		return r, items.Item{}, err
	}
	err = t.write(&r, it)
	return r, it, err
}

// authority refuses to let anyone but a person change what a person wrote, approved or put out of force.
func (t *tx) authority() error {
	if why := t.old.closedTo(t.who.Channel); why != "" {
		return refusal(why)
	}
	return nil
}

// closedTo says why what speaks on a channel may not change an item; "" where it may.
func (old stored) closedTo(channel Channel) string {
	switch {
	case isHuman(channel):
		return ""
	case isHuman(old.Trust):
		return fmt.Sprintf("%s was written or approved by a person: propose your text as a candidate with memory write", old.ID)
	case isStone(old.Head()):
		return fmt.Sprintf("%s is %s: only a person can change it", old.ID, old.Status)
	}
	return ""
}

// move changes the status if the table allows it.
func (t *tx) move(it *items.Item) error {
	to, ok := transition(t.op, it.Status, t.old.file.Candidate)
	if !ok {
		return refusalf("%s is %s: %s is not possible; %s", it.ID, it.Status, t.op, wayOut(t.op, it.Status))
	}
	if it.Status = to; to == items.Active {
		it.Ended = ""
	}
	return nil
}

// check holds the changed item to the rules of a new one, as far as the change goes: what stood in the file before is not held
// against it, except in a review.
func (t *tx) check(r *Receipt, it *items.Item) error {
	if it.ID != t.old.ID || it.Schema != t.old.Schema || !it.Created.Equal(t.old.Created) {
		return refusal("id, schema and created cannot be changed")
	}
	if !t.content || it.Equal(t.old.Item) && !t.review {
		return nil
	}
	normalise(it)
	if t.who.Redact {
		redact(it)
	}
	before := invalid(t.old.Item)
	if bad := slices.DeleteFunc(invalid(*it), func(s string) bool { return slices.Contains(before, s) }); len(bad) > 0 {
		r.Reasons = bad[:len(bad)-1]
		return refusal(bad[len(bad)-1])
	}
	known := textsOf(t.old.Item)
	if t.review {
		known = nil
	}
	found := audit(*it, known)
	r.Findings = found.findings
	if len(found.refused) > 0 {
		r.Reasons = found.refused[:len(found.refused)-1]
		return refusal(found.refused[len(found.refused)-1])
	}
	if t.review && len(found.instruct) > 0 {
		if !needsPerson(it.Type) && t.who.Despite == "" {
			return refusalf("%s reads like an instruction to a model, and a %s is not meant to instruct: memory review edit takes it out, --despite REASON approves it as it is",
				strings.Join(found.instruct, ", "), it.Type)
		}
		it.Review.Reason = safe(t.who.Despite)
		t.reasons = append(t.reasons, "approved although it reads like an instruction: "+strings.Join(found.instruct, ", "))
	}
	limit, err := t.newCitations(it)
	if err != nil {
		return err
	}
	t.keepCitations(it)
	if !isHuman(t.who.Channel) {
		it.Trust = weakest(it.Trust, t.who.Channel)
	}
	return t.words(it, limit, found)
}

// newCitations checks the citations that the change brings.
func (t *tx) newCitations(it *items.Item) (limit Channel, err error) {
	limit = items.Human
	for i, c := range it.Evidence {
		if slices.Contains(t.old.Evidence, c) {
			continue
		}
		one := []items.Citation{c}
		l, wrong, err := t.s.cite(t.ctx, one)
		if err != nil {
			return limit, err
		}
		if len(wrong) > 0 {
			return limit, refusal(wrong[0])
		}
		it.Evidence[i], limit = one[0], weakest(limit, l)
		if !slices.Contains(t.old.Evidence, one[0]) {
			t.added++
		}
	}
	return limit, nil
}

// keepCitations leaves what an item cites to it: who is no person adds to what bears a fact out and takes nothing of it away, or what a person
// said would go and a page stay in its place.
func (t *tx) keepCitations(it *items.Item) {
	if isHuman(t.who.Channel) {
		return
	}
	kept := slices.Clone(t.old.Evidence)
	left := 0
	for _, c := range kept {
		if !slices.Contains(it.Evidence, c) {
			left++
		}
	}
	for _, c := range it.Evidence {
		if !slices.Contains(kept, c) {
			kept = append(kept, c)
		}
	}
	if it.Evidence = kept; left > 0 {
		t.reasons = append(t.reasons, fmt.Sprintf("keeps the citations that it had (%d): only a person takes one away", left))
	}
}

// words decides on changed words as on new ones. Citations lower the trust only together with new words: those that are added to
// the same words corroborate them.
func (t *tx) words(it *items.Item, limit Channel, found audited) error {
	head, was := it.Head(), t.old.Head()
	sameWords := items.SameText(head, was) && head.Type == was.Type && head.Project == was.Project
	if sameWords && len(found.instruct) == 0 && len(found.inCode) == 0 && !isRevival(t.op) {
		return nil
	}
	if !t.review {
		if !isHuman(t.who.Channel) && !sameWords { // new words rest on all that is cited
			all, _, err := t.s.cite(t.ctx, slices.Clone(it.Evidence))
			if err != nil {
				return err
			}
			limit = weakest(limit, all)
		}
		if !isHuman(limit) {
			it.Trust = weakest(it.Trust, limit)
		}
		var back backing
		if !isHuman(t.who.Channel) {
			if back = t.s.backing(t.ctx, *it); it.Trust == items.Agent && !back.said && !sameWords && !passesOn(it.Type) {
				it.Trust, t.reasons = items.Tool, append(t.reasons, back.reasons()...)
			}
		}
		outcome, why := decide(circumstances{
			channel: t.who.Channel, trust: it.Trust, kind: it.Type, cited: len(it.Evidence) > 0, sessions: back.sessions,
			instruct: found.instruct, inCode: found.inCode,
		})
		if outcome == Candidate && it.Status == items.Active && !sameWords {
			return refusalf("%s: write it as an item of its own with memory write", why[0])
		}
	}
	if !isLive(head) {
		return nil
	}
	if err := t.outlive(it); err != nil || sameWords && !isRevival(t.op) {
		return err
	}
	return t.confront(it)
}

// write replaces the file, unless nothing differs, and does what comes before and after.
func (t *tx) write(r *Receipt, it items.Item) error {
	r.Status, r.Reasons, r.Added = Written, append(r.Reasons, t.reasons...), t.added
	for _, n := range t.near {
		r.say(n)
	}
	r.saysAgain(t.again, t.alike, Written)
	if weakness(it.Trust) > weakness(t.old.Trust) {
		r.heldBack(it)
	}
	r.reaches(it)
	r.Degraded = append(r.Degraded, t.degraded...)
	if it.Status == items.Proposed {
		r.Status = Candidate
	}
	same := it.Equal(t.old.Item)
	if !same {
		it.Updated = t.s.now()
		if _, err := it.Encode(); err != nil {
			return refusal(err.Error())
		}
	}
	if isHuman(t.who.Channel) && (t.review || t.op == OpEdit) { // he had the whole text before him
		if err := t.s.seen(it); err != nil {
			return err
		}
	}
	all := slices.Clone(t.first)
	if !same {
		all = append(all, stored{Item: it, file: t.old.file, sha: t.old.sha})
	}
	all = append(all, t.last...)
	if r.Unchanged = len(all) == 0; r.Unchanged {
		return nil
	}
	d, degraded, err := t.s.carryOut(t.ctx, t.n, deed{Op: t.op, ID: it.ID, Channel: t.who.Channel}, all)
	if err != nil {
		return err
	}
	r.Receipt, r.Paths, r.Degraded = d.Receipt, d.paths(), append(r.Degraded, degraded...)
	if f, _, err := t.s.at(t.ctx, it.ID); err == nil {
		r.Path = f.Path
	}
	return nil
}
