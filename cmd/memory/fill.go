package main

import (
	"context"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
)

// fillTime bounds how long a process that a hook left behind makes sentence vectors: a turn of an agent seldom takes less.
const fillTime = 20 * time.Second

// fillBehind makes some of the missing sentence vectors, with half of a core, in a process that a hook started apart and nowhere else: people wait for their commands.
// One process does so at a time. That it could not is nobody's matter.
func (s *streams) fillBehind(ctx context.Context, h *hub.Hub) {
	if s.getenv(hook.GuardVariable) == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, fillTime)
	defer cancel()
	_ = h.FillSentences(ctx, projections.FillOptions{Gently: true})
}
