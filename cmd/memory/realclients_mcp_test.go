package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// clientsWithoutHooks are connected by the server or by instructions alone, or have hooks whose text the model does not get when they run
// without a person: what is looked for in their requests is what was installed.
func clientsWithoutHooks() []realClient {
	tools := []string{"memory_search", "memory_read", "memory_write", "memory_feedback"}
	guide := []string{"A memory of this project is at hand"}
	openai := func(_, url string) []string {
		return []string{"OPENAI_API_KEY=none", "OPENAI_BASE_URL=" + url + "/v1", "OPENAI_API_BASE=" + url + "/v1"}
	}
	return []realClient{
		{
			agent: "cline", program: "cline", sees: tools, observed: true,
			env: func(string, string) []string { return nil },
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".cline", "data", "settings", "providers.json"), fmt.Sprintf(`{"version": 1, "lastUsedProvider": "openai-compatible", "modes": {}, "providers": {"openai-compatible":
  {"settings": {"provider": "openai-compatible", "apiKey": "none", "model": "fake-model", "baseUrl": %q}, "updatedAt": "2026-11-29T10:00:00.000Z", "tokenSource": "manual"}}}`, url+"/v1"))
			},
			args: func(prompt string) []string { return []string{prompt} },
		},
		{
			agent: "continue", program: "cn", install: []string{"--rules"}, sees: append(guide, tools...), observed: true,
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".continue", "config.yaml"), fmt.Sprintf("name: mine\nversion: 1.0.0\nschema: v1\nmodels:\n"+
					"  - name: fake\n    provider: openai\n    model: fake-model\n    apiBase: %s/v1\n    apiKey: none\n    roles: [chat]\n    capabilities: [tool_use]\n", url))
			},
			env:  func(home, _ string) []string { return []string{"CONTINUE_TELEMETRY_ENABLED=0"} },
			args: func(prompt string) []string { return []string{"--auto", "-p", prompt} },
		},
		{
			agent: "kilo", program: "node_modules/@kilocode/cli-linux-x64/bin/kilo", sees: tools, observed: true,
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".config", "kilo", "kilo.json"), fmt.Sprintf(`{"autoupdate": false, "share": "disabled", "permission": "allow",
  "provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "name": "fake", "options": {"baseURL": %q, "apiKey": "none"}, "models": {"fake-model": {"name": "fake-model"}}}}}`, url+"/v1"))
			},
			env:  func(string, string) []string { return nil },
			args: func(prompt string) []string { return []string{"run", "--model", "fake/fake-model", prompt} },
		},
		{
			agent: "hermes", program: "bin/hermes", sees: tools, observed: true, env: openai,
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".hermes", "config.yaml"), fmt.Sprintf("model:\n  default: fake-model\n  provider: custom\n  base_url: %s/v1\n  api_key: none\n", url))
			},
			args: func(prompt string) []string { return []string{"chat", "--yolo", "-q", prompt} },
		},
		{
			agent: "pi", program: "pi", sees: append([]string{"memory-recall/SKILL.md"}, guide...),
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".pi", "agent", "models.json"), fmt.Sprintf(`{"providers": {"fake": {"baseUrl": %q, "api": "openai-completions", "apiKey": "none",
  "models": [{"id": "fake-model", "name": "fake", "reasoning": false, "input": ["text"], "contextWindow": 100000, "maxTokens": 4096, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}}`, url+"/v1"))
			},
			env: func(string, string) []string { return []string{"PI_OFFLINE=1"} },
			args: func(prompt string) []string {
				return []string{"--provider", "fake", "--model", "fake-model", "-p", prompt}
			},
		},
		{
			agent: "aider", program: "bin/aider", sees: guide,
			env: func(home, url string) []string {
				return append(openai(home, url), "AIDER_ANALYTICS=false", "AIDER_CHECK_UPDATE=false")
			},
			args: func(prompt string) []string {
				return []string{"--model", "openai/fake-model", "--no-show-model-warnings", "--yes-always", "--no-stream", "--message", prompt}
			},
		},
	}
}

// saw looks for what was installed in what the client sent to its model.
func (c realClient) saw(t *testing.T, sent string, verify func() (string, error)) {
	t.Helper()
	for _, want := range c.sees {
		if !strings.Contains(sent, want) {
			t.Errorf("the model never got %q; it got %.2000s", want, sent)
		}
	}
	// Verified is more than observed: of an agent with hooks it also says that text was injected.
	if state, err := verify(); c.observed && (strings.Contains(state, "runtime_not_observed") || err != nil && !strings.Contains(state, "context_not_injected")) {
		t.Errorf("its calls were not observed: %s", state)
	}
}
