package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/internal/golden"
	"github.com/rogpeppe/go-internal/txtar"
)

// Real clients, driven without an account against a model of our own: what they send to our hooks is recorded, and what our hooks answer
// is looked for in what the client sends to its model. They are not in this repository: MEMORY_TEST_CLIENTS names a directory whose
// node_modules, and bin for those written in Python, hold those that are to be run, and a client that is not there is skipped by name.

// recordVariable makes this test binary a hook that keeps its payload before it does its work.
const recordVariable = "MEMORY_TEST_RECORD"

// recordedHook is memory with a record of what it is given: one file a call, in the order of the calls.
func recordedHook(dir string) {
	if len(os.Args) > 1 && os.Args[1] == "hook" {
		payload, err := firstValue(os.Stdin, 1)
		r, w, pipeErr := os.Pipe()
		if pipeErr != nil {
			os.Exit(0)
		}
		go func() { _, _ = w.Write(payload); w.Close() }()
		os.Stdin = r
		event := "none"
		if len(os.Args) > 2 {
			event = os.Args[2]
		}
		if err == nil {
			name := fmt.Sprintf("%020d %s", time.Now().UnixNano(), event)
			_ = os.WriteFile(filepath.Join(dir, name), payload, 0o600)
		}
	}
	main()
}

// realClient is how one client is run without a person.
type realClient struct {
	agent   string
	program string // below node_modules/.bin, or a path below the directory of the clients
	prepare func(t *testing.T, home, project, url string)
	env     func(home, url string) []string
	args    func(prompt string) []string
	proof   string // what verify --canary says; "" = that the model said it
	noStart bool   // without a person it tells no start of a session

	install  []string // flags for adapter install
	sees     []string // what its requests hold of what was installed; nil = what the hooks gave
	observed bool     // with sees: its calls are seen, and verify says so
}

func realClients() []realClient {
	return []realClient{
		{
			agent: "claude-code", program: "claude",
			env: func(_, url string) []string {
				return []string{"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=none", "ANTHROPIC_MODEL=fake-model", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
			},
			args: func(prompt string) []string {
				return []string{"-p", prompt, "--allowedTools", "Bash(echo:*)"}
			},
		},
		{
			agent: "codex", program: "codex",
			prepare: func(t *testing.T, home, project, url string) {
				writeFile(t, filepath.Join(home, ".codex", "config.toml"), fmt.Sprintf(`
model = "fake-model"
model_provider = "fake"
approval_policy = "never"

[model_providers.fake]
name = "fake"
base_url = %q
wire_api = "responses"
requires_openai_auth = false

[projects.%q]
trust_level = "trusted"
`, url+"/v1", project))
			},
			env: func(string, string) []string { return nil },
			args: func(prompt string) []string {
				return []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", prompt}
			},
		},
		{
			agent: "gemini-cli", program: "gemini",
			prepare: func(t *testing.T, home, _, _ string) {
				writeFile(t, filepath.Join(home, ".gemini", "settings.json"), `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}}`)
			},
			env: func(_, url string) []string {
				return []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + url, "GEMINI_TELEMETRY_ENABLED=false"}
			},
			args: func(prompt string) []string {
				return []string{"--skip-trust", "--yolo", "-m", "gemini-2.5-flash", "-p", prompt}
			},
		},
		{
			agent: "qwen", program: "qwen", noStart: true,
			prepare: func(t *testing.T, home, _, _ string) {
				writeFile(t, filepath.Join(home, ".qwen", "settings.json"), `{"security": {"auth": {"selectedType": "openai"}}, "privacy": {"usageStatisticsEnabled": false}}`)
			},
			env: func(_, url string) []string {
				return []string{"OPENAI_API_KEY=none", "OPENAI_BASE_URL=" + url + "/v1", "OPENAI_MODEL=fake-model"}
			},
			args: func(prompt string) []string { return []string{"--yolo", "-p", prompt} },
		},
		{
			agent: "copilot-cli", program: "copilot",
			env: func(_, url string) []string {
				return []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + url + "/v1", "COPILOT_PROVIDER_API_KEY=none", "COPILOT_MODEL=fake-model"}
			},
			args: func(prompt string) []string { return []string{"--allow-all-tools", "-p", prompt} },
		},
		{
			agent: "droid", program: "node_modules/@factory/cli-linux-x64/bin/droid",
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".factory", "settings.json"), fmt.Sprintf(`{"customModels": [{"model": "fake-model", "displayName": "Fake", "baseUrl": %q,
  "apiKey": "none", "provider": "generic-chat-completion-api", "maxOutputTokens": 4096}]}`, url+"/v1"))
			},
			env: func(string, string) []string { return nil },
			args: func(prompt string) []string {
				return []string{"exec", "-m", "custom:fake-model", "--skip-permissions-unsafe", prompt}
			},
		},
		{
			agent: "opencode", program: "opencode", proof: "handed over, ", // its sessions are rows of a database: who spoke stands in another one
			prepare: func(t *testing.T, home, _, url string) {
				writeFile(t, filepath.Join(home, ".config", "opencode", "opencode.json"), fmt.Sprintf(`{"autoupdate": false, "share": "disabled", "permission": "allow",
  "provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "name": "fake", "options": {"baseURL": %q, "apiKey": "none"}, "models": {"fake-model": {"name": "fake-model"}}}}}`, url+"/v1"))
			},
			env:  func(string, string) []string { return []string{"OPENCODE_DISABLE_AUTOUPDATE=1"} },
			args: func(prompt string) []string { return []string{"run", "--model", "fake/fake-model", prompt} },
		},
	}
}

// lastingDir is a directory for a client and for what its last hook started, which may still be at work when the test ends.
func lastingDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "realclient")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for gone, tries := 0, 0; gone < 10 && tries < 300; tries++ {
			if _, err := os.Lstat(dir); os.IsNotExist(err) {
				gone++ // and not made again since
			} else {
				gone = 0
				_ = os.RemoveAll(dir) // the next try tells
			}
			time.Sleep(200 * time.Millisecond)
		}
	})
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRealClientsHandTheModelWhatTheHookGave(t *testing.T) {
	dir := os.Getenv("MEMORY_TEST_CLIENTS")
	if dir == "" {
		t.Skip("MEMORY_TEST_CLIENTS is not set: no real client is run")
	}
	for _, c := range slices.Concat(realClients(), clientsWithoutHooks()) {
		t.Run(c.agent, func(t *testing.T) {
			program := filepath.Join(dir, "node_modules", ".bin", c.program)
			if strings.Contains(c.program, "/") {
				program = filepath.Join(dir, c.program)
			}
			if _, err := os.Stat(program); err != nil {
				t.Skipf("%s is not there", c.program)
			}
			c.check(t, program)
		})
	}
}

func (c realClient) check(t *testing.T, program string) {
	model := &fakeModel{}
	server := httptest.NewServer(model)
	defer server.Close()
	root := lastingDir(t)
	home, project, record, bin := filepath.Join(root, "home"), filepath.Join(root, "shop-api"), filepath.Join(root, "record"), filepath.Join(root, "bin")
	for _, d := range []string{home, project, record, bin} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	wrapper := filepath.Join(bin, "memory")
	script := fmt.Sprintf("#!/bin/sh\n%s=1 %s=%q exec %q \"$@\"\n", asMemory, recordVariable, record, self)
	if err := os.WriteFile(wrapper, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"), "XDG_STATE_HOME="+filepath.Join(home, ".local", "state"),
		"XDG_DATA_HOME="+filepath.Join(home, ".local", "share"), "XDG_CACHE_HOME="+filepath.Join(home, ".cache"), "PWD="+project, "CI=", "MEMORY_STORE=", "GIT_CONFIG_NOSYSTEM=1")
	env = append(env, c.env(home, server.URL)...)
	do := func(name string, args ...string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = project, env
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		cmd.WaitDelay = 5 * time.Second
		err := cmd.Run()
		return out.String(), err
	}
	must := func(name string, args ...string) string {
		t.Helper()
		out, err := do(name, args...)
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
		}
		return out
	}
	must("git", "init", "-q")
	version := versionNumber.FindString(must(program, "--version"))
	must(wrapper, "init")
	must(wrapper, "write", "--type", "policy", "--title", "Never force push to main", "--tag", "pinned")
	must(wrapper, "write", "--type", "fact", "--title", "The staging database is a Postgres 17 replica", "--summary", "Staging reads from a Postgres 17 replica on db-stage.")
	if c.prepare != nil {
		c.prepare(t, home, project, server.URL)
	}
	must(wrapper, append([]string{"adapter", "install", c.agent, "--command", wrapper}, c.install...)...)
	if c.sees == nil {
		if out, err := do(wrapper, "adapter", "verify", c.agent, "--canary", "--command", wrapper); err == nil || !strings.Contains(out, " is set, ") {
			t.Fatalf("the canary is not set (%v): %s", err, out)
		}
	}
	out, err := do(program, c.args("Which database does staging use? Also "+useShell+".")...)
	if err != nil {
		t.Errorf("%s ends with %v", c.program, err)
	}
	t.Logf("%s %s says: %.600s", c.program, version, out)
	sent := strings.Join(model.seen(), "\n")
	if c.sees != nil {
		c.saw(t, sent, func() (string, error) { return do(wrapper, "adapter", "verify", c.agent, "--command", wrapper) })
		return
	}
	for _, want := range []string{"Never force push to main", "Postgres 17 replica on db-stage"} {
		if !strings.Contains(sent, want) && !(c.noStart && strings.HasPrefix(want, "Never")) {
			t.Errorf("the model never got %q", want)
		}
	}
	proof, err := do(wrapper, "adapter", "verify", c.agent, "--canary", "--command", wrapper)
	if (err != nil) != (c.proof != "") || !strings.HasPrefix(proof, cmp.Or(c.proof, "proved: ")) {
		t.Errorf("the canary is not proved (%v): %s", err, proof)
	}
	if state, err := do(wrapper, "adapter", "verify", c.agent, "--command", wrapper); err != nil {
		t.Errorf("%s is not verified: %s", c.agent, state)
	}
	payloads := recordedPayloads(t, record, root, project)
	t.Logf("payloads: %s", payloads.names)
	if t.Failed() {
		hooks, _ := do(wrapper, "hook", "recent")
		t.Logf("hooks: %s\npayloads: %s", hooks, txtar.Format(payloads.archive))
		for _, r := range model.seen() {
			t.Logf("request: %.300s", r)
		}
		return
	}
	if golden.Update {
		payloads.archive.Comment = []byte(fmt.Sprintf("Recorded from a real client: %s %s without a person, against the model endpoint of realclients_test.go.\n"+
			"The directories of that run are written $CWD and $ROOT, and -SLUG in names made of them; nothing else is changed.\n\n", c.agent, version))
		file := filepath.Join("testdata", "recorded", c.agent+"-"+version+".txtar")
		if err := os.WriteFile(file, txtar.Format(payloads.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	versionNumber = regexp.MustCompile(`\d+\.\d+\.\d+`)
	notWord       = regexp.MustCompile(`[^A-Za-z0-9]`)
)

// TestRecordedPayloads gives what real clients sent, in its order, and compares the answers byte by byte. Nothing is needed for it but the
// records.
func TestRecordedPayloads(t *testing.T) {
	files, err := filepath.Glob("testdata/recorded/*.txtar")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d records (%v)", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		agent := strings.TrimSuffix(name, "-"+versionNumber.FindString(name))
		t.Run(name, func(t *testing.T) { answerPayloads(t, file, agent) })
	}
}

type recording struct {
	archive *txtar.Archive
	names   string
}

// recordedPayloads are what the client sent, with this machine's paths taken out.
func recordedPayloads(t *testing.T, record, root, project string) recording {
	t.Helper()
	entries, err := os.ReadDir(record)
	if err != nil {
		t.Fatal(err)
	}
	r := recording{archive: &txtar.Archive{}}
	var names []string
	for i, e := range entries {
		b, err := os.ReadFile(filepath.Join(record, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		_, event, _ := strings.Cut(e.Name(), " ")
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte(project), []byte("$CWD")), []byte(root), []byte("$ROOT"))
		b = bytes.ReplaceAll(b, []byte(notWord.ReplaceAllString(root, "-")), []byte("-SLUG"))
		name := fmt.Sprintf("%02d %s", i+1, event)
		r.archive.Files = append(r.archive.Files, txtar.File{Name: name, Data: append(bytes.TrimSpace(b), '\n')}, txtar.File{Name: name + " answer"})
		names = append(names, event)
	}
	r.names = strings.Join(names, " ")
	return r
}
