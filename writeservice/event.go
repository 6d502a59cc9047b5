package writeservice

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
)

// Event is one line of an item's history, as the ledger keeps it. It holds titles and ids, and in Note the words by
// which a fact differs from one that it met; never the text of an item.
type Event struct {
	At      string   `json:"at"` // RFC 3339
	Op      string   `json:"op"`
	ID      items.ID `json:"id,omitempty"`
	Other   items.ID `json:"other,omitempty"` // the second item: superseded, merged, linked to
	Title   string   `json:"title,omitempty"`
	Channel Channel  `json:"channel,omitempty"`
	By      string   `json:"by,omitempty"`
	Agent   string   `json:"agent,omitempty"`
	Status  string   `json:"status,omitempty"` // of the receipt
	From    string   `json:"from,omitempty"`   // status of the item before and after, where it changed
	To      string   `json:"to,omitempty"`
	Added   int      `json:"added_evidence,omitempty"`
	Before  string   `json:"before,omitempty"` // sha256 of the file before and after, hex
	After   string   `json:"after,omitempty"`
	Note    string   `json:"note,omitempty"`
}

// told records what became of a new item. Of a refused one the title stays out: it may be why it was refused.
func (s *Service) told(ctx context.Context, r Receipt, it items.Item, who Actor) Receipt {
	e := Event{
		Op: string(r.Op), ID: r.ID, Channel: who.Channel, By: who.By, Agent: who.Agent, Status: string(r.Status), Added: r.Added,
		Note: strings.Join(r.Reasons, "; "),
	}
	if r.Status == Rejected {
		e.By, e.Agent = "", ""
	} else {
		e.Title = it.Title
	}
	if r.Status == Written || r.Status == Candidate {
		e.To, e.After = string(it.Status), r.after
	}
	return s.recorded(ctx, r, e)
}

// event tells of a change of an existing item, which after is now.
func (t *tx) event(r Receipt, after items.Item, note string) Event {
	e := Event{
		Op: string(t.op), ID: r.ID, Other: t.other, Title: t.old.Title, Channel: t.who.Channel, By: t.who.By, Agent: t.who.Agent,
		Status: string(r.Status), Added: r.Added, Before: t.old.sha,
	}
	notes := append([]string{safe(note)}, r.Reasons...)
	if t.who.Revive != "" && t.who.Revive != note {
		notes = append(notes, safe(t.who.Revive))
	}
	if t.who.Despite != "" {
		notes = append(notes, "despite: "+safe(t.who.Despite))
	}
	e.Note = strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
	if r.Status == Rejected || after.ID == "" {
		return e
	}
	e.Title = after.Title
	if after.Status != t.old.Status {
		e.From, e.To = string(t.old.Status), string(after.Status)
	}
	e.After = hashOf(after)
	return e
}

// hashOf is the hash of the file that an item is written as, "" for one that no file can hold.
func hashOf(it items.Item) string {
	b, err := it.Encode()
	if err != nil {
		return ""
	}
	return items.Hash(b)
}

// recorded appends the event. A ledger that fails degrades the receipt and nothing else. Where nothing happened there is nothing
// to tell.
func (s *Service) recorded(ctx context.Context, r Receipt, e Event) Receipt {
	if s.Ledger == nil || r.Unchanged || r.Status == Duplicate && r.Added == 0 && !r.changed {
		return r
	}
	at := s.now()
	e.At = at.Format(time.RFC3339)
	kind := ledger.Writes
	switch r.Op {
	case OpApprove, OpReject, OpMerge:
		kind = ledger.Reviews
	}
	if err := s.Ledger.Append(context.WithoutCancel(ctx), kind, at, e); err != nil {
		r.Degraded = append(r.Degraded, fmt.Sprintf("not recorded in the ledger: %v", err))
	}
	return r
}

// History lists what the ledger knows of one item, oldest first.
func (s *Service) History(ctx context.Context, id items.ID) ([]Event, error) {
	var events []Event
	if s.Ledger == nil {
		return nil, nil
	}
	for _, kind := range []ledger.Kind{ledger.Writes, ledger.Reviews} {
		for line, err := range s.Ledger.Read(ctx, kind) {
			if err != nil {
				return events, fmt.Errorf("read history of %s: %w", id, err)
			}
			var e Event
			if json.Unmarshal(line, &e) == nil && (e.ID == id || e.Other == id) {
				events = append(events, e)
			}
		}
	}
	slices.SortStableFunc(events, func(a, b Event) int { return strings.Compare(a.At, b.At) })
	return events, nil
}
