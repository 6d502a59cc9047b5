package hub

import (
	"fmt"
	"time"

	"github.com/factline/memory/embed"
)

// bulkWait is how long one request of a filling may take, for which nobody waits.
const bulkWait = time.Minute

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
	h.Projections.Embedder, h.Projections.Later, h.Projections.Endpoint = h.patient(asked), true, c.Endpoint
	return nil
}
