package writeservice

import (
	"context"

	"github.com/factline/memory/items"
)

// Contract extension by the hub's author: these are the signatures that hub and cmd/memory call. The owner of this package moves
// them where they belong and builds them.

// Actor says who asks for a change. Channel is observed by the door.
type Actor struct {
	Channel Channel
	Agent   string // name of the agent, or ""
	By      string // name of the person, or ""
}

// LinkKind is how one item refers to another: refs, supersedes, contradicts.
type LinkKind string

// Update applies change to an item. An unchanged item answers with status written and touches no file.
func (s *Service) Update(ctx context.Context, id items.ID, who Actor, change func(*items.Item) error) (Receipt, error) {
	return Receipt{}, nil
}

// Supersede marks old as superseded by the existing item with.
func (s *Service) Supersede(ctx context.Context, old, with items.ID, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

func (s *Service) Retire(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	return Receipt{}, nil
}

func (s *Service) Archive(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

// Restore brings an archived, retired, superseded, rejected or deleted item back, with a reason where it was a tombstone.
func (s *Service) Restore(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	return Receipt{}, nil
}

// Delete moves the file to undo/; Receipt.Path names the copy.
func (s *Service) Delete(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

func (s *Service) Link(ctx context.Context, from, to items.ID, kind LinkKind, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

func (s *Service) Unlink(ctx context.Context, from, to items.ID, kind LinkKind, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

// Strengthen adds citations to an existing item or candidate (status duplicate, Added how many were new; confidence grows).
func (s *Service) Strengthen(ctx context.Context, id items.ID, add []items.Citation) (Receipt, error) {
	return Receipt{}, nil
}

// Approve makes a candidate an item. Only a person may.
func (s *Service) Approve(ctx context.Context, id items.ID, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

// Reject keeps the candidate as a tombstone. Only a person may.
func (s *Service) Reject(ctx context.Context, id items.ID, who Actor, reason string) (Receipt, error) {
	return Receipt{}, nil
}

// Merge moves a candidate's evidence, files and tags into an item; the candidate is retired and points to it.
func (s *Service) Merge(ctx context.Context, candidate, into items.ID, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

// Edit replaces a candidate's or item's file by what a person made of it in an editor (the bytes of a whole item file).
func (s *Service) Edit(ctx context.Context, id items.ID, who Actor, file []byte) (Receipt, error) {
	return Receipt{}, nil
}

// ImportMode says what happens to an id that is there already: skip, merge (evidence, tags and refs move over), replace.
type ImportMode string

// ImportItem brings one item in, keeping its id.
func (s *Service) ImportItem(ctx context.Context, it items.Item, mode ImportMode, who Actor) (Receipt, error) {
	return Receipt{}, nil
}

// Event is one line of an item's history.
type Event struct {
	At     string   `json:"at"` // RFC 3339
	Op     string   `json:"op"`
	ID     items.ID `json:"id"`
	By     string   `json:"by,omitempty"`
	Agent  string   `json:"agent,omitempty"`
	Status string   `json:"status,omitempty"`
	Note   string   `json:"note,omitempty"`
}

// History lists what the ledger knows of one item, oldest first.
func (s *Service) History(ctx context.Context, id items.ID) ([]Event, error) { return nil, nil }

// Replay completes pending writes, each exactly once. With nothing pending it costs one directory read.
func (s *Service) Replay(ctx context.Context) ([]Receipt, error) { return nil, nil }

// PendingState is what waits and what was given up, one "name: reason" each.
type PendingState struct {
	Waiting []string
	Dead    []string
}

func (s *Service) PendingState(ctx context.Context) (PendingState, error) { return PendingState{}, nil }

// Repair finishes half-done supersessions and removes review files left behind, and says what it did.
func (s *Service) Repair(ctx context.Context) ([]string, error) { return nil, nil }
