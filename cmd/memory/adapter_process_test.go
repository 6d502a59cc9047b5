package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestInstallsAtOnce: several processes connect the same agents to one home; every one succeeds, and everything is there once.
func TestInstallsAtOnce(t *testing.T) {
	home := t.TempDir()
	config := filepath.Join(home, ".gemini", "settings.json") // server and hooks share this file
	if err := os.MkdirAll(filepath.Dir(config), 0o755); err != nil {
		t.Fatal(err)
	}
	before := "{\n  // mine\n  \"theme\": \"dark\",\n}\n"
	if err := os.WriteFile(config, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		for _, agent := range []string{"gemini-cli", "cursor"} {
			wg.Go(func() { memoryIn(t, home, home, "adapter", "install", agent) })
		}
	}
	wg.Wait()
	b, err := os.ReadFile(config)
	if err != nil || strings.Count(string(b), `"factline"`) != 1 || strings.Count(string(b), "hook SessionStart --agent") != 1 || !strings.Contains(string(b), "// mine") {
		t.Errorf("%v\n%s", err, b)
	}
	memoryIn(t, home, home, "adapter", "uninstall", "gemini-cli")
	if b, _ := os.ReadFile(config); string(b) != before {
		t.Errorf("after uninstall: %s", b)
	}
}
