package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/transcript"
)

// ErrNoWords says that no evidence holds the words that were to be cited.
var ErrNoWords = errors.New("no evidence holds these words")

const (
	leastWords  = 8  // characters of a citation by its words: fewer stand everywhere
	mostWordHit = 50 // records that are looked at
)

// CiteWords finds the evidence that holds these very words, so that an agent can cite what was said without knowing where it is kept.
// What a person said goes before what the model said, and that before what a tool, a file or the web said; among equals the newest.
func (h *Hub) CiteWords(ctx context.Context, words string) (items.Citation, error) {
	words = strings.TrimSpace(words)
	if n := utf8.RuneCountInString(words); n < leastWords {
		return items.Citation{}, fmt.Errorf("%w: %q is too short to be found again; cite at least %d characters as they were said", ErrNoWords, words, leastWords)
	}
	_, _ = h.CatchUp(ctx) // what could not be brought in cannot be cited yet, and the error below says so
	hits, err := h.Projections.SearchEvidence(ctx, projections.EvidenceQuery{Text: words, Project: h.Project, K: mostWordHit})
	if err != nil {
		return items.Citation{}, err
	}
	var found []evidence.Record
	for _, hit := range hits {
		rec, err := h.Evidence.Get(ctx, hit.ID)
		if ctx.Err() != nil {
			return items.Citation{}, ctx.Err()
		}
		if err == nil && strings.Contains(rec.Text, words) {
			found = append(found, rec)
		}
	}
	if len(found) == 0 {
		return items.Citation{}, fmt.Errorf("%w: give them exactly as they were said or printed in a recorded session, or leave them out", ErrNoWords)
	}
	best := slices.MinFunc(found, func(a, b evidence.Record) int {
		return cmp.Or(cmp.Compare(speaker(a), speaker(b)), b.Time.Compare(a.Time), cmp.Compare(a.ID, b.ID))
	})
	at := strings.Index(best.Text, words)
	span := fmt.Sprintf("%d-%d", at, at+len(words))
	_, sha, _, err := h.Evidence.Cite(ctx, best.ID, span)
	return items.Citation{ID: string(best.ID), Span: span, SHA256: sha}, err
}

// speaker ranks who said something: a person, the model, anything else.
func speaker(r evidence.Record) int {
	switch {
	case r.Channel == transcript.FromUser && !r.Meta:
		return 0
	case r.Channel == transcript.FromAssistant:
		return 1
	}
	return 2
}
