package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/internal/golden"
	"github.com/urfave/cli/v2"
)

// TestJSON runs every command with --format json on one small store and keeps docs/json.md equal to what they print: the page is
// the contract, its examples cannot go stale, and a changed field shows as a diff.
func TestJSON(t *testing.T) {
	dir := t.TempDir()
	home := filepath.Join(dir, "home")
	repo := filepath.Join(home, "shop-api")
	if err := os.MkdirAll(repo, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range jsonFiles {
		if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var page strings.Builder
	page.WriteString(jsonIntro)
	var documented []string // command lines
	machine := strings.NewReplacer(runtime.Version(), "go1.x", `"os": "`+runtime.GOOS, `"os": "linux`, `"arch": "`+runtime.GOARCH, `"arch": "amd64`,
		`"version": "`+version(), `"version": "devel`)
	for _, step := range jsonSteps {
		line := step.line
		out, status := runLine(t, repo, home, line+" --format json")
		if status != step.status {
			t.Fatalf("%s: exit status %d, want %d\n%s", line, status, step.status, out)
		}
		for _, m := range nullValue.FindAllStringSubmatch(out, -1) {
			if !slices.Contains(signsOfLife, m[1]) {
				t.Errorf("%s prints %s: null; a list without entries is []", line, m[1])
			}
		}
		if step.about == "" {
			continue // sets the scene
		}
		fmt.Fprintf(&page, "## memory %s\n\n%s\n\n    memory %s --format json\n\n```json\n%s```\n\n", step.name, step.about, line,
			machine.Replace(indexHash.ReplaceAllString(strings.ReplaceAll(out, dir, ""), `$1"3f9a2c1b..."`)))
		documented = append(documented, line+" ")
	}
	for _, path := range leaves(newApp(&streams{}).Commands, "") {
		if path == "mcp" { // it speaks its own protocol, whatever the format
			continue
		}
		if !slices.ContainsFunc(documented, func(line string) bool { return strings.HasPrefix(line, path+" ") }) {
			t.Errorf("memory %s has no step in jsonSteps", path)
		}
	}
	golden.Check(t, "../../docs/json.md", strings.TrimRight(page.String(), "\n")+"\n")
}

// leaves lists the commands that do something, by their words: "review list".
func leaves(commands []*cli.Command, above string) (paths []string) {
	for _, c := range commands {
		if len(c.Subcommands) > 0 {
			paths = append(paths, leaves(c.Subcommands, above+c.Name+" ")...)
			continue
		}
		paths = append(paths, above+c.Name)
	}
	return paths
}

// runLine runs one command line in this process, on a stopped clock. Words in double quotes stay together.
func runLine(t *testing.T, cwd, home, line string) (stdout string, status int) {
	t.Helper()
	args := []string{"memory"}
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	at := time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC)
	env := map[string]string{"MEMORY_NOW": at.Format(time.RFC3339), "MEMORY_AUTHOR": "Ada", "HOME": home}
	var out, errOut bytes.Buffer
	status = run(t.Context(), args, &streams{
		in: strings.NewReader(""), out: &out, err: io.MultiWriter(&errOut, t.Output()), cwd: cwd, home: home,
		getenv: func(key string) string { return env[key] }, now: func() time.Time { return at },
	})
	if status == 0 && errOut.Len() > 0 && !strings.Contains(errOut.String(), "made a new store") {
		t.Errorf("%s talks on stderr: %s", line, errOut.String())
	}
	return out.String(), status
}

// indexHash is the hash of a whole index, which any change of analysis or of the word vectors changes.
var indexHash = regexp.MustCompile(`("(?:live|rebuilt)": )"[0-9a-f]{64}"`)

// nullValue finds a key without a value. A reader that walks a list must not have to ask whether there is one; only the signs of life of an
// adapter, which are objects, may be missing.
var nullValue = regexp.MustCompile(`"(\w+)": null`)

var signsOfLife = []string{"runtime_observed", "context_injected"}
