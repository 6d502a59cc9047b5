package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// talk FILE [ARG...] starts memory mcp ARG..., sends it the lines of FILE and prints what comes back. After a request it waits for the
// answer before it sends the next line, so that a conversation reads the same in every run; a line "hello [CLIENT]" opens the session,
// "> NAME {...}" stands for the call of a tool, a line "! COMMAND..." runs a command meanwhile, and "#" starts a comment.
func talk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: talk FILE [ARG...]")
	}
	cmd := exec.Command("memory", append([]string{"mcp"}, args[1:]...)...)
	cmd.Dir, cmd.Stderr = ts.Getenv("WORK"), ts.Stderr()
	if dir := ts.Getenv("TALKDIR"); dir != "" {
		cmd.Dir = dir
	}
	for _, name := range []string{"HOME", "USERPROFILE", "MEMORY_NOW", "MEMORY_AUTHOR", "PATH", "MEMORY_STORE", "GIT_CONFIG_NOSYSTEM", "GORACE"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	in, err := cmd.StdinPipe()
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	answers := bufio.NewReader(out)
	for n, line := range strings.Split(strings.TrimRight(ts.ReadFile(args[0]), "\n"), "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if command, ok := strings.CutPrefix(line, "! "); ok {
			words := strings.Fields(command)
			ts.Check(ts.Exec(words[0], words[1:]...))
			continue
		}
		line = spelledOut(strings.ReplaceAll(line, "${MARK}", ts.Getenv("MARK")), n+1)
		_, err := io.WriteString(in, line+"\n")
		ts.Check(err)
		if !wantsAnswer(line) {
			continue
		}
		answer, err := answers.ReadString('\n')
		ts.Check(err)
		answer = strings.ReplaceAll(readable(answer), ts.Getenv("WORK"), "$WORK")
		fmt.Fprint(ts.Stdout(), fence.ReplaceAllString(answer, "${1}NONCE${2}"))
	}
	ts.Check(in.Close())
	rest, err := io.ReadAll(answers)
	ts.Check(err)
	fmt.Fprint(ts.Stdout(), string(rest))
	ts.Check(cmd.Wait())
}

// spelledOut makes the message of a short line.
func spelledOut(line string, id int) string {
	if name, ok := strings.CutPrefix(line, "hello"); ok {
		if name = strings.TrimSpace(name); name == "" {
			name = "codex-mcp-client"
		}
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":%q,"version":"1.2.3"}}}`, id, name) +
			"\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	}
	call, ok := strings.CutPrefix(line, "> ")
	if !ok {
		return line
	}
	name, arguments, _ := strings.Cut(call, " ")
	if arguments == "" {
		arguments = "{}"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, arguments)
}

// wantsAnswer reports whether a line is answered: a call, or what is no message.
func wantsAnswer(line string) bool {
	line, _, _ = strings.Cut(line, "\n")
	var m struct {
		ID     json.RawMessage
		Method string
	}
	return json.Unmarshal([]byte(line), &m) != nil || m.ID != nil
}

// fence is the mark of a pack, whose number says nothing to a reader.
var fence = regexp.MustCompile(`((?:<|\\u003c)/?memory )[0-9a-f]+(>|\\u003e)`)

// readable lays the answer to a tool's call out in lines; any other stays as it is.
func readable(answer string) string {
	var m struct {
		Result struct {
			ProtocolVersion   string
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
	}
	switch {
	case json.Unmarshal([]byte(answer), &m) != nil:
		return answer
	case m.Result.ProtocolVersion != "": // what else is in it stands in docs/mcp.md
		return "initialized, protocol " + m.Result.ProtocolVersion + "\n"
	case m.Result.Content == nil:
		return answer
	}
	var b strings.Builder
	if m.Result.IsError {
		b.WriteString("ERROR ")
	}
	for _, c := range m.Result.Content {
		fmt.Fprintln(&b, c.Text)
	}
	if m.Result.StructuredContent != nil {
		fmt.Fprintf(&b, "%s\n", m.Result.StructuredContent)
	}
	return b.String() + "\n"
}

// connect starts a server as a process, in dir, and connects the library's own client to it.
func connect(t *testing.T, home, dir string, options *sdk.ClientOptions, args ...string) *sdk.ClientSession {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"mcp"}, args...)...)
	cmd.Env = []string{asMemory + "=1", raceSettings(), "HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.Dir, cmd.Stderr = dir, t.Output()
	client := sdk.NewClient(&sdk.Implementation{Name: "claude-code", Version: "2.1.300"}, options)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// use calls a tool and returns its text; failing or not must be as wanted.
func use(t *testing.T, s *sdk.ClientSession, fails bool, name string, arguments map[string]any) string {
	t.Helper()
	r, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError != fails {
		t.Errorf("%s %v: failed is %v\n%s", name, arguments, r.IsError, text)
	}
	return text
}

func TestMCPWorksForTheDirectoryThatTheClientNames(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "my projects", "店铺 api")
	memoryIn(t, home, repo, "init")
	memoryIn(t, home, repo, "write", "--type", "fact", "--title", "接口按游标分页", "--summary", "列表接口使用游标分页，每页一百条。")
	cmdDir := t.TempDir()
	for _, protocol := range []string{"2025-06-18", ""} { // "" = the newest, in which a server asks by its answers
		s := connectWithRoot(t, home, cmdDir, repo, protocol)
		if text := use(t, s, false, "memory_search", map[string]any{"query": "列表接口如何分页"}); !strings.Contains(text, "接口按游标分页") {
			t.Errorf("protocol %q: the store of the root was not searched:\n%s", protocol, text)
		}
	}
	plain := connect(t, home, cmdDir, nil)
	if text := use(t, plain, true, "memory_search", map[string]any{"query": "分页"}); !strings.Contains(text, "memory init") {
		t.Errorf("without a store the answer does not say how to make one: %s", text)
	}
}

func connectWithRoot(t *testing.T, home, dir, root, protocol string) *sdk.ClientSession {
	t.Helper()
	cmd := exec.Command(os.Args[0], "mcp")
	cmd.Env = []string{asMemory + "=1", raceSettings(), "HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.Dir, cmd.Stderr = dir, t.Output()
	client := sdk.NewClient(&sdk.Implementation{Name: "cursor-vscode", Version: "2"}, nil)
	client.AddRoots(&sdk.Root{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(root)}).String()}) //lint:ignore SA1019 clients send roots
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, &sdk.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// memoryIn runs one command in a directory, which is made.
func memoryIn(t *testing.T, home, dir string, args ...string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = []string{asMemory + "=1", raceSettings(), "HOME=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH"), "MEMORY_AUTHOR=Ada"}
	cmd.Dir, cmd.Stderr = dir, t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("memory %v: %v", args, err)
	}
	return string(out)
}

// TestMCPSurvivesItsStore takes the store away under two servers, brings it back rebuilt and changed, and asks again.
func TestMCPSurvivesItsStore(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "shop-api")
	memoryIn(t, home, repo, "init")
	memoryIn(t, home, repo, "write", "--type", "decision", "--title", "Cursor pagination", "--summary", "Lists page by cursor.")
	one, two := connect(t, home, repo, nil), connect(t, home, repo, nil, "--tools", "all")
	ask := func(s *sdk.ClientSession, want string) {
		t.Helper()
		if text := use(t, s, false, "memory_search", map[string]any{"query": "how do lists page, cursor pagination"}); !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	ask(one, "Cursor pagination")
	ask(two, "Cursor pagination")

	store, away := filepath.Join(repo, ".memory"), filepath.Join(home, "away")
	if err := os.Rename(store, away); err != nil {
		t.Fatal(err)
	}
	use(t, one, true, "memory_search", map[string]any{"query": "pagination"})
	if err := os.Rename(away, store); err != nil {
		t.Fatal(err)
	}
	ask(one, "Cursor pagination")

	if err := os.RemoveAll(filepath.Join(store, "projections")); err != nil {
		t.Fatal(err)
	}
	ask(two, "Cursor pagination")
	memoryIn(t, home, repo, "reindex")
	ask(one, "Cursor pagination")
	memoryIn(t, home, repo, "write", "--type", "fact", "--title", "Cursor pagination tokens expire", "--summary", "A page cursor of a list expires after a day.")
	ask(one, "tokens expire")
	ask(two, "tokens expire")
}

// TestMCPServersWriteAtOnce lets several servers write the same and different facts to one store, over calls that run side by side.
func TestMCPServersWriteAtOnce(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "shop-api")
	memoryIn(t, home, repo, "init")
	var sessions []*sdk.ClientSession
	for range 3 {
		sessions = append(sessions, connect(t, home, repo, nil))
	}
	const each = 6
	var wg sync.WaitGroup
	for n, s := range sessions {
		for i := range each {
			wg.Go(func() {
				use(t, s, false, "memory_write", map[string]any{"type": "fact", "title": fmt.Sprintf("Fact %d of server %d", i, n), "summary": fmt.Sprintf("Port %d%d is taken.", n, i)})
				use(t, s, false, "memory_write", map[string]any{"type": "fact", "title": "Shared fact", "summary": "All servers say this at once."})
			})
		}
	}
	wg.Wait()
	var listed struct {
		Items []struct{ Title string }
	}
	if err := json.Unmarshal([]byte(memoryIn(t, home, repo, "list", "--status", "proposed", "--limit", "0", "--format", "json")), &listed); err != nil {
		t.Fatal(err)
	}
	if want := len(sessions)*each + 1; len(listed.Items) != want {
		t.Errorf("%d candidates, want %d", len(listed.Items), want)
	}
}

// TestMCPKeepsAnObservation says that the agent really called, under the name that the adapters know it by.
func TestMCPKeepsAnObservation(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "shop-api")
	memoryIn(t, home, repo, "init")
	s := connect(t, home, repo, nil)
	use(t, s, false, "memory_search", map[string]any{"query": "anything"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repo, ".memory", "ledger", "runtime-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"agent":"claude-code","version":"2.1.300","door":"mcp","event":"initialize"`, `"event":"call"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
}

// TestMCPAnswersInitializeBeforeItOpensAnything starts a server on a store that cannot be opened at all.
func TestMCPAnswersInitializeBeforeItOpensAnything(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "shop-api")
	memoryIn(t, home, repo, "init")
	if err := os.RemoveAll(filepath.Join(repo, ".memory", "pending")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, ".memory", "pending"), []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	s := connect(t, home, repo, nil)
	t.Logf("connected after %v", time.Since(started))
	if text := use(t, s, true, "memory_search", map[string]any{"query": "anything"}); !strings.Contains(text, "pending") {
		t.Errorf("the answer does not name what is wrong: %s", text)
	}
}

// TestAStrayPrintGoesToStderr stands for any library that prints: once a protocol has the output, os.Stdout leads elsewhere.
func TestAStrayPrintGoesToStderr(t *testing.T) {
	was := os.Stdout
	defer func() { os.Stdout = was }()
	s := osStreams()
	s.guard()
	if os.Stdout != os.Stderr {
		t.Error("os.Stdout still leads to the output of the protocol")
	}
	if s.out != was {
		t.Error("the results of the command left the output too")
	}
}
