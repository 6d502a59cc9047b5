package hub

import (
	"context"
	"errors"
	"slices"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// States of a citation.
const (
	SourceVerified = "verified" // the cited words are there, with their hash
	SourceChanged  = "changed"  // other words are there
	SourcePurged   = "purged"   // its words were taken out for good
	SourceMissing  = "missing"  // the record is not in this store
)

// Source is one citation of an item with the record that it leads to.
type Source struct {
	Citation items.Citation
	State    string
	Record   evidence.Record // zero where it is missing
	Text     string          // the cited words
}

// borneOut reports that the evidence of this machine holds one of the records that an item cites, with the words that were cited.
func (h *Hub) borneOut(ctx context.Context, it items.Item) bool {
	return slices.ContainsFunc(h.Sources(ctx, it), func(s Source) bool { return s.State == SourceVerified || s.State == SourcePurged })
}

// Sources follows an item's citations into the evidence and checks each against its hash.
func (h *Hub) Sources(ctx context.Context, it items.Item) []Source {
	rows := []Source{}
	for _, cite := range it.Evidence {
		row := Source{Citation: cite, State: SourceMissing}
		text, sum, rec, err := h.Evidence.Cite(ctx, evidence.ID(cite.ID), cite.Span)
		if errors.Is(err, evidence.ErrPurged) {
			row.State, row.Record = SourcePurged, rec
		}
		if err == nil {
			row.State, row.Record, row.Text = SourceVerified, rec, text
			if cite.SHA256 != "" && cite.SHA256 != sum && cite.SHA256 != items.PurgedSpan(sum) { // the last: purged in another clone
				row.State = SourceChanged
			}
		}
		rows = append(rows, row)
	}
	return rows
}
