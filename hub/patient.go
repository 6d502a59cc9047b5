package hub

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/factline/memory/projections"
)

// How long a configured endpoint may hold up a command, retries included. A command waits for it at most once.
const (
	questionWait = 2 * time.Second  // few texts: a question, or one changed item
	itemWait     = 10 * time.Second // many: an item of many sections
	fewTexts     = 8
)

// patient bounds how long an endpoint holds up a command: each request by its size, and after one failure no more in this process. Who answers
// within milliseconds, as a hook does, waits for half of what is left to him: words alone give an answer too, and none is worth less than both.
type patient struct {
	projections.Embedder

	mu     sync.Mutex // guards what follows
	failed error
	last   string // the question asked last: each store of a search asks it, and each of its topics
	vector [][]float32
}

// patient is that of the user's store where both are served by the same endpoint: what it did not answer there it is not asked again here.
func (h *Hub) patient(asked projections.Embedder) *patient {
	if h.user != nil && h.user.Config.Embed == h.Config.Embed {
		if known, ok := h.user.Projections.Embedder.(*patient); ok {
			return known
		}
	}
	return &patient{Embedder: asked}
}

func (p *patient) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	p.mu.Lock()
	failed, known := p.failed, p.vector
	if len(texts) != 1 || texts[0] != p.last {
		known = nil
	}
	p.mu.Unlock()
	if failed != nil {
		return nil, failed
	}
	if known != nil {
		return known, nil
	}
	wait := itemWait
	if len(texts) <= fewTexts {
		wait = questionWait
	}
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end)/2)
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	vectors, err := p.Embedder.Embed(limited, texts)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("the endpoint was too slow: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) {
		p.failed = err
	}
	if err == nil && len(texts) == 1 {
		p.last, p.vector = texts[0], vectors
	}
	return vectors, err
}
