package hub

import (
	"context"
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

// twoStores are a project's store and the user's, whose settings name an endpoint for both. All vectors are made.
func twoStores(t *testing.T, url string) func() *Hub {
	t.Helper()
	home := t.TempDir()
	own := filepath.Join(home, StoreName)
	user := open(t, Place{Dir: own, Why: "user", Exists: true}, AllProjects, nil)
	write(t, user, "Tea is served at four", "")
	place := Place{Dir: filepath.Join(home, "repo", StoreName), Why: "project", Exists: true, UserDir: own}
	write(t, open(t, place, AllProjects, nil), "Lists page by cursor", "")
	settings := fmt.Sprintf("embed: {provider: ollama, endpoint: %q, model: m, dim: 4}\n", url)
	if err := os.WriteFile(filepath.Join(own, config.FileName), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	again := func() *Hub { return open(t, place, AllProjects, nil) }
	if err := again().FillBehind(t.Context(), projections.FillOptions{}); err != nil {
		t.Fatal(err)
	}
	return again
}

// An endpoint that hangs leaves who has a deadline time enough for words, and is asked once for both stores.
func TestAnEndpointThatHangsLeavesTimeForWords(t *testing.T) {
	e := &endpoint{}
	var hangs atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.ServeHTTP(w, r)
		if hangs.Load() {
			<-r.Context().Done()
		}
	}))
	t.Cleanup(server.Close)
	again := twoStores(t, server.URL)
	h := again()
	before := e.asked.Load()
	if found, err := h.Search(t.Context(), recall.Query{Text: "cursor"}); err != nil || len(found.Degraded) > 0 || e.asked.Load() != before+1 {
		t.Errorf("degraded %q, asked %d times, %v", found.Degraded, e.asked.Load()-before, err)
	}

	hangs.Store(true)
	h = again()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	before = e.asked.Load()
	found, err := h.Search(ctx, recall.Query{Text: "cursor"})
	if err != nil || ctx.Err() != nil || len(found.Hits) == 0 || e.asked.Load() != before+1 {
		t.Errorf("%d hits, asked %d times, %v, %v", len(found.Hits), e.asked.Load()-before, err, ctx.Err())
	}
	if said := strings.Join(found.Degraded, "; "); strings.Count(said, "vectors were not used") != 1 || !strings.Contains(said, "the endpoint was too slow") {
		t.Errorf("degraded %q", said)
	}
}
