package writeservice

import (
	"context"
	"errors"
	"fmt"

	"github.com/factline/memory/items"
)

// putAway loads the items that a new one archives, changed, and says in the receipt what becomes of each. A newcomer that its own draft
// names is left alone.
func (s *Service) putAway(ctx context.Context, c *newcomer, r *Receipt) ([]stored, error) {
	if c.outcome != Written {
		return nil, nil
	}
	var away []stored
	for _, id := range c.draft.Archives {
		old, err := s.load(ctx, id)
		if errors.Is(err, items.ErrNotFound) || err == nil && old.Status == items.Archived {
			continue // another process was quicker
		}
		if err != nil {
			return nil, err
		}
		t := tx{s: s, ctx: ctx, op: OpArchive, who: actorOf(c.draft), old: old}
		err = t.authority()
		if err == nil {
			err = t.move(&old.Item)
		}
		var no refusal
		switch {
		case errors.As(err, &no):
			r.Degraded = append(r.Degraded, fmt.Sprintf("the earlier %s %s was not archived: %v", old.Type, id, no))
		case err != nil:
			return nil, err
		default:
			old.Updated = s.now()
			away = append(away, old)
			r.Reasons = append(r.Reasons, fmt.Sprintf("the earlier %s %s is archived", old.Type, id))
		}
	}
	return away, nil
}

// toldArchived writes the history of items that were put away with a write.
func (s *Service) toldArchived(ctx context.Context, c newcomer, away []stored) {
	who := actorOf(c.draft)
	for _, old := range away {
		r := Receipt{Op: OpArchive, ID: old.ID, Status: Written}
		s.recorded(ctx, r, Event{
			Op: string(OpArchive), ID: old.ID, Other: c.item.ID, Title: old.Title, Channel: who.Channel, By: who.By, Agent: who.Agent,
			Status: string(Written), From: string(items.Active), To: string(old.Status), Before: old.sha,
		})
	}
}
