package hub

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/projections"
)

// How long a configured endpoint may take, retries included. A command waits for it at most once: see patient.
const (
	questionWait = 2 * time.Second  // few texts: a question, or one changed item
	itemWait     = 10 * time.Second // many: an item of many sections
	bulkWait     = time.Minute      // one request of a filling, for which nobody waits
	fewTexts     = 8
)

// chooseEmbedder sets what makes vectors: the endpoint that the settings name, else the table in the binary, which connects nowhere.
// An endpoint that cannot be used as it is configured does not keep the store from opening: words serve, and searches say so.
func (h *Hub) chooseEmbedder() error {
	c := h.Config.Embed
	if c.Provider == "none" {
		h.Projections.Embedder = nil
		return nil
	}
	var err error
	if h.Writes.Meaning, err = Meaning(c.Sentence); err != nil {
		return err
	}
	if c.Provider != string(embed.OpenAI) && c.Provider != string(embed.Ollama) {
		built, err := embed.NewStatic()
		if err != nil {
			return err
		}
		h.Projections.Embedder = built
		return nil
	}
	o := embed.HTTPOptions{
		Protocol: embed.Protocol(c.Provider), BaseURL: c.Endpoint, Model: c.Model, Dim: c.Dim, Attempts: 2, Timeout: bulkWait,
	}
	if c.KeyEnv != "" {
		if o.Key = h.getenv(c.KeyEnv); o.Key == "" {
			h.embedTrouble = fmt.Sprintf("vectors are not used: embed.key_env names %s and that variable is empty", c.KeyEnv)
		}
	}
	asked, err := embed.NewHTTP(o)
	if err != nil {
		h.embedTrouble = fmt.Sprintf("vectors are not used: %v; correct the embed settings", err)
	}
	if h.embedTrouble != "" {
		h.Projections.Embedder = nil
		return nil
	}
	h.Projections.Embedder, h.Projections.Later = &patient{Embedder: asked}, true
	return nil
}

// patient bounds how long an endpoint holds up a command: each request by its size, and after one failure no more in this process.
type patient struct {
	projections.Embedder
	failed atomic.Pointer[error]
}

func (p *patient) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if err := p.failed.Load(); err != nil {
		return nil, *err
	}
	wait := itemWait
	if len(texts) <= fewTexts {
		wait = questionWait
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	vectors, err := p.Embedder.Embed(limited, texts)
	if err != nil && ctx.Err() == nil {
		p.failed.Store(&err)
	}
	return vectors, err
}
