package embed

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/factline/memory/internal/pause"
)

// Protocol is the way an endpoint is spoken to.
type Protocol string

const (
	OpenAI Protocol = "openai" // POST {base}/embeddings, as OpenAI and the many servers that copy it do; base ends in /v1 for most
	Ollama Protocol = "ollama" // POST {base}/api/embed
)

// HTTPOptions say which endpoint makes the vectors. BaseURL, Model and Dim are required.
type HTTPOptions struct {
	Protocol Protocol
	BaseURL  string
	Model    string
	Dim      int           // length of the model's vectors
	Key      string        // bearer token, "" = none; never shown in an error
	Batch    int           // texts in one request; 0 = 64
	Attempts int           // tries of one request in all; 0 = 3
	Timeout  time.Duration // of one try; 0 = 20 s

	Sleep func(ctx context.Context, d time.Duration) error // between tries; nil = the machine's clock
}

// HTTP asks an endpoint for vectors. It connects to nothing but BaseURL, and only inside Embed. It is safe for concurrent use.
type HTTP struct {
	o      HTTPOptions
	speak  dialect
	client *http.Client
}

// NewHTTP checks the options and connects to nothing.
func NewHTTP(o HTTPOptions) (*HTTP, error) {
	speak, known := dialectOf(o.Protocol)
	if !known {
		return nil, fmt.Errorf("embedding protocol %q is unknown: use %s or %s", o.Protocol, OpenAI, Ollama)
	}
	if o.Model == "" || o.Dim <= 0 {
		return nil, errors.New("an embedding endpoint needs the name of a model and the length of its vectors")
	}
	if err := checkBase(o.BaseURL, o.Key != ""); err != nil {
		return nil, err
	}
	o.BaseURL = strings.TrimRight(o.BaseURL, "/")
	o.Batch, o.Attempts = orDefault(o.Batch, 64), orDefault(o.Attempts, 3)
	o.Timeout = orDefault(o.Timeout, 20*time.Second)
	if o.Sleep == nil {
		o.Sleep = pause.For
	}
	// A redirect would carry the texts to a host that nobody configured.
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &HTTP{o: o, speak: speak, client: &http.Client{Timeout: o.Timeout, CheckRedirect: refuse}}, nil
}

// Model names protocol and model; the same model behind two addresses makes the same vectors.
func (h *HTTP) Model() string { return string(h.o.Protocol) + ":" + h.o.Model }

// Dim is the length of the vectors.
func (h *HTTP) Dim() int { return h.o.Dim }

// Embed returns one vector for each text, scaled to length 1. A blank text gives zeros and is not sent. Errors name the address
// and the status, never a text or the key.
func (h *HTTP) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var batch []string
	var places []int
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		got, err := h.ask(ctx, batch)
		if err != nil {
			return fmt.Errorf("embed with model %s at %s: %w", h.o.Model, h.o.BaseURL, err)
		}
		for i, v := range got {
			vectors[places[i]] = v
		}
		batch, places = batch[:0], places[:0]
		return nil
	}
	for i, text := range texts {
		text = strings.ToValidUTF8(text, "\uFFFD")
		if strings.TrimSpace(text) == "" {
			vectors[i] = make([]float32, h.o.Dim)
			continue
		}
		batch, places = append(batch, text), append(places, i)
		if len(batch) == h.o.Batch {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return vectors, ctx.Err()
}

// checkBase refuses an address that would show a secret: one inside the URL, or a key sent in the clear to another machine.
func checkBase(base string, key bool) error {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("the address of an embedding endpoint must begin with http:// or https:// and name a host")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("the address of an embedding endpoint must not hold a user, a query or a fragment: give the key apart")
	}
	ip := net.ParseIP(u.Hostname())
	if local := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback(); key && u.Scheme == "http" && !local {
		return fmt.Errorf("a key is not sent in the clear to %s: use https", u.Hostname())
	}
	return nil
}

func orDefault[T int | time.Duration](value, fallback T) T {
	if value <= 0 {
		return fallback
	}
	return value
}
