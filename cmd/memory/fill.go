package main

import (
	"context"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
)

const (
	// fillTime bounds how long a process that a hook left behind makes sentence vectors: a turn of an agent seldom takes less.
	fillTime = 20 * time.Second
	// endpointTime bounds how long it makes the vectors of a model that was configured, or of a new table: mostly it waits for an endpoint.
	endpointTime = 5 * time.Minute
)

// fillBehind makes some of the missing vectors, with half of a core, in a process that a hook or a command started apart and nowhere else: people wait for their commands.
// One process does so at a time. Why it could not is noted for memory doctor.
func (s *streams) fillBehind(ctx context.Context, h *hub.Hub) {
	if s.getenv(hook.GuardVariable) == "" {
		return
	}
	asked, cancel := context.WithTimeout(ctx, endpointTime)
	defer cancel()
	_ = h.FillBehind(asked, projections.FillOptions{Gently: true})
	ctx, cancel = context.WithTimeout(ctx, fillTime)
	defer cancel()
	_ = h.FillSentences(ctx, projections.FillOptions{Gently: true})
}

// leaveVectors starts a process of its own that makes the vectors which a store lacks since another model was configured or an endpoint failed. It is
// called when the command has said everything. What a hook started leaves nothing behind itself.
func (s *streams) leaveVectors(ctx context.Context) {
	h := s.opened
	if h == nil || ctx.Err() != nil || s.getenv(hook.GuardVariable) != "" || !h.WantsVectors(ctx) {
		return
	}
	_ = detach(workArgs(h.Dir, hub.Place{Why: h.Chosen}, "--index"))
}

// workArgs are the command line of a process that is left behind. It sees the store as this process does: what the user's own settings say holds
// there, unless the store was named and stands alone.
func workArgs(dir string, place hub.Place, rest ...string) []string {
	args := []string{"--store", dir, "hook", "work"}
	if place.Why != "flag" && place.Why != "environment" {
		args = append(args, "--with-user")
	}
	return append(args, rest...)
}
