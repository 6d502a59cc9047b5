package hub

import (
	"context"

	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// decidedByUser answers for a candidate that a person decided on in his own store, before this project had one: what he approved there is in
// force here too, and what he turned down he is not asked again. What only waits there is proposed here.
func (h *Hub) decidedByUser(ctx context.Context, it items.Item) (r writeservice.Receipt, decided bool, err error) {
	if h.user == nil {
		return r, false, nil
	}
	inForce, stone, err := h.user.Writes.Decided(ctx, it)
	if err == nil && inForce.ID == "" && stone.ID == "" {
		inForce.ID, stone.ID, err = h.user.saidThere(ctx, it)
	}
	switch {
	case err != nil:
		return r, false, err
	case inForce.ID != "":
		return writeservice.Receipt{Op: writeservice.OpWrite, Status: writeservice.Duplicate, ID: inForce.ID, Reasons: []string{"it is in force in your own store"}}, true, nil
	case stone.ID != "":
		return writeservice.Receipt{Op: writeservice.OpWrite, Status: writeservice.Rejected, Reasons: []string{"you turned it down in your own store: " + string(stone.ID)}}, true, nil
	}
	return r, false, nil
}

// saidThere looks in this store for the claim in other words: what is in force, else what was turned down.
func (h *Hub) saidThere(ctx context.Context, it items.Item) (inForce, stone items.ID, err error) {
	known, retired, err := h.sameFact(ctx, it)
	switch {
	case err != nil:
		return "", "", err
	case known != "":
		if same, f, err := h.Items.Get(ctx, known); err == nil && same.Status == items.Active && !f.Candidate {
			return known, "", nil
		}
	case len(retired) > 0:
		return "", retired[0], nil
	}
	return "", "", nil
}

// OwnStore is what a user's own store holds of a project that has a store of its own.
type OwnStore struct {
	Dir     string `json:"dir"`
	Project string `json:"project"`
	Facts   int    `json:"facts"`   // in force, here too
	Waiting int    `json:"waiting"` // candidates, which are reviewed there
}

// OwnStore counts what the user's own store holds of this project, nil for nothing.
func (h *Hub) OwnStore(ctx context.Context) (*OwnStore, error) {
	if h.user == nil || h.Project == "" {
		return nil, nil
	}
	view, err := h.user.View(ctx)
	if err != nil {
		return nil, err
	}
	own := OwnStore{Dir: h.user.Dir, Project: h.Project}
	for doc := range view.Len() {
		switch head := view.Head(doc); {
		case head.Project != h.Project:
		case head.Candidate && head.Status == items.Proposed:
			own.Waiting++
		case head.Status == items.Active:
			own.Facts++
		}
	}
	if own.Facts+own.Waiting == 0 {
		return nil, nil
	}
	return &own, nil
}
