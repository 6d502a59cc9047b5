package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// Undo takes a change back, byte for byte: what names its receipt, or an item whose newest change is meant; "" is the newest change of
// all that stands. It is refused where a file was changed since. A person may undo what anyone did, an agent what an agent did, as
// long as no tombstone comes back to life by it.
func (s *Service) Undo(ctx context.Context, what string, who Actor) (Receipt, error) {
	who.Channel = weakest(who.Channel, items.Human)
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("undo: %w; nothing was changed, try again", err)
	}
	r, undone, err := s.undoLocked(ctx, what, who)
	unlock()
	if err != nil {
		return Receipt{}, fmt.Errorf("undo: %w", err)
	}
	return s.recorded(ctx, r, Event{
		Op: string(OpUndo), ID: r.ID, Channel: who.Channel, By: who.By, Agent: who.Agent, Status: string(r.Status),
		Note: strings.TrimSpace(fmt.Sprintf("%s %s; %s", undone.Op, undone.Receipt, strings.Join(r.Reasons, "; "))),
	}), nil
}

func (s *Service) undoLocked(ctx context.Context, what string, who Actor) (Receipt, deed, error) {
	r := Receipt{Op: OpUndo}
	if _, err := s.resume(ctx); err != nil {
		return r, deed{}, err
	}
	w := s.writer()
	all, strange, err := s.deeds(ctx)
	if err != nil {
		return r, deed{}, err
	}
	if strange > 0 {
		r.Reasons = append(r.Reasons, fmt.Sprintf("records of changes in undo/ that were passed over: %d; %v", strange, errUnsigned))
	}
	d, why, err := undoable(all, w, what)
	if err != nil {
		return r, d, withReasons(err, r.Reasons)
	}
	r.ID = d.ID
	if why == "" {
		why = mayUndo(d, who)
	}
	if why == "" && d.Op == OpDelete {
		why, err = s.saidSince(ctx, d)
		if err != nil {
			return r, d, err
		}
	}
	if why != "" {
		return r.refuse(why), d, nil
	}
	back := deed{Op: OpUndo, At: s.now(), ID: d.ID, Channel: who.Channel, Undoes: d.Receipt}
	for _, f := range slices.Backward(d.Files) {
		back.Files = append(back.Files, f.Reversed())
	}
	back.name()
	if len(back.Files) > 1 {
		if err := s.saveIntent(back); err != nil {
			return r, d, err
		}
	}
	if err := s.logDeed(back); err != nil {
		r.Degraded = append(r.Degraded, fmt.Sprintf("memory undo will not know of it: %v", err))
	}
	if err := s.apply(w, back); err != nil {
		if state, _, _ := back.state(w); len(back.Files) == 1 || state == deedBefore {
			if len(back.Files) > 1 {
				_ = s.dropIntent(back)
			}
			return r, d, err
		}
		r.Degraded = append(r.Degraded, fmt.Sprintf("not completed yet (%v): the next command or memory repair does it", err))
	} else if len(back.Files) > 1 {
		_ = s.dropIntent(back) // completing it again changes nothing
	}
	r.Status, r.Receipt, r.Path = Written, back.Receipt, back.Files[0].Path
	r.Reasons = append(r.Reasons, fmt.Sprintf("took back %s %s", d.Op, d.Receipt))
	r.Paths = back.paths()
	return r, d, nil
}

// undoable finds the deed that is meant. why says what speaks against taking it back.
func undoable(all []deed, w *items.Writer, what string) (found deed, why string, err error) {
	takenBack := map[string]bool{} // by an undo that stands
	for _, d := range all {
		if d.Op == OpUndo && !takenBack[d.Receipt] {
			takenBack[d.Undoes] = true
		}
		switch {
		case d.Purged && len(d.Files) == 0 && d.Receipt == what, d.Op == OpPurge && what == "":
			return d, fmt.Sprintf("%s %s: words were purged since, and nothing brings them back", d.Op, d.Receipt), nil
		case d.Purged && len(d.Files) > 0 && (what == "" || d.Receipt == what || d.touches(items.ID(what))):
			return d, fmt.Sprintf("%s %s: its file held a secret, which no log keeps, so that nothing takes it back; edit the item", d.Op, d.Receipt), nil
		case d.Purged:
			continue
		case takenBack[d.Receipt] && d.Receipt != what:
			continue
		case what == "" && d.Op == OpUndo:
			continue
		case what != "" && d.Receipt != what && (strings.HasPrefix(what, "rc-") || d.Op == OpUndo || !d.touches(items.ID(what))):
			continue
		}
		state, other, err := d.state(w)
		if errors.Is(err, items.ErrInvalid) {
			continue // it names what is no item: no command wrote it
		}
		if err != nil {
			return d, "", err
		}
		switch {
		case state == deedAfter:
			return d, "", nil
		case state == deedOther && !takenBack[d.Receipt]:
			return d, fmt.Sprintf("%s was changed since %s %s: undo what came later first, or edit the item", other, d.Op, d.Receipt), nil
		case d.Receipt == what:
			return d, fmt.Sprintf("%s %s is taken back already, or was never done", d.Op, d.Receipt), nil
		}
	}
	if what == "" {
		return found, "there is no change to take back", nil
	}
	if _, err := w.Deleted(items.ID(what)); err == nil {
		return found, fmt.Sprintf("the log of changes does not hold how %s was deleted: memory restore %s brings it back", what, what), nil
	}
	return found, "", fmt.Errorf("no change of %.60q is known here that could be taken back: memory history shows what happened: %w", what, items.ErrNotFound)
}

func withReasons(err error, reasons []string) error {
	if len(reasons) == 0 {
		return err
	}
	return fmt.Errorf("%w; %s", err, strings.Join(reasons, "; "))
}

func (d deed) touches(id items.ID) bool {
	return slices.ContainsFunc(d.Files, func(f items.FileChange) bool { return f.ID() == id })
}

// mayUndo says why this caller may not take a deed back, "" when he may.
func mayUndo(d deed, who Actor) string {
	if isHuman(who.Channel) {
		return ""
	}
	if isHuman(d.Channel) {
		return fmt.Sprintf("%s %s was done by a person: only a person can take it back", d.Op, d.Receipt)
	}
	if d.Op == OpDelete {
		return fmt.Sprintf("%s is deleted: only a person can bring it back", d.ID)
	}
	for _, f := range d.Files {
		before, after := headOf(f.Before), headOf(f.After)
		switch {
		case isHuman(before.Trust) || isHuman(after.Trust):
			return fmt.Sprintf("%s was written or approved by a person: only a person can change it", f.ID())
		case isStone(after) && !isStone(before):
			return fmt.Sprintf("%s is %s: only a person can bring it back", f.ID(), after.Status)
		}
	}
	return ""
}

// saidSince says what live item has taken the words of a deleted one since, "" for none: both would be one fact twice.
func (s *Service) saidSince(ctx context.Context, d deed) (string, error) {
	n, err := s.neighbours(ctx)
	if err != nil {
		return "", err
	}
	if err := s.refresh(ctx, n); err != nil {
		return "", err
	}
	for _, f := range d.Files {
		h := headOf(f.Before)
		if !isLive(h) {
			continue
		}
		for _, twin := range n.ByText(h.TextKey) {
			if twin.ID != h.ID && isLive(twin) && twin.Project == h.Project && twin.Type == h.Type && items.SameText(twin, h) {
				return fmt.Sprintf("%s says the same as the deleted %s: keep that one, or delete it first", twin.ID, h.ID), nil
			}
		}
	}
	return "", nil
}

func headOf(file *string) items.Head {
	if file == nil {
		return items.Head{}
	}
	it, err := items.Parse([]byte(*file))
	if err != nil {
		return items.Head{}
	}
	return it.Head()
}
