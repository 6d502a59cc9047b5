// Package writeservice is the one door to items.Writer: it validates, audits, checks evidence and neighbours, decides, writes
// atomically and answers with a receipt. It knows no projection; what it must know of neighbours it asks through Index.
package writeservice

import (
	"context"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
)

// Channel is where a write was seen. It is observed by the door; nothing in a draft raises it.
type Channel = items.Trust

// Draft is a proposed item. Item.ID, Created, Updated, Schema, Status and Trust are set by the service.
type Draft struct {
	Item    items.Item
	Channel Channel
	Propose bool          // always a candidate, whoever writes (harvest)
	Redact  bool          // replace secrets instead of refusing
	Revive  string        // a person's reason to write again what a tombstone forbids
	Sources []evidence.ID // channels of these records lower the trust; usually those of Item.Evidence
}

// Outcome is what became of a write.
type Outcome string

const (
	Written   Outcome = "written"
	Candidate Outcome = "proposed"
	Duplicate Outcome = "duplicate"
	Rejected  Outcome = "rejected"
	Pending   Outcome = "pending"
)

// Receipt answers every write.
type Receipt struct {
	Status   Outcome            `json:"status"`
	ID       items.ID           `json:"id,omitempty"` // of the item, or of the one it duplicates
	Path     string             `json:"path,omitempty"`
	Reasons  []string           `json:"reasons,omitempty"` // why it is not simply written, in words
	Findings []firewall.Finding `json:"findings,omitempty"`
	Added    int                `json:"added_evidence,omitempty"` // citations added to an existing item or candidate
	Degraded []string           `json:"degraded,omitempty"`       // what did not work although the write did
}

// Index answers what a write must know of its neighbours. projections.View implements it.
type Index interface {
	ByText(key string) []items.Head
	ByClaim(key string) []items.Head
	BySpan(key string) []items.Head
}

// Service writes to one store.
type Service struct {
	Dir      string
	Items    *items.Store
	Evidence *evidence.Store
	Ledger   *ledger.Ledger
	Index    func(ctx context.Context) (Index, error) // opened once per call that needs it; an error degrades to a scan
	Now      func() time.Time
	Random   func() [5]byte
}

// Write runs the pipeline for one draft.
func (s *Service) Write(ctx context.Context, d Draft) (Receipt, error) { return Receipt{}, nil }
