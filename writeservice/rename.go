package writeservice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/factline/memory/items"
)

// RenameProject gives every item, candidate and tombstone of a project to another name, as one change that Undo takes back. Nothing else of them
// changes, not even when they were changed last: a new name says nothing of what they say. Only a person may.
func (s *Service) RenameProject(ctx context.Context, from, to string, who Actor) (Receipt, error) {
	r := Receipt{Op: OpRename}
	switch {
	case !isHuman(weakest(who.Channel, items.Human)):
		return r.refuse("only a person can give the items of a project to another one"), nil
	case from == "" || to == "" || from == to:
		return r.refuse("a project is renamed from one name to another"), nil
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("rename project %s: %w; nothing was changed, try again", from, err)
	}
	r, moved, err := s.renameLocked(ctx, r, from, to, who)
	unlock()
	if err != nil {
		return Receipt{}, fmt.Errorf("rename project %s: %w", from, err)
	}
	if r.Unchanged || r.Status != Written {
		return r, nil
	}
	for _, one := range moved {
		t := &tx{s: s, op: OpRename, who: who, old: one}
		told := Receipt{Op: OpRename, ID: one.ID, Status: Written, Degraded: r.Degraded}
		r.Degraded = s.recorded(ctx, told, t.event(told, one.Item, "project "+from+" is "+to)).Degraded
	}
	return r, nil
}

func (s *Service) renameLocked(ctx context.Context, r Receipt, from, to string, who Actor) (Receipt, []stored, error) {
	if _, err := s.resume(ctx); err != nil {
		return r, nil, err
	}
	files, _, err := s.Items.Files(ctx)
	if err != nil {
		return r, nil, err
	}
	var moved []stored
	for _, f := range files {
		it, file, err := s.Items.Read(ctx, f)
		switch {
		case errors.Is(err, items.ErrInvalid), errors.Is(err, items.ErrNotFound):
			continue // doctor shows it
		case err != nil:
			return r, nil, err
		case it.Project != from:
			continue
		case it.Open("project"):
			r.Degraded = append(r.Degraded, fmt.Sprintf("%s stays: a merge left its project open; memory update %s --ours project, or --theirs project, decides it", it.ID, it.ID))
			continue
		}
		it.Project = to
		if bad := invalid(it); slices.ContainsFunc(bad, func(s string) bool { return s == badProject }) {
			return r.refuse(badProject), nil, nil
		}
		moved = append(moved, stored{Item: it, file: f, sha: items.Hash(file)})
	}
	r.Status = Written
	if r.Unchanged = len(moved) == 0; r.Unchanged {
		return r, nil, nil
	}
	d, degraded, err := s.carryOut(ctx, blind(), deed{Op: OpRename, ID: moved[0].ID, Channel: who.Channel}, moved)
	if err != nil {
		return r, nil, err
	}
	r.ID, r.Receipt, r.Paths, r.Path, r.Degraded = moved[0].ID, d.Receipt, d.paths(), d.Files[0].Path, append(r.Degraded, degraded...)
	return r, moved, nil
}
