package hub

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
)

// vectorStore holds three items with the vectors of the table, and settings that name an endpoint.
func vectorStore(t *testing.T, e *endpoint) (h *Hub, again func() *Hub) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), StoreName)
	first := open(t, Place{Dir: dir, Why: "flag"}, AllProjects, nil)
	for _, text := range []string{"The car park is closed on Sunday", "Lists page by cursor", "Coffee is served at five"} {
		write(t, first, text, "")
	}
	if _, err := first.Projections.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	settings := fmt.Sprintf("embed: {provider: ollama, endpoint: %q, model: m, dim: 4}\n", server.URL)
	again = func() *Hub { return withSettings(t, dir, settings, nil) }
	return again(), again
}

func projectionsLine(t *testing.T, h *Hub) Check {
	t.Helper()
	checks := h.Doctor(t.Context())
	return checks[slices.IndexFunc(checks, func(c Check) bool { return c.Name == "projections" })]
}

func TestAWriteOfAnotherModelAsksForNothing(t *testing.T) {
	e := &endpoint{}
	h, again := vectorStore(t, e)
	if c := projectionsLine(t, h); c.Level != Warn || !strings.Contains(c.Detail, "vectors of ollama:m: 0 of 3, the others are found by words alone (those that are there are of another model, static") {
		t.Errorf("%+v", c)
	}
	e.asked.Store(0)
	write(t, h, "Tea is served at four", "")
	if n := e.asked.Load(); n > 0 {
		t.Errorf("a write asked %d times", n)
	}
	h = again()
	if !h.WantsVectors(t.Context()) {
		t.Error("nothing is left behind")
	}
	if err := h.FillBehind(t.Context(), projections.FillOptions{}); err != nil || e.asked.Load() != 2 {
		t.Errorf("filled with %d requests, %v", e.asked.Load(), err)
	}
	if c := projectionsLine(t, h); c.Level != OK || !strings.HasSuffix(c.Detail, "4 documents, fresh, ollama:m") {
		t.Errorf("%+v", c)
	}
}

func TestAFailingEndpointIsSaidAndHeals(t *testing.T) {
	e := &endpoint{}
	h, again := vectorStore(t, e)
	if err := h.FillBehind(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	e.down.Store(true)
	h = again()
	write(t, h, "The giraffe house opens at nine", "")
	found, err := h.Search(t.Context(), recall.Query{Text: "giraffe"})
	if said := strings.Join(found.Degraded, "; "); err != nil || len(found.Hits) == 0 || !strings.Contains(said, "1 of 4 items of "+h.Dir+" have no vectors yet") {
		t.Errorf("%d hits, degraded %q, %v", len(found.Hits), said, err)
	}
	if err := again().FillBehind(t.Context(), projections.FillOptions{}); err == nil {
		t.Error("the failure is not told")
	}
	if c := projectionsLine(t, h); c.Level != Warn || !strings.Contains(c.Detail, "3 of 4, the others are found by words alone; the last try failed: ") || !strings.Contains(c.Detail, "404") {
		t.Errorf("%+v", c)
	}
	e.down.Store(false)
	before := e.asked.Load()
	if err := again().FillBehind(t.Context(), projections.FillOptions{}); err != nil || e.asked.Load() != before {
		t.Errorf("asked again at once, %v", err)
	}
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(h.Dir, "projections", "vectors-trouble"), long, long); err != nil {
		t.Fatal(err)
	}
	if err := again().FillBehind(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	if c := projectionsLine(t, h); c.Level != OK {
		t.Errorf("%+v", c)
	}
	if found, err = again().Search(t.Context(), recall.Query{Text: "giraffe"}); err != nil || len(found.Degraded) > 0 {
		t.Errorf("degraded %q, %v", found.Degraded, err)
	}
}

func TestNoProviderAfterAnotherIsNoFault(t *testing.T) {
	h, _ := vectorStore(t, &endpoint{})
	h = withSettings(t, h.Dir, "embed: {provider: none}\n", nil)
	found, err := h.Search(t.Context(), recall.Query{Text: "cursor"})
	if err != nil || len(found.Hits) == 0 || len(found.Degraded) > 0 {
		t.Errorf("%d hits, degraded %q, %v", len(found.Hits), found.Degraded, err)
	}
	if c := projectionsLine(t, h); c.Level != OK || !strings.HasSuffix(c.Detail, "no vectors: embed.provider is none") {
		t.Errorf("%+v", c)
	}
	write(t, h, "Tea is served at four", "")
	h = withSettings(t, h.Dir, "", nil) // the table again: nothing was thrown away, and only what came since is new
	if h.WantsVectors(t.Context()) {
		t.Error("the vectors of the table are gone")
	}
}
