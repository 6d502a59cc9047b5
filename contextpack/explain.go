package contextpack

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// Outcome is what became of one item.
type Outcome string

const (
	Injected   Outcome = "injected"
	LeftOut    Outcome = "left_out"   // found, and the firewall or the pack left it out
	NotFound   Outcome = "not_found"  // recall did not bring it: a filter, the cut, or nothing of the query is in it
	Unreadable Outcome = "unreadable" // its file is gone or damaged
)

// Explanation follows one item through recall, firewall and pack.
type Explanation struct {
	ID        items.ID          `json:"id"`
	Outcome   Outcome           `json:"outcome"`
	Rank      int               `json:"rank,omitempty"` // among the hits, from 1; 0 = not among them
	Score     float64           `json:"score"`
	Relevance float64           `json:"relevance"`
	Parts     []recall.Part     `json:"parts,omitempty"`
	Dropped   string            `json:"dropped,omitempty"` // why recall did not keep it
	Verdict   firewall.Verdict  `json:"verdict"`           // also of an item that recall did not bring
	View      View              `json:"view,omitempty"`    // when injected
	Reasons   []firewall.Reason `json:"reasons,omitempty"` // why it was left out, or demoted
	Abstained string            `json:"abstained,omitempty"`
}

// Explain says why one item is or is not in the pack that Build makes of the same input. Set recall.Query.Want to the id, so that
// found holds the item whatever its rank. It fails as Build does; an item that cannot be read is an outcome and no error.
func Explain(ctx context.Context, r Request, found recall.Result, read Reader, tombstoned func(items.Head) bool, id items.ID) (Explanation, error) {
	pack, err := Build(ctx, r, found, read, tombstoned)
	if err != nil {
		return Explanation{}, fmt.Errorf("explain %s: %w", id, err)
	}
	r, _ = withDefaults(r) // Build accepted it
	e := Explanation{ID: id, Outcome: NotFound, Abstained: pack.Abstained}
	hit := recall.Hit{ID: id}
	if n := slices.IndexFunc(found.Hits, func(h recall.Hit) bool { return h.ID == id }); n >= 0 {
		hit, e.Rank, e.Outcome = found.Hits[n], n+1, LeftOut
	} else if n := slices.IndexFunc(found.Dropped, func(h recall.Hit) bool { return h.ID == id }); n >= 0 {
		hit = found.Dropped[n]
	}
	e.Score, e.Relevance, e.Parts, e.Dropped = hit.Score, hit.Relevance, hit.Parts, hit.Dropped

	it, file, err := read.Get(ctx, id)
	if err != nil {
		e.Outcome = Unreadable
		return e, ctx.Err()
	}
	shown := slices.IndexFunc(pack.Entries, func(en Entry) bool { return en.ID == id })
	if shown >= 0 && hit.Relevance < r.Floor {
		r.Floor *= besideShare
	}
	if shown >= 0 && r.Sought && hit.Nearest {
		r.Floor = min(r.Floor, hit.Relevance)
	}
	s := &subject{hit: hit, item: it, head: it.Head()}
	s.judge(ctx, r, file, tombstoned)
	e.Verdict = s.verdict
	e.Reasons = e.Verdict.Reasons
	// A pack gives up on an item at the first cheap reason; the verdict here knows all of them.
	if n := slices.IndexFunc(pack.Omitted, func(o Omission) bool { return o.ID == id }); n >= 0 && e.Verdict.Decision != firewall.Deny {
		e.Reasons = pack.Omitted[n].Reasons
	}
	if shown >= 0 {
		e.Outcome, e.View, e.Reasons = Injected, pack.Entries[shown].View, pack.Entries[shown].Reasons
	}
	return e, nil
}
