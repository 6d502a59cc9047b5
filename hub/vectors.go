package hub

import (
	"context"
	"errors"
	"fmt"

	"github.com/factline/memory/projections"
)

// withVectors are the projections with an embedder that nobody waits for: see patient.
func (h *Hub) withVectors() *projections.Projections {
	p := *h.Projections
	if asked, ok := p.Embedder.(*patient); ok {
		p.Embedder = asked.Embedder
	}
	return &p
}

// WantsVectors reports whether vectors are missing in this store or the user's, and trying to make them is worth a process.
func (h *Hub) WantsVectors(ctx context.Context) bool {
	for _, side := range h.sides() {
		if side.Projections.WantsVectors(ctx) {
			return true
		}
	}
	return false
}

// FillVectors makes the vectors that this store lacks, until ctx ends.
func (h *Hub) FillVectors(ctx context.Context, o projections.FillOptions) (projections.VectorState, error) {
	return h.withVectors().FillVectors(ctx, o)
}

// FillBehind makes what vectors are missing in this store and in the user's, where nobody else is at it and none failed a moment ago.
func (h *Hub) FillBehind(ctx context.Context, o projections.FillOptions) error {
	var failed error
	for _, side := range h.sides() {
		if !side.Projections.WantsVectors(ctx) {
			continue
		}
		if _, err := side.FillVectors(ctx, o); err != nil && !errors.Is(err, projections.ErrFilling) {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", side.Dir, err))
		}
	}
	return failed
}

// vectorsLine is what doctor says of the vectors, and whether something is to be said of them.
func (h *Hub) vectorsLine(state projections.State) (line string, lacking bool) {
	v := state.Vectors
	switch {
	case h.embedTrouble != "":
		return h.embedTrouble, true
	case h.Projections.Embedder == nil:
		return "no vectors: embed.provider is " + h.Config.Embed.Provider, false
	case v.Rows == v.Items:
		return h.Projections.Embedder.Model(), false
	}
	line = fmt.Sprintf("vectors of %s: %s of %s, the others are found by words alone", h.Projections.Embedder.Model(), grouped(v.Rows), grouped(v.Items))
	if v.Other {
		line += fmt.Sprintf(" (those that are there are of another model, %s)", orNone(state.Model))
	}
	if v.Trouble != "" {
		line += "; the last try failed: " + v.Trouble
	}
	return line, true
}

// checkUserVectors is doctor's line of the vectors that the user's store lacks, none where it lacks none.
func (h *Hub) checkUserVectors(ctx context.Context) []Check {
	if h.user == nil {
		return nil
	}
	state, err := h.user.Projections.Inspect(ctx)
	line, lacking := h.user.vectorsLine(state)
	if err != nil || !lacking || state.Docs == 0 {
		return nil
	}
	return []Check{{Name: "user store", Level: Warn, Detail: h.user.Dir + ": " + line, Fix: h.user.vectorsFix()}}
}

// vectorsFix is the way out of lacking vectors.
func (h *Hub) vectorsFix() string {
	if h.embedTrouble != "" {
		return "correct the embed settings, or set that variable: docs/config.md"
	}
	return "the next commands make them in the background, memory reindex --store " + h.Dir + " makes them now"
}

func orNone(model string) string {
	if model == "" {
		return "none"
	}
	return model
}
