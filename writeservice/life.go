package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/trust"
)

// Retire puts an item out of force for good: it stays as a tombstone, and its claim is not taken again. reason goes into the ledger and the
// item, so that who meets the tombstone in git knows why.
func (s *Service) Retire(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	return s.edit(ctx, id, OpRetire, who, reason, func(t *tx, it *items.Item) error {
		t.decides(it)
		if it.Status == items.Retired {
			return nil
		}
		it.Ended = safe(reason)
		return t.move(it)
	})
}

// Archive takes an item out of searches without making it a tombstone.
func (s *Service) Archive(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	return s.edit(ctx, id, OpArchive, who, "", func(t *tx, it *items.Item) error {
		t.decides(it)
		if it.Status == items.Archived {
			return nil
		}
		return t.move(it)
	})
}

// Restore brings an archived, retired, superseded, rejected or deleted item back. Where it was a tombstone only a person may, with
// a reason; items that superseded it no longer do. A rejected candidate waits for review again.
func (s *Service) Restore(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	was, _, err := s.Items.Get(ctx, id)
	if errors.Is(err, items.ErrNotFound) {
		return s.undelete(ctx, id, who, reason)
	}
	if err != nil {
		return Receipt{}, err
	}
	var successors []items.ID
	if isStone(was.Head()) || was.Open("status") { // a merge may have left it in force beside one that supersedes it
		if successors, err = s.successors(ctx, id); err != nil {
			return Receipt{}, err
		}
	}
	who.Revive = reason
	return s.edit(ctx, id, OpRestore, who, reason, func(t *tx, it *items.Item) error {
		open := it.Open("status")
		t.decides(it)
		if it.Status == items.Active && open && isHuman(who.Channel) {
			return t.letGo(id, successors)
		}
		if it.Status == items.Active || it.Status == items.Proposed {
			return nil
		}
		if isStone(it.Head()) && reason == "" {
			return refusalf("%s is %s: give the reason why it is true again, with --reason", id, it.Status)
		}
		if err := t.move(it); err != nil {
			return err
		}
		if it.Status == items.Proposed {
			it.Review = items.Review{}
		}
		if err := t.letGo(id, successors); err != nil {
			return err
		}
		return t.outliveOthers(it, successors)
	})
}

// decides takes the open conflict of the status away: a person has said what becomes of the item.
func (t *tx) decides(it *items.Item) {
	if isHuman(t.who.Channel) {
		it.Settle("status")
	}
}

// outliveOthers is outlive for an item whose successors are about to let it go.
func (t *tx) outliveOthers(it *items.Item, successors []items.ID) error {
	if len(successors) > 0 {
		return nil // a person prefers it to what replaced it, knowing that
	}
	return t.outlive(it)
}

// successors lists the items that supersede id. It reads all files, outside of the lock: the operations that need it are rare.
func (s *Service) successors(ctx context.Context, id items.ID) ([]items.ID, error) {
	var found []items.ID
	for it, err := range s.Items.All(ctx) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && slices.Contains(it.Supersedes, id) {
			found = append(found, it.ID)
		}
	}
	slices.Sort(found)
	return found, nil
}

// letGo removes the supersedes links of others to id, before it is brought back: after a kill in between, it is still a tombstone.
func (t *tx) letGo(id items.ID, successors []items.ID) error {
	for _, successor := range successors {
		o, err := t.s.load(t.ctx, successor)
		if errors.Is(err, items.ErrNotFound) || err == nil && !slices.Contains(o.Supersedes, id) {
			continue
		}
		if err != nil {
			return fmt.Errorf("remove the link of %s: %w", successor, err)
		}
		o.Supersedes, o.Updated = without(o.Supersedes, id), t.s.now()
		t.first = append(t.first, o)
	}
	return nil
}

func without[T comparable](list []T, drop T) []T {
	var kept []T
	for _, e := range list {
		if e != drop {
			kept = append(kept, e)
		}
	}
	return kept
}

// Delete moves the file to undo/; Receipt.Path names the copy. Restore brings it back.
func (s *Service) Delete(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	who.Channel = weakest(who.Channel, items.Human)
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("delete %s: %w; nothing was changed, try again", id, err)
	}
	t := &tx{s: s, ctx: ctx, n: blind(), op: OpDelete, who: who}
	r, err := t.remove(id)
	unlock()
	if err != nil {
		return Receipt{}, fmt.Errorf("delete %s: %w", id, err)
	}
	return s.recorded(ctx, r, t.event(r, items.Item{}, "")), nil
}

func (t *tx) remove(id items.ID) (Receipt, error) {
	r := Receipt{Op: OpDelete, ID: id}
	var err error
	if t.old, err = t.s.load(t.ctx, id); err != nil {
		return r, err
	}
	r.ID, r.Path = t.old.ID, t.old.file.Path
	if t.who.ExpectSHA != "" && t.who.ExpectSHA != t.old.sha {
		return r, fmt.Errorf("%s is not as you saw it: %w; read it again", r.Path, items.ErrConflict)
	}
	if err := t.authority(); err != nil {
		return r.refuse(err.Error()), nil
	}
	if err := t.s.seal(t.s.sealOf(t.ctx, t.old.ID), t.old.Item); err != nil { // what a branch puts there instead has no seal
		return r, err
	}
	if err := t.s.touch(id); err != nil {
		return r, err
	}
	d, logged := t.s.logMove(deed{Op: OpDelete, ID: t.old.ID, Channel: t.who.Channel}, t.old.file.Path, true)
	if r.Path, err = t.s.writer().Remove(t.ctx, id); err != nil {
		return r, err
	}
	r.Status, r.Receipt, r.Degraded = Written, d.Receipt, logged
	return r, nil
}

// logMove logs a file that goes to undo/ or comes back from there, as it is on disk, so that undo knows of it.
func (s *Service) logMove(d deed, path string, goes bool) (deed, []string) {
	text, err := s.writer().At(path)
	if err == nil {
		change := items.FileChange{Path: path, Before: text}
		if !goes {
			change = change.Reversed()
		}
		d.At, d.Files = s.now(), []items.FileChange{change}
		d.name()
		err = s.logDeed(d)
	}
	if err != nil {
		return d, []string{fmt.Sprintf("memory undo will not know of it: %v", err)}
	}
	return d, nil
}

// undelete brings back the newest undo copy, as it was: if it is in force, neither a twin nor a tombstone may stand against it.
func (s *Service) undelete(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	who.Channel = weakest(who.Channel, items.Human)
	n, err := s.neighboursFor(ctx, OpRestore)
	if err != nil {
		return Receipt{}, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("restore %s: %w; nothing was changed, try again", id, err)
	}
	who.Revive = reason
	t := &tx{s: s, ctx: ctx, n: n, op: OpRestore, who: who}
	r, it, err := t.bringBack(id)
	unlock()
	var no refusal
	if errors.As(err, &no) {
		r, err = r.refuse(string(no)), nil
	}
	if err != nil {
		return Receipt{}, fmt.Errorf("restore %s: %w", id, err)
	}
	return s.recorded(ctx, r, t.event(r, it, reason)), nil
}

func (t *tx) bringBack(id items.ID) (Receipt, items.Item, error) {
	r := Receipt{Op: OpRestore, ID: id}
	if !isHuman(t.who.Channel) {
		return r.refuse("only a person can bring a deleted item back"), items.Item{}, nil
	}
	if err := t.s.refresh(t.ctx, t.n); err != nil {
		return r, items.Item{}, err
	}
	w := t.s.writer()
	was, err := w.Deleted(id)
	if err != nil {
		return r, items.Item{}, err
	}
	it := own(was)
	if err := t.doubt(was); err != nil {
		return r, items.Item{}, err
	}
	t.old = stored{Item: was, file: items.File{Candidate: was.Status == items.Proposed}}
	if isLive(it.Head()) {
		if err := t.outlive(&it); err != nil {
			return r, items.Item{}, err
		}
	}
	if err := t.s.touch(id); err != nil {
		return r, items.Item{}, err
	}
	f, err := w.Restore(t.ctx, string(id))
	if err != nil {
		return r, items.Item{}, err
	}
	r.Status, r.Path, r.Reasons = Written, f.Path, t.reasons
	if it.Status == items.Proposed {
		r.Status = Candidate
	}
	if it.Equal(was) {
		t.n.put(it, f)
	} else {
		b, err := t.s.load(t.ctx, id)
		if err != nil {
			return r, items.Item{}, err
		}
		it.Updated = t.s.now()
		if _, err := t.s.replace(t.ctx, t.n, it, b.sha); err != nil {
			return r, it, err
		}
	}
	d, logged := t.s.logMove(deed{Op: OpRestore, ID: id, Channel: t.who.Channel}, f.Path, false)
	r.Receipt, r.Degraded = d.Receipt, logged
	return r, it, nil
}

// doubt seals a copy in undo/ that no delete of this machine left there as one that nobody vouches for: git ignores the directory, and a
// branch can bring a file into it all the same. What comes back waits for a person who reads it.
func (t *tx) doubt(was items.Item) error {
	file := []byte(was.Source())
	if !t.s.Seals.Usable() || t.s.Seals.Of(file) != trust.None {
		return nil
	}
	t.reasons = append(t.reasons, fmt.Sprintf("this machine did not put that copy away: it is not injected before a person approves it (memory review approve %s)", was.ID))
	return t.s.Seals.Add(trust.Foreign, file)
}

// safe makes a person's reason fit for the ledger and for review: secrets replaced, one line.
func safe(reason string) string {
	reason, _ = secrets.Redact(reason)
	line := []rune(reason)
	for i, r := range line {
		if !singleLine(string(r)) {
			line[i] = ' '
		}
	}
	return string(line[:min(len(line), MaxSummary)])
}

// Deleted reads the newest undo copy of a deleted item, and leaves it there; items.ErrNotFound where there is none.
func (s *Service) Deleted(id items.ID) (items.Item, error) {
	return items.NewWriter(s.Dir).As(s.Items).Deleted(id)
}
