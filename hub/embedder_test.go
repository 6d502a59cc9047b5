package hub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/factline/memory/config"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// endpoint is a server of vectors of length 4 that counts what it is asked and fails when told to.
type endpoint struct {
	asked atomic.Int32
	down  atomic.Bool
	key   atomic.Value
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.asked.Add(1)
	e.key.Store(r.Header.Get("Authorization"))
	if e.down.Load() {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	var in struct{ Input []string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	var vectors [][]float64
	for _, text := range in.Input {
		v := []float64{1, 0, 0, 0}
		if strings.Contains(strings.ToLower(text), "automobile") || strings.Contains(strings.ToLower(text), "car") {
			v = []float64{0, 1, 0, 0}
		}
		vectors = append(vectors, v)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
}

func withSettings(t *testing.T, dir, settings string, env map[string]string) *Hub {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), Options{Place: Place{Dir: dir, Why: "flag", Exists: true}, Project: AllProjects, CWD: filepath.Dir(dir),
		Now: func() time.Time { return noon }, Getenv: func(key string) string { return env[key] }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

func TestAConfiguredEndpointMakesTheVectorsAndIsNeededForNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), StoreName)
	first := open(t, Place{Dir: dir, Why: "flag"}, AllProjects, nil)
	write(t, first, "The car park is closed on Sunday", "")
	write(t, first, "Lists page by cursor", "")
	if _, err := first.Projections.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}

	e := &endpoint{}
	server := httptest.NewServer(e)
	defer server.Close()
	settings := fmt.Sprintf("embed: {provider: ollama, endpoint: %q, model: m, dim: 4, key_env: VECTOR_KEY}\n", server.URL)
	env := map[string]string{"VECTOR_KEY": "sesame"}

	h := withSettings(t, dir, settings, env)
	if e.asked.Load() != 0 {
		t.Error("opening a store connected")
	}
	found, err := h.Search(t.Context(), recall.Query{Text: "cursor"})
	if err != nil || len(found.Hits) == 0 || !strings.Contains(strings.Join(found.Degraded, "; "), "another model") {
		t.Fatalf("before the rebuild: %d hits, degraded %q, %v", len(found.Hits), found.Degraded, err)
	}
	if e.asked.Load() > 1 { // the question
		t.Errorf("a search asked %d times", e.asked.Load())
	}
	if err := h.FillBehind(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := h.Refresh(); err != nil {
		t.Fatal(err)
	}
	found, err = h.Search(t.Context(), recall.Query{Text: "automobile"})
	if err != nil || len(found.Hits) == 0 || !strings.HasPrefix(found.Hits[0].Head.Title, "The car park") || len(found.Degraded) > 0 {
		t.Fatalf("by the endpoint's vectors: %v, degraded %q, %v", titles(found), found.Degraded, err)
	}
	if got := e.key.Load(); got != "Bearer sesame" {
		t.Errorf("the key was sent as %q", got)
	}

	e.down.Store(true)
	h = withSettings(t, dir, settings, env)
	for range 2 {
		found, err = h.Search(t.Context(), recall.Query{Text: "cursor"})
		if err != nil || len(found.Hits) == 0 || found.Hits[0].Head.Title != "Lists page by cursor" {
			t.Fatalf("with the endpoint down: %v, %v", titles(found), err)
		}
		said := strings.Join(found.Degraded, "; ")
		if !strings.Contains(said, "vectors were not used") || strings.Contains(said, "sesame") {
			t.Errorf("degraded %q", said)
		}
	}
	before := e.asked.Load()
	if _, err := h.Search(t.Context(), recall.Query{Text: "cursor"}); err != nil || e.asked.Load() != before {
		t.Errorf("an endpoint that failed was asked again, %v", err)
	}
}

func TestSettingsThatCannotBeUsedLeaveTheStoreOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), StoreName)
	write(t, open(t, Place{Dir: dir, Why: "flag"}, AllProjects, nil), "Lists page by cursor", "")
	for settings, want := range map[string]string{
		"embed: {provider: openai, endpoint: \"http://far.example\", model: m, dim: 4, key_env: VECTOR_KEY}\n":      "in the clear",
		"embed: {provider: openai, endpoint: \"https://far.example\", model: m, dim: 4, key_env: OTHER_VARIABLE}\n": "OTHER_VARIABLE",
		"embed: {provider: none}\n": "",
	} {
		h := withSettings(t, dir, settings, map[string]string{"VECTOR_KEY": "sesame"})
		found, err := h.Search(t.Context(), recall.Query{Text: "cursor"})
		if err != nil || len(found.Hits) != 1 || !strings.Contains(strings.Join(found.Degraded, "; "), want) {
			t.Errorf("%s: %d hits, degraded %q, %v", settings, len(found.Hits), found.Degraded, err)
		}
	}
}
