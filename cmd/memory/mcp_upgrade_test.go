package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMCPSurvivesAnUpgradeOfItsStore lets another process leave projections of another version, and change the settings, under two running servers:
// each goes on with what it understands, and no answer is an old one.
func TestMCPSurvivesAnUpgradeOfItsStore(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "shop-api")
	memoryIn(t, home, repo, "init")
	memoryIn(t, home, repo, "write", "--type", "decision", "--title", "Cursor pagination", "--summary", "Lists page by cursor.")
	one, two := connect(t, home, repo, nil), connect(t, home, repo, nil, "--tools", "all")
	query := map[string]any{"query": "how do lists page, cursor pagination"}
	ask := func(want string) {
		t.Helper()
		for _, s := range []string{use(t, one, false, "memory_search", query), use(t, two, false, "memory_search", query)} {
			if !strings.Contains(s, want) {
				t.Errorf("want %q in\n%s", want, s)
			}
		}
	}
	ask("Cursor pagination")

	store := filepath.Join(repo, ".memory")
	for _, version := range []string{`"schema": 99`, `"schema": 1`} { // a later program, and an earlier one
		memoryIn(t, home, repo, "reindex")
		otherSchema(t, filepath.Join(store, "projections"), version)
		ask("Cursor pagination")
	}
	memoryIn(t, home, repo, "write", "--type", "fact", "--title", "Cursor pagination tokens expire", "--summary", "A page cursor of a list expires after a day.")
	ask("tokens expire")

	settings := filepath.Join(store, "config.yaml")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("embed:\n  provider: none\n")
	ask("Cursor pagination")
	put("pack:\n  bugdet: 1\n")
	if text := use(t, one, true, "memory_search", query); !strings.Contains(text, "config.yaml: line 2") {
		t.Errorf("a wrong setting is not named: %s", text)
	}
	put("pack:\n  budget: 400\n")
	ask("tokens expire")
}

// otherSchema rewrites the manifests below a directory as a program with another layout would have left them, with bytes beside them that only it knows.
func otherSchema(t *testing.T, dir, version string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifest in %s (%v)", dir, err)
	}
	changed, schema := 0, regexp.MustCompile(`"schema": \d+`)
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		next := schema.ReplaceAll(b, []byte(version))
		if bytes.Equal(next, b) {
			continue
		}
		changed++
		if err := os.WriteFile(file, next, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if changed == 0 {
		t.Fatalf("no manifest of %v names its schema", files)
	}
	if err := os.WriteFile(filepath.Join(dir, "segment-of-another-version"), []byte{0, 1, 2}, 0o644); err != nil {
		t.Fatal(err)
	}
}
