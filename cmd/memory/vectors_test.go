package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// standIn is an endpoint of a model: below /up it gives vectors by the letters of a text, below /down it fails.
func standIn(w http.ResponseWriter, r *http.Request) {
	var in struct{ Input []string }
	if !strings.HasPrefix(r.URL.Path, "/up/") || json.NewDecoder(r.Body).Decode(&in) != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	vectors := [][]float64{}
	for _, text := range in.Input {
		v := make([]float64, 26)
		for _, c := range strings.ToLower(text) {
			if c >= 'a' && c <= 'z' {
				v[c-'a']++
			}
		}
		vectors = append(vectors, v)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
}

// standInServer serves it for as long as the test runs.
func standInServer(t testing.TB) string {
	server := httptest.NewServer(http.HandlerFunc(standIn))
	t.Cleanup(server.Close)
	return server.URL
}

// endpointSettings are settings that name it.
func endpointSettings(url, state string) []byte {
	return fmt.Appendf(nil, "embed: {provider: ollama, endpoint: %q, model: letters, dim: 26}\n", url+"/"+state)
}

// endpointCommand is the script command: endpoint up|down DIR makes the settings of a store name the endpoint.
func endpointCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: endpoint up|down DIR")
	}
	ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[1]), "config.yaml"), endpointSettings(ts.Getenv("ENDPOINT"), args[0]), 0o600))
}

// A search after a change of the model leaves a process that makes the vectors of the project's store and of the user's, by the settings that the
// user keeps in his own.
func TestASearchLeavesTheVectorsToAProcessOfItsOwn(t *testing.T) {
	home := hookHome(t)
	own, project := filepath.Join(home, ".memory"), filepath.Join(home, "shop")
	store := filepath.Join(project, ".memory")
	memory(t, home, own, "init")
	memory(t, home, store, "init")
	memory(t, home, own, "write", "--type", "preference", "--title", "Tabs, not spaces", "--summary", "Indent with tabs.")
	memory(t, home, store, "write", "--type", "fact", "--title", "Giraffe house", "--summary", "It opens at nine.")
	if err := os.WriteFile(filepath.Join(own, "config.yaml"), endpointSettings(standInServer(t), "up"), 0o600); err != nil {
		t.Fatal(err)
	}
	inProject := func(args ...string) string {
		cmd := memoryCommand(t.Context(), home, "", args...)
		cmd.Args, cmd.Dir = append(cmd.Args[:1], args...), project
		out, _ := cmd.CombinedOutput() // doctor's status is what its lines say
		return string(out)
	}
	if out := inProject("search", "giraffe"); !strings.Contains(out, "Giraffe house") || !strings.Contains(out, "the vectors of "+store+" are of another model") {
		t.Errorf("search:\n%s", out)
	}
	for _, dir := range []string{store, own} {
		manifest := ""
		for end := time.Now().Add(time.Minute); time.Now().Before(end) && !strings.Contains(manifest, "ollama:letters"); time.Sleep(50 * time.Millisecond) {
			b, _ := os.ReadFile(filepath.Join(dir, "projections", "manifest.json"))
			manifest = string(b)
		}
		if !strings.Contains(manifest, "ollama:letters") {
			t.Errorf("%s:\n%s", dir, manifest)
		}
	}
}
