package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/golden"
	"github.com/rogpeppe/go-internal/txtar"
)

// patient is a deadline that a loaded machine keeps: these tests are about what is answered, not when.
const patient = "--deadline=1m"

// hookStore makes a store with facts that the payloads ask for, some weeks old, and returns its directory's parent.
func hookStore(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop-api")
	if err := os.MkdirAll(filepath.Join(dir, "home"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"init",
		`write --type decision --title "Cursor pagination for list endpoints" --summary "Lists page by cursor; offset scans broke past 100k rows." --tag api`,
		`write --type policy --title "Never force push to main" --tag pinned`,
		`write --type fact --title "The staging database is a Postgres 17 replica" --summary "Staging reads from a Postgres 17 replica on db-stage."`,
	} {
		if out, status := hookRun(t, dir, "2026-11-01T10:15:00Z", strings.NewReader(""), line); status != 0 {
			t.Fatalf("%s: %s", line, out)
		}
	}
	return dir
}

// hookRun runs one command line in this process, on a stopped clock, with the payload on standard input.
func hookRun(t testing.TB, dir, clock string, in io.Reader, line string) (string, int) {
	t.Helper()
	return hookRunAs(t, dir, clock, nil, in, line)
}

// hookRunAs is hookRun in an agent's environment.
func hookRunAs(t testing.TB, dir, clock string, more map[string]string, in io.Reader, line string) (string, int) {
	t.Helper()
	args := []string{"memory"}
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	at, err := time.Parse(time.RFC3339, cmpOr(clock, "2026-11-29T10:15:00Z"))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"MEMORY_NOW": at.Format(time.RFC3339), "MEMORY_AUTHOR": "Ada"}
	maps.Copy(env, more)
	var out, talk bytes.Buffer
	status := run(t.Context(), args, &streams{in: in, out: &out, err: &talk, cwd: dir, home: filepath.Join(dir, "home"),
		getenv: func(key string) string { return env[key] }, now: func() time.Time { return at }})
	if status != 0 {
		return out.String() + talk.String(), status
	}
	return out.String(), status
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// TestHookPayloads gives every agent's payloads, in their order within one session, and compares the answers byte by byte.
func TestHookPayloads(t *testing.T) {
	files, err := filepath.Glob("testdata/hook/*.txtar")
	if err != nil || len(files) != len(hook.Agents()) {
		t.Fatalf("%d files of payloads for %d agents (%v)", len(files), len(hook.Agents()), err)
	}
	for _, file := range files {
		agent := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(agent, func(t *testing.T) { answerPayloads(t, file, agent) })
	}
}

// answerPayloads gives the payloads of a file, all of one session, and compares the answers that stand behind each.
func answerPayloads(t *testing.T, file, agent string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := hookStore(t)
	for i := 0; i+1 < len(a.Files); i += 2 {
		_, event, _ := strings.Cut(a.Files[i].Name, " ")
		payload := strings.ReplaceAll(strings.ReplaceAll(string(a.Files[i].Data), "$CWD", filepath.ToSlash(dir)), "$ROOT", filepath.ToSlash(filepath.Dir(dir)))
		out, status := hookRun(t, dir, "", strings.NewReader(payload), "hook "+event+" --agent "+agent+" --inline "+patient)
		if status != 0 {
			t.Fatalf("%s: exit status %d", a.Files[i].Name, status)
		}
		a.Files[i+1].Data = []byte(out)
	}
	golden.Check(t, file, string(txtar.Format(a)))
	if out, _ := hookRun(t, dir, "", strings.NewReader(""), "doctor"); !strings.Contains(out, "ok    hooks") {
		t.Errorf("doctor finds something about hooks:\n%s", out)
	}
}

// TestMutatedPayloads breaks payloads in many ways: the hook ends with status 0 and writes what the agent can read, or nothing.
func TestMutatedPayloads(t *testing.T) {
	n := 300
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		n = 5000
	}
	var seeds []seedPayload
	files, _ := filepath.Glob("testdata/hook/*.txtar")
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			_, event, _ := strings.Cut(a.Files[i].Name, " ")
			seeds = append(seeds, seedPayload{strings.TrimSuffix(filepath.Base(file), ".txtar"), event, a.Files[i].Data})
		}
	}
	dir := hookStore(t)
	r := rand.New(rand.NewPCG(7, 11))
	for range n {
		seed := seeds[r.IntN(len(seeds))]
		payload := mutated(r, bytes.ReplaceAll(seed.payload, []byte("$CWD"), []byte(filepath.ToSlash(dir))))
		line := "hook " + seed.event + " --agent " + seed.agent + " " + patient
		if r.IntN(20) == 0 {
			line = "hook --agent " + seed.agent + " " + patient + " --bogus"
		}
		out, status := hookRun(t, dir, "", bytes.NewReader(payload), line)
		if status != 0 {
			t.Fatalf("%s: exit status %d for %q", line, status, payload)
		}
		if seed.agent != "kiro" && !validOrNone(out) || !utf8.ValidString(out) {
			t.Fatalf("%s: %q for %q", line, out, payload)
		}
	}
}

type seedPayload struct {
	agent, event string
	payload      []byte
}

func validOrNone(out string) bool {
	return out == "" || json.Valid([]byte(out)) && strings.HasPrefix(out, "{") && strings.Count(out, "\n") == 1
}

// mutated changes a payload: cuts it, flips bytes, doubles it, swaps values for those of other types, or nests it.
func mutated(r *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + r.IntN(3) {
		if len(b) == 0 {
			return b
		}
		at := r.IntN(len(b))
		switch r.IntN(9) {
		case 0:
			b = b[:at]
		case 1:
			b[at] = byte(r.IntN(256))
		case 2:
			b = append(b, b...)
		case 3:
			b = bytes.Replace(b, []byte(`":"`), []byte(`":{"x":"`), 1)
		case 4:
			b = bytes.ReplaceAll(b, []byte("false"), []byte("null"))
		case 5:
			b = bytes.Replace(b, []byte(`"prompt":`), []byte(`"prompt":[1,2,{"a":null}],"was":`), 1)
		case 6:
			b = slices.Insert(b, at, bytes.Repeat([]byte("["), 1+r.IntN(2000))...)
		case 7:
			b = bytes.Replace(b, []byte(`"cwd":"`), []byte(fmt.Sprintf(`"cwd":"/nowhere/%d\u0000\ud800`, at)), 1)
		case 8:
			b = bytes.Replace(b, []byte("e"), []byte(strings.Repeat("\u202eword ", 200)), 1)
		}
	}
	return b
}

// never is an input that a host leaves open without a word.
type never struct{}

func (never) Read([]byte) (int, error) { select {} }

func TestAHookDoesNotWaitForAPayloadThatNeverComes(t *testing.T) {
	dir := hookStore(t)
	out, status := hookRun(t, dir, "", never{}, "hook SessionStart --agent claude-code "+patient)
	if status != 0 || !strings.Contains(out, "Never force push") {
		t.Errorf("exit status %d: %s", status, out)
	}
	payload := `{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"Which database does staging use?"}`
	out, status = hookRun(t, dir, "", io.MultiReader(strings.NewReader(payload), never{}), "hook --agent claude-code "+patient)
	if status != 0 || !strings.Contains(out, "Postgres 17") {
		t.Errorf("an open end after the payload: exit status %d: %s", status, out)
	}
}

func TestAHookAnswersNothingWhereNothingIsRight(t *testing.T) {
	dir := hookStore(t)
	for _, line := range []string{"hook", "hook SessionStart", "hook --agent", "hook SessionStart --agent nosuch", "hook Nonsense --agent codex", "hook SessionStart --agent codex --store /dev/null/x"} {
		if out, status := hookRun(t, dir, "", strings.NewReader("{}"), line); status != 0 || out != "" {
			t.Errorf("%s: exit status %d, %q", line, status, out)
		}
	}
	if out, status := hookRun(t, t.TempDir(), "", strings.NewReader("{}"), "hook SessionStart --agent codex"); status != 0 || out != "" {
		t.Errorf("without a store: exit status %d, %q", status, out)
	}
}
