package hub

import (
	"context"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// Retired tells which evidence speaks for claims that no longer hold, so that a door can label words wherever it shows them.
type Retired struct {
	cited  map[string][]items.ID // by evidence record
	claims map[string][]items.ID // by the keys of a claim, see items.Head.ClaimKeys
}

// mostLabelled bounds the text of a record that is looked through for claims, in bytes.
const mostLabelled = 64 << 10

// RetiredEvidence gathers the tombstones: what cites them, and what they claimed.
func (h *Hub) RetiredEvidence(ctx context.Context) (Retired, error) {
	r := Retired{map[string][]items.ID{}, map[string][]items.ID{}}
	view, err := h.View(ctx)
	if err != nil {
		return r, err
	}
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Status != items.Retired && head.Status != items.Superseded {
			continue
		}
		if h.unvouched(ctx, head.ID) {
			continue // whoever can write a file does not retire what others say
		}
		for _, key := range head.ClaimKeys() {
			if !slices.ContainsFunc(view.ByClaim(key), func(o items.Head) bool { return o.Status == items.Active && !o.Candidate }) {
				r.claims[key] = append(r.claims[key], head.ID)
			}
		}
		if len(head.Spans) == 0 {
			continue
		}
		it, _, err := h.Items.Get(ctx, head.ID)
		if err != nil {
			continue // gone since the view was opened
		}
		for _, c := range it.Evidence {
			r.cited[c.ID] = append(r.cited[c.ID], it.ID)
		}
	}
	return r, nil
}

// Of are the tombstones that cite a record, and those whose claim stands in it as a sentence, or behind a colon.
func (r Retired) Of(rec evidence.Record) []items.ID {
	ids := slices.Clone(r.cited[string(rec.ID)])
	if len(r.claims) == 0 {
		return ids
	}
	text := rec.Text[:min(len(rec.Text), mostLabelled)]
	for _, sentence := range writeservice.Sentences(text) {
		said := []string{sentence}
		if at := strings.LastIndexAny(sentence, ":："); at >= 0 {
			said = append(said, strings.TrimSpace(strings.TrimLeft(sentence[at:], ":：")))
		}
		for _, s := range said {
			for _, key := range (items.Item{Title: s}).Head().ClaimKeys() {
				for _, id := range r.claims[key] {
					if !slices.Contains(ids, id) {
						ids = append(ids, id)
					}
				}
			}
		}
	}
	return ids
}
