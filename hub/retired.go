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
	claims map[string][]retired  // by the keys of a claim, see items.Head.ClaimKeys
	again  func(sentence string) []items.ID
}

// retired is a claim that no longer holds. Where its sentence says nothing without its title, the title must stand in the record too.
type retired struct {
	id    items.ID
	under string
}

// mostLabelled bounds the text of a record that is looked through for claims, in bytes.
const mostLabelled = 64 << 10

// RetiredEvidence gathers the tombstones: what cites them, and what they claimed.
func (h *Hub) RetiredEvidence(ctx context.Context) (Retired, error) {
	r := Retired{map[string][]items.ID{}, map[string][]retired{}, nil}
	view, err := h.View(ctx)
	if err != nil {
		return r, err
	}
	var stones, since []items.Head
	for doc := range view.Len() {
		head := view.Head(doc)
		if head.Status == items.Active && !head.Candidate && len(head.Supersedes) > 0 && !h.unvouched(ctx, head.ID) {
			since = append(since, head)
		}
		if head.Status != items.Retired && head.Status != items.Superseded {
			continue
		}
		if h.unvouched(ctx, head.ID) {
			continue // whoever can write a file does not retire what others say
		}
		holds := func(o items.Head) bool {
			return o.Status == items.Active && !o.Candidate && items.SameFact(o, head) && writeservice.SetAgainst(o, head) && !h.unvouched(ctx, o.ID)
		}
		again := false
		for _, key := range head.ClaimKeys() {
			if slices.ContainsFunc(view.ByClaim(key), holds) {
				again = true
				continue
			}
			under := ""
			if head.Summary != "" && items.Leans(head.Summary) && key != head.TitleForm() {
				under = items.Fold(head.Title)
			}
			r.claims[key] = append(r.claims[key], retired{head.ID, under})
		}
		if !again {
			stones = append(stones, head)
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
	words := writeservice.NewAgain(h.Writes.Meaning, stones, since)
	r.again = func(sentence string) []items.ID { return words.Of(ctx, sentence) }
	return r, nil
}

// Of are the tombstones that cite a record, and those whose claim stands in it as a sentence, or behind a colon, also in other words.
func (r Retired) Of(rec evidence.Record) []items.ID {
	ids := slices.Clone(r.cited[string(rec.ID)])
	if len(r.claims) == 0 {
		return ids
	}
	add := func(id items.ID) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	text := rec.Text[:min(len(rec.Text), mostLabelled)]
	for _, sentence := range writeservice.Sentences(text) {
		said := []string{sentence}
		if at := strings.LastIndexAny(sentence, ":："); at >= 0 {
			said = append(said, strings.TrimSpace(strings.TrimLeft(sentence[at:], ":：")))
		}
		found := len(ids)
		for _, s := range said {
			for _, key := range (items.Item{Title: s}).Head().ClaimKeys() {
				for _, claim := range r.claims[key] {
					if claim.under == "" || strings.Contains(items.Fold(text), claim.under) {
						add(claim.id)
					}
				}
			}
		}
		last := said[len(said)-1]
		if len(ids) > found || items.Leans(last) {
			continue
		}
		for _, id := range r.again(last) {
			add(id)
		}
	}
	return ids
}
