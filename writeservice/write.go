package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
)

// newcomer is a draft on its way to a file: checked, and with everything set but what the neighbours decide.
type newcomer struct {
	item     items.Item
	draft    Draft
	outcome  Outcome // Written or Candidate, unless a neighbour says otherwise
	reasons  []string
	verified []items.Citation // of an imported row: those that hold here
	near     []items.Head     // near in words, as they were before the lock
	again    settlement       // the tombstone whose claim a person puts in other words
	alike    items.Head       // one whose claim it perhaps makes
	opinion  *opinion         // of the near; nil where nobody asked
	said     bool             // a person said it, in the words that the agent cites
	replayed bool             // the id was fixed in an earlier try, which may have got through
}

// Write runs the pipeline for one draft: validate, audit, check evidence, decide, look at the neighbours, create the file, tell
// the ledger. A draft that cannot be written is kept whole in pending/. An error means that nothing is kept.
func (s *Service) Write(ctx context.Context, d Draft) (Receipt, error) {
	r := Receipt{Op: OpWrite}
	if d.Item.ID != "" {
		return r.refuse("a new item has no id: leave it out, or memory import keeps ids"), nil
	}
	at := s.now()
	c, r, err := s.prepare(ctx, d, r, at)
	if err != nil || r.Status == Rejected {
		return s.told(ctx, r, c.item, actorOf(d)), err
	}
	c.item.ID = s.newID(at, c.item.Title)
	written, err := s.admit(ctx, c, r)
	switch {
	case err == nil:
		if err := s.Reserve(); err != nil {
			written.Degraded = append(written.Degraded, err.Error())
		}
		return s.told(ctx, written, c.item, actorOf(d)), nil
	case ctx.Err() != nil:
		return Receipt{}, ctx.Err()
	}
	r, err = s.queue(c, r, err)
	if err != nil {
		return Receipt{}, err
	}
	return s.told(ctx, r, c.item, actorOf(d)), nil
}

func actorOf(d Draft) Actor {
	return Actor{Channel: d.Channel, Agent: d.Item.Agent, By: d.Item.Author, Revive: d.Revive, AcrossProjects: d.AcrossProjects}
}

// prepare is all of a write that needs no neighbours and no lock. The receipt is Rejected when the draft cannot be stored.
func (s *Service) prepare(ctx context.Context, d Draft, r Receipt, at time.Time) (newcomer, Receipt, error) {
	defer stopwatch.On(ctx, stopwatch.Audit)()
	it := own(d.Item)
	normalise(&it)
	d.Channel = weakest(d.Channel, items.Human) // the canonical name; an unknown channel becomes the weakest
	if !isHuman(d.Channel) {
		it.Author = "" // a claim; the channel says that no person wrote it
	}
	it.Review, it.Settled = items.Review{}, nil
	if !at.After(d.Follows) {
		at = d.Follows.UTC().Truncate(time.Second).Add(time.Second)
	}
	it.Created, it.Updated = at, at
	if d.Redact {
		redact(&it)
	}
	c := newcomer{item: it, draft: d}
	if bad := invalid(it); len(bad) > 0 {
		return c, r.refuse(bad...), nil
	}
	found := audit(it, nil)
	r.Findings = found.findings
	if len(found.refused) > 0 {
		return c, r.refuse(found.refused...), nil
	}
	limit, wrong, err := s.cite(ctx, c.item.Evidence)
	if err != nil {
		return c, r, err
	}
	sources, wrongSources, err := s.consult(ctx, d.Sources)
	if err != nil {
		return c, r, err
	}
	if wrong = append(wrong, wrongSources...); len(wrong) > 0 {
		return c, r.refuse(wrong...), nil
	}
	c.item.Trust = weakest(d.Channel, weakest(limit, sources))
	var back backing
	if !isHuman(d.Channel) && !d.Propose {
		back = s.backing(ctx, c.item)
	}
	c.said = back.said
	c.outcome, c.reasons = decide(circumstances{
		channel: d.Channel, trust: c.item.Trust, kind: it.Type, propose: d.Propose, cited: len(it.Evidence) > 0, sessions: back.sessions,
		instruct: found.instruct, inCode: found.inCode,
	})
	if c.outcome == Written && c.item.Trust == items.Agent && !back.said && !passesOn(it.Type) {
		c.item.Trust, c.reasons = items.Tool, append(c.reasons, back.reasons()...)
	}
	c.item.Status = items.Active
	if c.outcome == Candidate {
		c.item.Status = items.Proposed
	}
	return c, r.encodable(c.item), nil
}

// encodable refuses an item that no file can hold, such as one over 1 MiB.
func (r Receipt) encodable(it items.Item) Receipt {
	if it.ID == "" {
		it.ID = "mem-x"
	}
	b, err := it.Encode()
	switch {
	case err != nil:
		return r.refuse(err.Error())
	case len(b) > items.MaxBytes:
		return r.refuse(fmt.Sprintf("the file would be longer than %d bytes: split the item", items.MaxBytes))
	}
	return r
}

// admit looks at the neighbours and creates the file, under the lock. An error is one of the store: the draft goes to pending.
func (s *Service) admit(ctx context.Context, c newcomer, r Receipt) (Receipt, error) {
	n, err := s.neighbours(ctx)
	if err != nil {
		return r, err
	}
	if c.near, err = s.near(ctx, c.head(), &r); err != nil {
		return r, err
	}
	neighbours := stopwatch.On(ctx, stopwatch.Neighbours)
	s.foresee(ctx, n, &c)
	neighbours()
	unlock, err := s.lock(ctx)
	if err != nil {
		return r, err
	}
	defer unlock()
	if err := s.refresh(ctx, n); err != nil {
		return r, err
	}
	r.Degraded = append(r.Degraded, n.degraded...)
	return s.admitLocked(ctx, n, c, r)
}

func (s *Service) admitLocked(ctx context.Context, n *neighbours, c newcomer, r Receipt) (Receipt, error) {
	if c.replayed {
		if done, err := s.load(ctx, c.item.ID); err == nil {
			r.Status, r.ID, r.Path, r.Reasons = c.outcome, done.ID, done.file.Path, append(r.Reasons, "it was written in an earlier try")
			return r, nil
		}
	}
	decided := stopwatch.On(ctx, stopwatch.Decide)
	byPerson := isHuman(c.draft.Channel) && !c.draft.Propose
	found := settle(c.head(), c.draft.Propose, byPerson, s.forWho(ctx, byPerson, n), s.stands(ctx))
	if found.nothing() && !byPerson {
		if err := s.against(ctx, &c, &found); err != nil {
			return r, err
		}
	}
	if found.nothing() {
		other, alike, err := s.inOther(ctx, n, c.head(), c.near)
		if err != nil {
			return r, err
		}
		if alike.ID != "" {
			c.alike = alike
		}
		if byPerson {
			c.again = other
			c.after(other.stone)
		} else {
			found = other
		}
	}
	if found.same.ID == "" && found.stone.ID != "" {
		into, err := s.mergedInto(ctx, found.stone)
		if err != nil {
			return r, err
		}
		found.same = into
	}
	if found.same.ID != "" {
		decided()
		return s.sayAgain(ctx, n, found.same.ID, c, r)
	}
	if r = c.revive(s.forWho(ctx, byPerson, n), found, r, s.stands(ctx)); r.Status == Rejected {
		return r, nil
	}
	if c.alike.ID != "" && !byPerson && c.outcome == Written { // perhaps it says again what was retired: a person decides
		c.outcome, c.item.Status = Candidate, items.Proposed
	}
	aside := s.overPerson(ctx, &c)
	same, err := s.weigh(ctx, n, &c, c.near, &r)
	decided()
	if err != nil {
		return r, err
	}
	if same != "" {
		return s.sayAgain(ctx, n, same, c, r)
	}
	c.besideThem(aside, &r)
	r.saysAgain(c.again, c.alike, c.outcome)
	return s.add(ctx, n, c, r)
}

// add writes a newcomer that nothing stands against, and changes in the same deed what it supersedes and archives.
func (s *Service) add(ctx context.Context, n *neighbours, c newcomer, r Receipt) (Receipt, error) {
	var olds []stored
	if c.outcome == Written {
		var why string
		var err error
		if olds, why, err = s.predecessors(ctx, c.item, actorOf(c.draft), !c.replayed); err != nil {
			return r, err
		}
		if why != "" {
			return r.refuse(why), nil
		}
		r.Reasons = append(r.Reasons, untilThen(olds, c.item.Valid.From)...)
	}
	putAway, err := s.putAway(ctx, &c, &r)
	if err != nil {
		return r, err
	}
	if err := s.freeID(ctx, &c); err != nil {
		return r, err
	}
	d := deed{Op: OpWrite, ID: c.item.ID, Channel: c.draft.Channel}
	d, degraded, err := s.carryOut(ctx, n, d, slices.Concat([]stored{{Item: c.item}}, olds, putAway))
	if err != nil {
		return r, err
	}
	r.Status, r.ID, r.Path, r.Reasons = c.outcome, c.item.ID, d.Files[0].Path, append(r.Reasons, c.reasons...)
	r.after = d.after()
	r.Receipt, r.Paths, r.Degraded = d.Receipt, d.paths(), append(r.Degraded, degraded...)
	r.heldBack(c.item)
	r.reaches(c.item)
	s.toldArchived(ctx, c, putAway)
	return r, nil
}

// head is the item's head without an id: nothing in the store is the newcomer itself, even if chance gave both the same id. What no
// person wrote cannot step over a tombstone by saying that it supersedes it.
func (c *newcomer) head() items.Head {
	h := c.item.Head()
	h.ID = ""
	if !isHuman(c.draft.Channel) {
		h.Supersedes = nil
	}
	return h
}

// freeID gives the newcomer another id, if chance gave it that of another item.
func (s *Service) freeID(ctx context.Context, c *newcomer) error {
	for range 3 {
		_, _, err := s.Items.Get(ctx, c.item.ID)
		if errors.Is(err, items.ErrNotFound) {
			return nil
		}
		if err != nil && !errors.Is(err, items.ErrInvalid) || c.replayed {
			return err
		}
		c.item.ID = s.newID(c.item.Created, c.item.Title)
	}
	return fmt.Errorf("no free id for the new item: %w", items.ErrExists)
}

// revive holds a new item against the tombstones. A person may overrule them with a reason; the new item then supersedes them,
// so that from now on they do not stand against it.
func (c *newcomer) revive(ix Index, found settlement, r Receipt, stands func(items.Head) bool) Receipt {
	for found.stone.ID != "" {
		stone := found.stone
		what := fmt.Sprintf("%s (%s) %s", stone.ID, stone.Status, found.how)
		if !isHuman(c.draft.Channel) || c.draft.Propose {
			return r.refuse(what + ": only a person can bring it back")
		}
		if c.draft.Revive == "" {
			way := wayBack(r.Op, stone)
			if r.Op != OpImport {
				way += ", or memory restore it"
			}
			return r.refuse(what + ": " + way)
		}
		c.item.Supersedes = append(c.item.Supersedes, stone.ID)
		c.reasons = append(c.reasons, "revives "+string(stone.ID))
		found = settle(c.head(), false, true, ix, stands)
	}
	return r
}

// sighting is what saying a known thing once more brings to it.
type sighting struct {
	add   []items.Citation
	again bool // harvest saw it: it gains confidence with every new citation
	by    Channel
	grown func(items.Item) float64 // Draft.Grown
}

func (c newcomer) sighting() sighting {
	return sighting{c.item.Evidence, c.draft.Propose, c.draft.Channel, c.draft.Grown}
}

// sayAgain brings a newcomer to the item that says the same. One that only a tool, a page or an import said makes room: else what somebody
// planted would keep a person's own word out of every prompt.
func (s *Service) sayAgain(ctx context.Context, n *neighbours, id items.ID, c newcomer, r Receipt) (Receipt, error) {
	old, err := s.load(ctx, id)
	if err != nil {
		return r, err
	}
	if s.dropped(ctx, old.Head()) {
		c.reasons = append(c.reasons, fmt.Sprintf("%s says the same, and nobody stands for it: its file changed outside of memory", id))
		return s.add(ctx, n, c, r)
	}
	if c.outcome != Written || old.Status != items.Active || old.Review.Verdict == approved || isHuman(old.Trust) || old.Trust == items.Agent || weakness(c.item.Trust) >= weakness(old.Trust) {
		return s.strengthen(ctx, n, id, c.sighting(), r)
	}
	c.draft.Archives = append(slices.Clone(c.draft.Archives), id)
	c.reasons = append(c.reasons, fmt.Sprintf("%s says the same, and nobody stands for it", id))
	return s.add(ctx, n, c, r)
}

// strengthen adds citations that an item does not have yet, and what the sighting says of its confidence, in one deed. The item's
// words stay, so its trust does too: corroboration neither raises nor lowers it. The caller holds the lock.
func (s *Service) strengthen(ctx context.Context, n *neighbours, id items.ID, seen sighting, r Receipt) (Receipt, error) {
	old, err := s.load(ctx, id)
	if err != nil {
		return r, err
	}
	r.Status, r.ID, r.Path = Duplicate, id, old.file.Path
	if old.Status == items.Proposed {
		r.Reasons = append(r.Reasons, "the same candidate waits for review already")
	}
	it, op := old.Item, OpAdd
	it.Evidence = slices.Clone(it.Evidence)
	r.Added = addCitations(&it, seen.add)
	surer := it.Confidence
	if seen.grown != nil && old.closedTo(seen.by) == "" {
		surer = seen.grown(it)
	}
	switch {
	case surer != it.Confidence:
		it.Confidence, op = surer, OpUpdate
	case r.Added == 0:
		return r, nil
	case seen.again:
		it.Confidence = it.EffectiveConfidence() + 0.1*(1-it.EffectiveConfidence())
	}
	it.Updated = s.now()
	d, _, err := s.carryOut(ctx, n, deed{Op: op, ID: id, Channel: it.Trust}, []stored{{Item: it, file: old.file, sha: old.sha}})
	if r.Receipt = d.Receipt; err != nil {
		r.Added, r.Receipt = 0, ""
		r.Degraded = append(r.Degraded, fmt.Sprintf("what was seen again was not added: %v", err))
	} else if op == OpUpdate {
		r.Op, r.Status, r.after = op, Written, d.after()
	}
	return r, nil
}

// maxCitations bounds the citations of one item; more prove nothing more and make the file unreadable.
const maxCitations = 64

// addCitations appends the citations that are not there yet and returns how many. The same words in another record are another
// citation: they were said again.
func addCitations(it *items.Item, add []items.Citation) int {
	added := 0
	for _, c := range add {
		there := slices.ContainsFunc(it.Evidence, func(e items.Citation) bool { return e.ID == c.ID && e.Span == c.Span })
		if !there && len(it.Evidence) < maxCitations {
			it.Evidence = append(it.Evidence, c)
			added++
		}
	}
	return added
}
