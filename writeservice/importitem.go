package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
)

// ImportMode says what happens to an item that is there already, by its id or by its words.
type ImportMode string

const (
	ImportSkip    ImportMode = "skip"    // what is here stays as it is
	ImportMerge   ImportMode = "merge"   // evidence, tags and refs are added to what is here; its words stay
	ImportReplace ImportMode = "replace" // the same id takes the imported words; the same words under another id are merged
)

// ImportItem brings one item in, keeping its id. On the channel of a person it restores: the row is that person's own export, and
// its status, trust and review are kept as written (trust import where it states none). On any other channel the row is material:
// whatever it claims, it becomes a candidate with trust import, and a row that is out of force is refused. Evidence is private and
// often on another machine: citations are kept; those that cannot be verified here support nothing that is here already. Call it on a
// Batch for many rows; a row that fails does not stop the rest.
func (s *Service) ImportItem(ctx context.Context, it items.Item, mode ImportMode, who Actor) (Receipt, error) {
	r := Receipt{Op: OpImport, ID: it.ID}
	who.Channel = weakest(who.Channel, items.Human)
	c, r, err := s.prepareImport(ctx, it, who, r)
	if err != nil {
		return Receipt{}, fmt.Errorf("import %s: %w", it.ID, err)
	}
	if r.Status != Rejected && !slices.Contains([]ImportMode{ImportSkip, ImportMerge, ImportReplace}, mode) {
		r = r.refuse(fmt.Sprintf("unknown mode %.20q: one of merge, skip, replace", string(mode)))
	}
	if r.Status == Rejected {
		return s.told(ctx, r, c.item, who), nil
	}
	n, err := s.neighbours(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("import %s: %w", it.ID, err)
	}
	if isLive(c.item.Head()) {
		if c.near, err = s.near(ctx, c.item.Head(), &r); err != nil {
			return Receipt{}, fmt.Errorf("import %s: %w", it.ID, err)
		}
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("import %s: %w; try again", it.ID, err)
	}
	r, err = s.importLocked(ctx, n, c, mode, who, r)
	unlock()
	if err != nil {
		return Receipt{}, fmt.Errorf("import %s: %w", it.ID, err)
	}
	r.Degraded = append(r.Degraded, n.degraded...)
	return s.told(ctx, r, c.item, who), nil
}

// prepareImport is prepare for a row: it keeps the row's id, times, status and review as far as the channel allows.
func (s *Service) prepareImport(ctx context.Context, row items.Item, who Actor, r Receipt) (newcomer, Receipt, error) {
	it := own(row)
	folded := append(foldTags(&it), strictest(&it)...)
	normalise(&it)
	if it.Created.IsZero() {
		it.Created = s.now()
	}
	if it.Updated.IsZero() {
		it.Updated = it.Created
	}
	if it.ID == "" {
		it.ID = s.newID(it.Created, it.Title)
	}
	if it.Status == "" {
		it.Status = items.Proposed
	}
	if !isHuman(who.Channel) {
		it.Review, it.Settled, it.Author, it.Trust = items.Review{}, nil, "", items.Imported
	}
	it.Trust = weakest(it.Trust, items.Human)
	if who.Redact {
		redact(&it)
	}
	c := newcomer{item: it, draft: Draft{Channel: who.Channel, Revive: who.Revive}}
	r.ID = it.ID
	if why := it.ID.Check(); why != "" {
		return c, r.refuse("the id cannot be a file name: it " + why), nil
	}
	if bad := invalid(it); len(bad) > 0 {
		return c, r.refuse(bad...), nil
	}
	found := audit(it, nil)
	r.Findings = found.findings
	if len(found.refused) > 0 {
		return c, r.refuse(found.refused...), nil
	}
	if !isHuman(who.Channel) {
		if isStone(it.Head()) {
			return c, r.refuse(fmt.Sprintf("it is %s: only a person can import what is out of force, with --trusted", it.Status)), nil
		}
		if err := s.material(ctx, &c, found); err != nil {
			return c, r, err
		}
	}
	c.reasons = append(c.reasons, folded...)
	c.outcome = Written
	if c.item.Status == items.Proposed {
		c.outcome = Candidate
	}
	return c, r.encodable(c.item), nil
}

// material makes a candidate of a row that no person stands for.
func (s *Service) material(ctx context.Context, c *newcomer, found audited) error {
	c.item.Status = items.Proposed
	c.reasons = []string{"imported: it waits for review, whatever it says of its own status and trust"}
	_, why := decide(circumstances{
		channel: items.Imported, trust: items.Imported, kind: c.item.Type, cited: true, instruct: found.instruct, inCode: found.inCode,
	})
	c.reasons = append(c.reasons, why...)
	for _, cite := range c.item.Evidence {
		one := []items.Citation{cite}
		_, wrong, err := s.cite(ctx, one)
		if err != nil {
			return err
		}
		if len(wrong) == 0 {
			c.verified = append(c.verified, one[0])
		}
	}
	if n := len(c.item.Evidence) - len(c.verified); n > 0 {
		c.reasons = append(c.reasons, fmt.Sprintf("%d of its %d citations cannot be verified here", n, len(c.item.Evidence)))
	}
	return nil
}

func (s *Service) importLocked(ctx context.Context, n *neighbours, c newcomer, mode ImportMode, who Actor, r Receipt) (Receipt, error) {
	if err := s.refresh(ctx, n); err != nil {
		return r, err
	}
	old, err := s.load(ctx, c.item.ID)
	switch {
	case err == nil:
		return s.importOver(ctx, n, old, c, mode, who, r)
	case !errors.Is(err, items.ErrNotFound):
		return r, err
	}
	if isLive(c.item.Head()) {
		if stone, ok := PurgedAs(c.item.Head(), n); ok {
			return r.refuse(fmt.Sprintf("%s is what is left of the item of this id, whose words were purged: where this holds, memory write it anew", stone.ID)), nil
		}
		found := settle(c.head(), false, isHuman(who.Channel), s.forWho(ctx, isHuman(who.Channel), n), s.stands(ctx))
		if found.nothing() {
			other, alike, err := s.inOther(ctx, n, c.head(), c.near)
			if err != nil {
				return r, err
			}
			if isHuman(who.Channel) {
				r.saysAgain(other, alike, Written)
			} else {
				found = other
				r.saysAgain(settlement{}, alike, c.outcome)
			}
		}
		if found.stone.ID != "" {
			if found.same, err = s.mergedInto(ctx, found.stone); err != nil {
				return r, err
			}
		}
		if found.same.ID != "" {
			return s.importSame(ctx, n, found.same.ID, c, mode, who, r)
		}
		if r = c.revive(s.forWho(ctx, isHuman(who.Channel), n), found, r, s.stands(ctx)); r.Status == Rejected {
			return r, nil
		}
	}
	return s.importNew(ctx, n, c, who, r)
}

func (s *Service) importNew(ctx context.Context, n *neighbours, c newcomer, who Actor, r Receipt) (Receipt, error) {
	olds := s.importPredecessors(ctx, c.item, who, &r)
	d, degraded, err := s.importRow(ctx, n, who, append([]stored{{Item: c.item}}, olds...))
	if err != nil {
		return r, err
	}
	r.Status, r.ID, r.Path, r.Reasons, r.after = c.outcome, c.item.ID, d.Files[0].Path, append(r.Reasons, c.reasons...), d.after()
	r.Degraded = append(r.Degraded, degraded...)
	return r, nil
}

// importPredecessors loads what an active row supersedes here. Rows come in any order, so one that is not here yet is no fault.
func (s *Service) importPredecessors(ctx context.Context, it items.Item, who Actor, r *Receipt) (olds []stored) {
	if it.Status != items.Active {
		return nil
	}
	links := it.Supersedes
	for _, id := range links {
		if _, _, err := s.Items.Get(ctx, id); err != nil {
			continue
		}
		it.Supersedes = []items.ID{id}
		more, why, err := s.predecessors(ctx, it, who, false)
		if err != nil {
			why = err.Error()
		}
		if why != "" {
			r.Degraded = append(r.Degraded, why)
		}
		olds = append(olds, more...)
	}
	return olds
}

// importSame brings the support of a row to an item with the same words.
func (s *Service) importSame(ctx context.Context, n *neighbours, id items.ID, c newcomer, mode ImportMode, who Actor, r Receipt) (Receipt, error) {
	old, err := s.load(ctx, id)
	if err != nil {
		return r, err
	}
	r.Status, r.ID, r.Path = Duplicate, id, old.file.Path
	t := &tx{s: s, ctx: ctx, n: n, op: OpImport, who: who, old: old}
	if err := t.authority(); err != nil || mode == ImportSkip {
		return r, nil
	}
	it := own(old.Item)
	if !isHuman(who.Channel) {
		c.item.Evidence = c.verified
	}
	r.Added = absorb(&it, c.item)
	if it.Equal(old.Item) {
		return r, nil
	}
	it.Updated = s.now()
	_, degraded, err := s.importRow(ctx, n, who, []stored{{Item: it, file: old.file, sha: old.sha}})
	r.changed, r.Degraded = err == nil, append(r.Degraded, degraded...)
	return r, err
}

// importOver imports a row whose id is here already.
func (s *Service) importOver(ctx context.Context, n *neighbours, old stored, c newcomer, mode ImportMode, who Actor, r Receipt) (Receipt, error) {
	r.Status, r.Path = Duplicate, old.file.Path
	differs := !items.SameText(c.item.Head(), old.Head())
	// A person who says that the rows are his own after all lifts what an import before that put up for review, in the same words.
	lifts := isHuman(who.Channel) && mode != ImportSkip && c.outcome == Written && !differs && old.file.Candidate && old.Status == items.Proposed && old.Trust == items.Imported
	if !lifts && mode != ImportReplace || c.item.Equal(old.Item) || !differs && !isHuman(who.Channel) {
		if differs {
			r.Reasons = append(r.Reasons, "the id is here with other words, which were kept; it differs: --mode replace takes the imported ones")
		}
		return s.importSame(ctx, n, old.ID, c, mode, who, r)
	}
	if !isHuman(who.Channel) {
		return s.importBeside(ctx, n, old, c, who, r)
	}
	t := &tx{s: s, ctx: ctx, n: n, op: OpImport, who: who, old: old}
	if err := t.authority(); err != nil {
		return r.refuse(err.Error()), nil
	}
	head := c.item.Head()
	switch {
	case c.outcome == Candidate && !old.file.Candidate:
		return r.refuse("it waits for review and would replace an item that is in force: import it under another id, or edit the item"), nil
	case isStone(old.Head()) && isLive(head) && !(isHuman(who.Channel) && who.Revive != ""):
		return r.refuse(fmt.Sprintf("%s is %s here: %s", old.ID, old.Status, wayBack(OpImport, old.Head()))), nil
	case isLive(head) && differs:
		err := t.outlive(&c.item)
		var no refusal
		if errors.As(err, &no) {
			return r.refuse(string(no)), nil
		}
		if err != nil {
			return r, err
		}
	}
	olds := s.importPredecessors(ctx, c.item, who, &r)
	d, degraded, err := s.importRow(ctx, n, who, append([]stored{{Item: c.item, file: old.file, sha: old.sha}}, olds...))
	if err != nil {
		return r, err
	}
	r.Status, r.Path, r.Reasons, r.after = c.outcome, d.Files[0].Path, append(r.Reasons, t.reasons...), d.after()
	r.Degraded = append(r.Degraded, degraded...)
	return r, nil
}

// importBeside makes of a row that would replace an item a candidate under an id of its own, which replaces the item once a person
// approves it.
func (s *Service) importBeside(ctx context.Context, n *neighbours, old stored, c newcomer, who Actor, r Receipt) (Receipt, error) {
	c.item.ID = s.newID(c.item.Created, c.item.Title)
	c.item.Supersedes = without(c.item.Supersedes, old.ID)
	why := fmt.Sprintf("it would replace %s: approving it does", old.ID)
	if old.Status == items.Active || old.Status == items.Archived {
		c.item.Supersedes = append(c.item.Supersedes, old.ID)
	} else { // a candidate is not superseded, it is edited or rejected
		c.item.Refs.Items = append(without(c.item.Refs.Items, old.ID), old.ID)
		why = fmt.Sprintf("it would replace %s, which is %s: approve the one and reject the other", old.ID, old.Status)
	}
	if isStone(old.Head()) {
		return r.refuse(fmt.Sprintf("%s is %s here: only a person can bring it back", old.ID, old.Status)), nil
	}
	found := settle(c.head(), false, false, n, s.stands(ctx))
	if found.nothing() {
		var err error
		if found, _, err = s.inOther(ctx, n, c.head(), c.near); err != nil {
			return r, err
		}
	}
	switch {
	case found.same.ID != "":
		return s.importSame(ctx, n, found.same.ID, c, ImportMerge, who, r)
	case found.stone.ID != "":
		return r.refuse(fmt.Sprintf("%s (%s) %s: only a person can bring it back", found.stone.ID, found.stone.Status, found.how)), nil
	}
	c.reasons = append(c.reasons, why)
	return s.importNew(ctx, n, c, who, r)
}
