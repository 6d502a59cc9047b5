package embed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/embed/embedtest"
)

const testDim = 8

// letters is a model for test servers: it counts letters, so a text has one vector whatever stands beside it.
func letters(text string) []float64 {
	v := make([]float64, testDim)
	v[0] = 1
	for i := range len(text) {
		v[text[i]%testDim]++
	}
	return v
}

// serve answers as an endpoint of the protocol would; OpenAI's answers come in reverse order.
func serve(t *testing.T, p embed.Protocol, before http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if before != nil {
			rec := &watched{ResponseWriter: w}
			if before(rec, r); rec.written {
				return
			}
		}
		var ask struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&ask); err != nil || ask.Model != "letters" {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		answer(w, r.URL.Path, p, ask.Input)
	}))
	t.Cleanup(s.Close)
	return s
}

type watched struct {
	http.ResponseWriter
	written bool
}

func (w *watched) WriteHeader(code int) { w.written = true; w.ResponseWriter.WriteHeader(code) }
func (w *watched) Write(b []byte) (int, error) {
	w.written = true
	return w.ResponseWriter.Write(b)
}

func answer(w http.ResponseWriter, path string, p embed.Protocol, input []string) {
	switch {
	case p == embed.OpenAI && path == "/v1/embeddings":
		var data []map[string]any
		for i := len(input) - 1; i >= 0; i-- {
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": letters(input[i])})
		}
		json.NewEncoder(w).Encode(map[string]any{"data": data})
	case p == embed.Ollama && path == "/api/embed":
		var all [][]float64
		for _, text := range input {
			all = append(all, letters(text))
		}
		json.NewEncoder(w).Encode(map[string]any{"model": "letters", "embeddings": all})
	default:
		http.Error(w, "no such path", http.StatusNotFound)
	}
}

func options(p embed.Protocol, s *httptest.Server) embed.HTTPOptions {
	base := s.URL
	if p == embed.OpenAI {
		base += "/v1/"
	}
	noPause := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return embed.HTTPOptions{Protocol: p, BaseURL: base, Model: "letters", Dim: testDim, Batch: 3, Sleep: noPause}
}

func open(t *testing.T, o embed.HTTPOptions) *embed.HTTP {
	t.Helper()
	h, err := embed.NewHTTP(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHTTPConforms(t *testing.T) {
	for _, p := range []embed.Protocol{embed.OpenAI, embed.Ollama} {
		t.Run(string(p), func(t *testing.T) { embedtest.Conformance(t, open(t, options(p, serve(t, p, nil)))) })
	}
}

func TestHTTPSendsTheKeyAndBatches(t *testing.T) {
	var requests atomic.Int32
	s := serve(t, embed.OpenAI, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.Header.Get("Authorization") != "Bearer k-123" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	o := options(embed.OpenAI, s)
	o.Key = "k-123"
	if _, err := open(t, o).Embed(t.Context(), strings.Fields("a b c d e f g")); err != nil {
		t.Fatal(err)
	}
	if n := requests.Load(); n != 3 {
		t.Errorf("7 texts in batches of 3 took %d requests", n)
	}
	o.Key = "wrong"
	_, err := open(t, o).Embed(t.Context(), []string{"the memory text"})
	if err == nil || !strings.Contains(err.Error(), "check the key") {
		t.Errorf("error %v", err)
	}
	if strings.Contains(fmt.Sprint(err), "wrong") || strings.Contains(fmt.Sprint(err), "memory text") {
		t.Errorf("the error shows the key or the text: %v", err)
	}
}

func TestHTTPTriesAgainAfterABusyEndpointOnly(t *testing.T) {
	for _, c := range []struct {
		status   int
		requests int32
	}{{http.StatusTooManyRequests, 3}, {http.StatusBadGateway, 3}, {http.StatusBadRequest, 1}, {http.StatusFound, 1}} {
		var requests atomic.Int32
		s := serve(t, embed.Ollama, func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(c.status)
		})
		if _, err := open(t, options(embed.Ollama, s)).Embed(t.Context(), []string{"a"}); err == nil {
			t.Errorf("status %d was no error", c.status)
		}
		if n := requests.Load(); n != c.requests {
			t.Errorf("status %d: %d requests, want %d", c.status, n, c.requests)
		}
	}
}

func TestHTTPRecoversAndWaitsAsAsked(t *testing.T) {
	var requests atomic.Int32
	s := serve(t, embed.Ollama, func(w http.ResponseWriter, r *http.Request) {
		switch requests.Add(1) {
		case 1:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			panic(http.ErrAbortHandler) // the connection breaks
		}
	})
	var pauses []time.Duration
	o := options(embed.Ollama, s)
	o.Sleep = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
	if _, err := open(t, o).Embed(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(pauses) != "[7s 500ms]" {
		t.Errorf("pauses %v", pauses)
	}
}

func TestHTTPRefusesAnswersThatAreNotVectors(t *testing.T) {
	for name, body := range map[string]string{
		"no json":       `<html>`,
		"none":          `{"embeddings":[]}`,
		"another model": `{"embeddings":[[1,2,3]]}`,
		"out of range":  `{"embeddings":[[1e200,1e200,0,0,0,0,0,0]]}`,
		"endless":       `{"embeddings":[[` + strings.Repeat("1,", 2<<20) + `1]]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, embed.Ollama, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(body)) })
			if v, err := open(t, options(embed.Ollama, s)).Embed(t.Context(), []string{"a"}); err == nil {
				t.Errorf("it was taken: %v", v)
			}
		})
	}
}

func TestHTTPStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, embed.Ollama, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // the server watches the connection only once the request is read
		cancel()
		<-r.Context().Done()
	})
	if _, err := open(t, options(embed.Ollama, s)).Embed(ctx, []string{"a"}); err == nil {
		t.Error("no error")
	}
}

func TestNewHTTPRefusesBadOptions(t *testing.T) {
	good := embed.HTTPOptions{Protocol: embed.OpenAI, BaseURL: "https://host.example/v1", Model: "m", Dim: 4}
	for name, change := range map[string]func(*embed.HTTPOptions){
		"protocol":         func(o *embed.HTTPOptions) { o.Protocol = "smtp" },
		"no model":         func(o *embed.HTTPOptions) { o.Model = "" },
		"no length":        func(o *embed.HTTPOptions) { o.Dim = 0 },
		"no scheme":        func(o *embed.HTTPOptions) { o.BaseURL = "host.example/v1" },
		"file":             func(o *embed.HTTPOptions) { o.BaseURL = "file:///etc" },
		"user in address":  func(o *embed.HTTPOptions) { o.BaseURL = "https://u:p@host.example" },
		"key in the query": func(o *embed.HTTPOptions) { o.BaseURL = "https://host.example/?key=1" },
		"key in the clear": func(o *embed.HTTPOptions) { o.BaseURL = "http://host.example"; o.Key = "k" },
	} {
		t.Run(name, func(t *testing.T) {
			o := good
			change(&o)
			if _, err := embed.NewHTTP(o); err == nil {
				t.Error("it was taken")
			}
		})
	}
	if _, err := embed.NewHTTP(good); err != nil {
		t.Error(err)
	}
}
