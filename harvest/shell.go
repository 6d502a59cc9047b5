package harvest

import (
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/transcript"
)

// run is one shell command with its outcome.
type run struct {
	call, result *evidence.Record
	at           int // index of the result in the session's records
	turn         int
	cmd          string
	checks       []check // the tests, builds and linters in it
	failed       bool
}

// check is one command of a run that tells good from bad: a test, a build, a linter, a migration.
type check struct {
	key  string   // program and subcommand: "go test", "pnpm run build"
	args []string // the rest, without flags
}

// edit is one change of files by the agent.
type edit struct {
	at, turn int
	files    []string
}

// activity lists runs and edits in order. Calls without a result are left out.
func activity(s *session) (runs []run, edits []edit) {
	calls := map[string]int{}
	for ti := range s.turns {
		for i := s.turns[ti].from; i < s.turns[ti].to; i++ {
			r := &s.recs[i]
			if r.Sidechain || r.CallID == "" {
				continue
			}
			switch r.Kind {
			case transcript.ToolCall:
				calls[r.CallID] = i
			case transcript.ToolResult:
				ci, ok := calls[r.CallID]
				if !ok {
					continue
				}
				call := &s.recs[ci]
				switch {
				case editTool(call.Tool):
					if !r.IsError {
						edits = append(edits, edit{at: i, turn: ti, files: call.Files})
					}
				case shellTool(call.Tool):
					cmd := strings.TrimSpace(call.Text)
					if strings.Contains(cmd, "*** Begin Patch") {
						edits = append(edits, edit{at: i, turn: ti, files: call.Files})
						continue
					}
					runs = append(runs, run{call: call, result: r, at: i, turn: ti, cmd: cmd, checks: checksOf(cmd), failed: failed(r)})
				}
			}
		}
	}
	return runs, edits
}

func shellTool(name string) bool {
	switch strings.ToLower(name) {
	case "bash", "shell", "exec_command", "local_shell", "local_shell_call", "container.exec", "run_shell_command", "run_terminal_cmd", "execute_command", "terminal", "command", "exec":
		return true
	}
	return false
}

func editTool(name string) bool {
	switch strings.ToLower(name) {
	case "edit", "write", "multiedit", "notebookedit", "apply_patch", "patch", "replace", "write_file", "edit_file", "search_replace", "str_replace_editor", "write_to_file", "replace_in_file", "apply_diff":
		return true
	}
	return false
}

var (
	exitCode = rx(`(?i)(?:exit(?:ed with)? code:?|"exit_code":|exit status)\s*(-?\d+)`)
	// failsOpenly are marks of a failed run that a pipe to tail or a wrapper hides from the exit code.
	failsOpenly = rx(`(?m)^--- FAIL|^FAIL\b|npm ERR!|error TS\d+|ERROR task failed|Tests?:.*\b[1-9]\d* failed|^=+ .*\b[1-9]\d* failed|^panic: |make: \*\*\*|error\[E\d+\]|ELIFECYCLE`)
)

// ends returns what an exit code and a failure mark can stand in: outputs are long, both stand at an edge.
func ends(s string) string {
	const edge = 3000
	if len(s) <= 2*edge {
		return s
	}
	return s[:edge] + "\n" + s[len(s)-edge:]
}

func failed(r *evidence.Record) bool {
	if r.IsError {
		return true
	}
	e := ends(r.Text)
	if m := exitCode.FindStringSubmatch(e[:min(len(e), 400)]); m != nil {
		return m[1] != "0"
	}
	return failsOpenly.MatchString(e)
}

var (
	separators = rx(`\s*(?:&&|\|\||;|\n)\s*`)
	pipeTail   = rx(`\s*(?:2>&1|>\s*/dev/null|2>\s*/dev/null|\|\s*(?:tail|head|grep|cat|tee|less|wc|sed|awk|rg)\b.*$|>\s*\S+$)`)
	envPrefix  = rx(`^(?:[A-Z_][A-Z0-9_]*=\S*\s+|time\s+|sudo\s+|env\s+|timeout\s+\S+\s+)+`)
	checkStart = rx(`^(?:go (?:test|build|vet|run|generate)|(?:npm|pnpm|yarn|bun)(?: (?:-\S+|--filter \S+|-r|-w \S+))* (?:run |exec |dlx )?[\w:.-]+|npx [\w@/.-]+|bunx [\w@/.-]+|(?:python3? -m )?(?:pytest|mypy|ruff|tox|black|unittest)|python3? \S+\.py|cargo (?:\+\S+ )?\w+|make(?: [\w./-]+)?|mise run [\w:.-]+|just [\w:.-]+|task [\w:.-]+|\.?/?(?:gradlew|mvnw|gradle|mvn) ?\S*|tsc\b|eslint\b|biome \w+|golangci-lint run|actionlint|github-actionlint|docker(?:-compose| compose| buildx)? (?:build|up)|terraform \w+|bundle exec \w+|rspec|phpunit|dotnet \w+|cmake --build|ctest|jest|vitest|playwright \w+|deno \w+|helm \w+|kubectl apply|alembic \w+|prisma \w+|(?:ba)?sh \S+\.sh|\./[\w./-]+|goreleaser \w+|psql\b|curl\b)`)
)

// commands splits a shell line into its commands, bare of directories, variables and output filters.
func commands(cmd string) []string {
	var out []string
	for _, c := range separators.Split(cmd, -1) {
		c = envPrefix.ReplaceAllString(strings.TrimSpace(c), "")
		for {
			d := strings.TrimSpace(pipeTail.ReplaceAllString(c, ""))
			if d == c {
				break
			}
			c = d
		}
		if c != "" && !strings.HasPrefix(c, "cd ") && !strings.HasPrefix(c, "export ") && !strings.HasPrefix(c, "set ") {
			out = append(out, c)
		}
	}
	return out
}

func checksOf(cmd string) []check {
	var out []check
	for _, c := range commands(cmd) {
		m := checkStart.FindString(c)
		if m == "" {
			continue
		}
		k := check{key: strings.Join(strings.Fields(m), " ")}
		for _, a := range strings.Fields(c[len(m):]) {
			if !strings.HasPrefix(a, "-") {
				k.args = append(k.args, a)
			}
		}
		out = append(out, k)
	}
	return out
}

// covers reports whether passing p proves that what failed in f is well: same program, and the same targets, all of them, or
// one that the failure's output names.
func covers(p, f run) bool {
	for _, a := range p.checks {
		for _, b := range f.checks {
			if a.key == b.key && (len(a.args) == 0 || slices.Equal(a.args, b.args) || slices.Contains(a.args, "./...") || namedIn(a.args, f.result.Text)) {
				return true
			}
		}
	}
	return false
}

func namedIn(args []string, output string) bool {
	for _, a := range args {
		if t := strings.Trim(a, "./'\""); len(t) > 3 && strings.Contains(output, t) {
			return true
		}
	}
	return false
}

var (
	errorMark  = rx(`(?i)\b(error|fail(ed|ure|s)?|panic|fatal|exception|refused|denied|not found|undefined|undeclared|cannot|can't|unknown|invalid|unexpected|expected|timed out|timeout|no such|not a)\b|--- FAIL|^E  `)
	tellsMore  = rx(`(?i)\b(got|want|expected|received|actual)\b|Error: |error: |error TS|panic: |: undefined|refused|not found|no such`)
	noiseLine  = rx(`^(Exit code|Chunk ID|Wall time|Process exited|Original token|Output:|FAIL\s*$|FAIL\t|exit status|\s*$|\d+ (passing|failing|passed|failed)|make: \*\*\*)`)
	ansiEscape = rx("\x1b\\[[0-9;?]*[a-zA-Z]|\\[[0-9;]{1,6}m")
)

// errorLine picks the line of an output that says best what went wrong, with its span.
func errorLine(r *evidence.Record) (line string, at quote) {
	best := 0
	text := r.Text[:min(len(r.Text), 64<<10)]
	for from := 0; from < len(text); {
		to := from + strings.IndexByte(text[from:], '\n')
		if to < from {
			to = len(text)
		}
		l := strings.TrimSpace(text[from:to])
		if len(l) > 4 && len(l) < 400 && !noiseLine.MatchString(l) && !strings.Contains(l, "[REDACTED:") {
			score := 0
			if errorMark.MatchString(l) {
				score = 1
			}
			if tellsMore.MatchString(l) {
				score += 2
			}
			if score > best {
				best, line, at = score, oneLine(ansiEscape.ReplaceAllString(l, "")), quote{r, from, to}
			}
		}
		from = to + 1
	}
	return cut(line, 200), at
}
