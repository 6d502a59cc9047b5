package writeservice

import (
	"context"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// Update applies change to an item, under the lock: change must be quick and must not call the service. It may change words,
// tags, refs, evidence and the like; status, trust and review have operations of their own. An unchanged item answers with status
// written and Unchanged, and no file is touched. An error of change is returned as it is.
func (s *Service) Update(ctx context.Context, id items.ID, who Actor, change func(*items.Item) error) (Receipt, error) {
	return s.edit(ctx, id, OpUpdate, who, "", func(t *tx, it *items.Item) error { return t.edited(it, change) })
}

// Edit replaces a candidate's or item's file by what a person made of it in an editor (the bytes of a whole item file).
func (s *Service) Edit(ctx context.Context, id items.ID, who Actor, file []byte) (Receipt, error) {
	return s.edit(ctx, id, OpEdit, who, "", func(t *tx, it *items.Item) error {
		return t.edited(it, func(it *items.Item) error {
			edited, err := items.Parse(file)
			if err != nil {
				return refusal(err.Error())
			}
			*it = edited
			return nil
		})
	})
}

func (t *tx) edited(it *items.Item, change func(*items.Item) error) error {
	t.content = true
	if err := change(it); err != nil {
		return err
	}
	retitle(it, t.old.Title)
	switch {
	case it.Status != t.old.Status:
		return refusal("the status is changed by supersede, retire, archive, restore and review, not by an edit")
	case !sameReview(it.Review, t.old.Review):
		return refusal("review is written by memory review, not by an edit")
	case weakness(it.Trust) < weakness(t.old.Trust):
		return refusal("trust rises only when a person approves the item: memory review approve")
	case !slices.Equal(it.Supersedes, t.old.Supersedes):
		return refusal("supersedes is changed by memory supersede and memory unlink, not by an edit")
	}
	return t.moveDate(it)
}

// retitle keeps a body that opens with the title as its heading in step with a changed title.
func retitle(it *items.Item, was string) {
	heading, rest, _ := strings.Cut(it.Body, "\n")
	mark := heading[:len(heading)-len(strings.TrimLeft(heading, "#"))]
	if it.Title == was || mark == "" || strings.TrimSpace(heading[len(mark):]) != was {
		return
	}
	it.Body = strings.TrimRight(mark+" "+it.Title+"\n"+rest, "\n")
}

func sameReview(a, b items.Review) bool {
	return a.Verdict == b.Verdict && a.By == b.By && a.Reason == b.Reason && a.At.Equal(b.At)
}
