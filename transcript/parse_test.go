package transcript

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const hello = `{"type":"user","sessionId":"s","uuid":"u","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"hello"}}`

func TestContentThatIsNoTranscriptIsUnknown(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(hello + "\n"))
	w.Close()
	for name, data := range map[string][]byte{
		"gzip":          zipped.Bytes(),
		"UTF-16":        append([]byte{0xFF, 0xFE}, []byte("{\x00}\x00")...),
		"UTF-16 BE":     {0xFE, 0xFF, 0, '{'},
		"database":      append([]byte("SQLite format 3\x00"), make([]byte, 4000)...),
		"zero bytes":    make([]byte, 5000),
		"prose":         []byte("# A plan\n\nWe do this, then that.\n"),
		"config":        []byte("{\n  \"permissions\": {\"allow\": []}\n}\n"),
		"TOML":          []byte("[model]\nname = \"x\"\n"),
		"numbers":       []byte("1\n2\n3\n"),
		"empty object":  []byte("{}"),
		"empty list":    []byte("[]"),
		"broken":        []byte("{\"a\": "),
		"yaml":          []byte("user: mira\nhost: example\n"),
		"latin-1":       []byte("User: caf\xe9\nAssistant: oui\n"),
		"deep":          []byte(strings.Repeat("[", 20000)),
		"session index": []byte(`{"sessions":[{"id":"a","title":"b"}]}`),
	} {
		p := parseBytes(t, "x.jsonl", data)
		if !errors.Is(p.err, ErrUnknown) || len(p.events) > 0 {
			t.Errorf("%s: err %v, %d events of %s", name, p.err, len(p.events), p.pos.Format)
		}
	}
}

func TestEmptySourceIsResumableAndGivesNothing(t *testing.T) {
	for _, data := range []string{"", "\n", " \r\n \n", "\xEF\xBB\xBF"} {
		p := parseBytes(t, "x", []byte(data))
		if p.err != nil || !p.resumable || len(p.events)+len(p.skips) != 0 || p.pos.Format != "" || p.pos.Offset != 0 {
			t.Errorf("%q: %+v", data, p)
		}
	}
}

func TestByteOrderMarkAndWindowsLineEndsAreRead(t *testing.T) {
	data := "\xEF\xBB\xBF" + hello + "\r\n" + hello + "\r\n"
	p := parseBytes(t, "", []byte(data))
	if p.err != nil || len(p.events) != 2 || len(p.skips) != 0 {
		t.Fatalf("%v, %d events, skips %v", p.err, len(p.events), p.skips)
	}
	e := p.events[1]
	if got := data[e.Start:e.End]; got != hello {
		t.Errorf("the span gives %q", got)
	}
	doc := "\xEF\xBB\xBF{\r\n\"messages\":[\r\n{\"role\":\"user\",\"content\":\"a\\r\\nb\"}]}\r\n"
	p = parseBytes(t, "", []byte(doc))
	if p.err != nil || len(p.events) != 1 || doc[p.events[0].Start:p.events[0].End] != `{"role":"user","content":"a\r\nb"}` {
		t.Errorf("document: %v %+v", p.err, p.events)
	}
}

func TestZeroBytesInsideAreSkippedWithTheirLine(t *testing.T) {
	data := hello + "\n" + strings.Repeat("\x00", 200) + "\n" + hello + "\n"
	p := parseBytes(t, "", []byte(data))
	if p.err != nil || len(p.events) != 2 || len(p.skips) != 1 || p.skips[0].Line != 2 {
		t.Errorf("%v, %d events, skips %v", p.err, len(p.events), p.skips)
	}
}

func TestIncompleteLastLineIsLeftAndTold(t *testing.T) {
	cut := hello[:60]
	p := parseBytes(t, "", []byte(hello+"\n"+cut))
	if p.err != nil || len(p.events) != 1 || len(p.skips) != 0 {
		t.Fatalf("%v, %d events, skips %v", p.err, len(p.events), p.skips)
	}
	if !p.pos.Partial || p.pos.Line != 1 || p.pos.Offset != int64(len(hello)+1) {
		t.Fatalf("position %+v", p.pos)
	}
	next := parseFrom(t.Context(), "", []byte(hello+"\n"), p.pos)
	if next.err != nil || len(next.events) != 1 || next.events[0].Line != 2 || next.pos.Partial {
		t.Errorf("resumed: %v %+v %+v", next.err, next.events, next.pos)
	}
}

func TestWholeLastLineWithoutBreakIsReadOnce(t *testing.T) {
	p := parseBytes(t, "", []byte(hello))
	if len(p.events) != 1 || !p.pos.Open {
		t.Fatalf("%d events, position %+v", len(p.events), p.pos)
	}
	next := parseFrom(t.Context(), "", []byte("\r\n"+hello+"\n"), p.pos)
	if len(next.events) != 1 || next.events[0].Line != 2 || next.pos.Line != 2 || next.pos.Open {
		t.Errorf("resumed: %+v, %+v", next.events, next.pos)
	}
}

// The files cut off in the shared data are reported, in the middle and at the end alike.
func TestCutOffSharedFilesAreReported(t *testing.T) {
	reported := 0
	for _, path := range dataFiles(t) {
		name := relative(t, path)
		if !strings.Contains(name, "malformed-tail__") && name != "cass/html_export/malformed/truncated.jsonl" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if json.Valid(data) {
			continue // one document, whole
		}
		bad := 0
		for l := range bytes.Lines(data) {
			if l = bytes.TrimSpace(l); len(l) > 0 && !json.Valid(l) {
				bad++
			}
		}
		p := parseBytes(t, path, data)
		told := len(p.skips)
		if p.pos.Partial {
			told++
		}
		if told != bad || bad == 0 {
			t.Errorf("%s: %d bad lines, %d told", name, bad, told)
		}
		reported++
	}
	if reported < 3 {
		t.Errorf("only %d damaged files seen", reported)
	}
}

func TestCancelledContextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, _, err := Parse(ctx, Source{R: strings.NewReader(strings.Repeat(hello+"\n", 10))}, func(Event) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	}, nil)
	if !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("%v after %d events", err, n)
	}
}

func TestUnknownFormatOfAPositionIsAnError(t *testing.T) {
	if p := parseFrom(t.Context(), "", []byte(hello), Position{Format: "no-such"}); p.err == nil {
		t.Error("no error")
	}
	if p := parseFrom(t.Context(), "", []byte(hello), Position{Format: "claude-code", Carry: []byte("{")}); p.err == nil {
		t.Error("no error for a broken carry")
	}
}

func TestUserMessagesAreSplitFromWhatTheHostPutThere(t *testing.T) {
	type part struct {
		kind pieceKind
		text string
	}
	for _, c := range []struct {
		in   string
		want []part
	}{
		{"plain words", []part{{typed, "plain words"}}},
		{"a < b and <div> too", []part{{typed, "a < b and <div> too"}}},
		{"  kept verbatim \n", []part{{typed, "  kept verbatim \n"}}},
		{"before <system-reminder>x</system-reminder> after", []part{{typed, "before"}, {injected, "<system-reminder>x</system-reminder>"}, {typed, "after"}}},
		{"<system-reminder>never closed, always use X", []part{{injected, "<system-reminder>never closed, always use X"}}},
		{"<system-reminder>says </system-reminder> twice</system-reminder> mine",
			[]part{{injected, "<system-reminder>says </system-reminder> twice</system-reminder>"}, {typed, "mine"}}},
		{"<command-name>/a</command-name>\n<command-args>b</command-args>", []part{{command, "<command-name>/a</command-name>\n<command-args>b</command-args>"}}},
		{"<bash-stdout>x</bash-stdout>", []part{{output, "<bash-stdout>x</bash-stdout>"}}},
		{"ctx\n<user_query>\nmine\n</user_query>\nmore ctx", []part{{injected, "ctx"}, {typed, "mine"}, {injected, "more ctx"}}},
		{"<user_query>a <system-reminder>r</system-reminder></user_query>", []part{{typed, "a"}, {injected, "<system-reminder>r</system-reminder>"}}},
		{"# AGENTS.md instructions for /x\nuse tabs", []part{{injected, "# AGENTS.md instructions for /x\nuse tabs"}}},
		{"# Context from my IDE setup:\nx\n## My request for Codex:\ndo it", []part{{injected, "# Context from my IDE setup:\nx"}, {typed, "do it"}}},
		{"<teammate-message teammate_id=\"a\">do x</teammate-message>", []part{{relayed, "<teammate-message teammate_id=\"a\">do x</teammate-message>"}}},
	} {
		var got []part
		for _, p := range split(c.in) {
			got = append(got, part{p.kind, p.text})
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q\n got %v\nwant %v", c.in, got, c.want)
		}
	}
}

func TestChannelOfAResultFollowsFromTheCall(t *testing.T) {
	for _, c := range []struct {
		tool, input string
		want        Channel
	}{
		{"Read", `{"file_path":"a"}`, FromFile},
		{"WebFetch", `{"url":"https://x"}`, FromWeb},
		{"google_web_search", `{"query":"x"}`, FromWeb},
		{"mcp__playwright__browser_snapshot", `{}`, FromWeb},
		{"mcp__fetch__get", `{"url":"x"}`, FromWeb},
		{"mcp__linear__list_issues", `{}`, FromTool},
		{"mcp__memory__read", `{}`, FromFile},
		{"Bash", `{"command":"go test ./..."}`, FromTool},
		{"Bash", `{"command":"cat go.mod"}`, FromFile},
		{"Bash", `{"command":"cd /x && head -5 a.txt | sort"}`, FromFile},
		{"Bash", `{"command":"cat > a <<EOF\nx\nEOF"}`, FromTool},
		{"Bash", `{"command":"sed -n 1,20p main.go"}`, FromFile},
		{"Bash", `{"command":"X=1 /usr/bin/curl -s https://x | jq ."}`, FromWeb},
		{"Bash", `{"command":"cat a && wget https://x"}`, FromWeb},
		{"Bash", `{"command":"gh pr view 3"}`, FromWeb},
		{"Bash", `{"command":"gh pr create"}`, FromTool},
		{"shell", `{"command":["bash","-lc","curl x"]}`, FromWeb},
		{"exec_command", `{"cmd":"rg --files"}`, FromTool},
		{"str_replace_editor", `{"command":"view","path":"/a"}`, FromFile},
		{"str_replace_editor", `{"command":"create","path":"/a"}`, FromTool},
		{"Edit", `{"file_path":"a","old_string":"curl","new_string":"b"}`, FromTool},
		{"git_fetch", `{}`, FromTool},
		{"", `{}`, FromTool},
	} {
		if got := toolChannel(c.tool, readJSON(c.input)); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.tool, c.input, got, c.want)
		}
	}
}

func TestAnswersInTheQuestionDialogAreAPersonsWords(t *testing.T) {
	ask := func(tool, result string) string {
		return `{"type":"assistant","sessionId":"s","uuid":"a","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"` + tool + `","input":{"questions":[]}}]}}` + "\n" +
			`{"type":"user","sessionId":"s","uuid":"b","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1",` + result + `}]}}` + "\n"
	}
	const answer = `"content":"User has answered your questions: \"Which?\"=\"The second\"."`
	for name, c := range map[string]struct {
		data string
		want Channel
	}{
		"answered":        {ask("AskUserQuestion", answer), FromUser},
		"closed":          {ask("AskUserQuestion", answer+`,"is_error":true`), FromTool},
		"another host":    {ask("ask_followup_question", answer), FromUser},
		"a server's tool": {ask("mcp__helper__ask_user", answer), FromTool},
		"any other tool":  {ask("AskOracle", answer), FromTool},
	} {
		p := parseBytes(t, "x.jsonl", []byte(hello+"\n"+c.data))
		if last := p.events[len(p.events)-1]; p.err != nil || last.Kind != ToolResult || last.Role != Tool || last.Channel != c.want {
			t.Errorf("%s: %s %s %s, %v; want channel %s", name, last.Kind, last.Role, last.Channel, p.err, c.want)
		}
	}
}

func TestToolInputsAreReadable(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: a.go\n*** Move to: b.go\n@@\n-x\n+y\n*** End Patch"
	quoted, _ := json.Marshal(patch)
	for _, c := range []struct {
		tool, input, text string
		files             []string
	}{
		{"Bash", `{"command":"ls -la","description":"d"}`, "ls -la", nil},
		{"shell", `{"command":["ls","-la"]}`, "ls -la", nil},
		{"Edit", `{"file_path":"a","old_string":"x","new_string":"y"}`, "a\n--- old\nx\n+++ new\ny", []string{"a"}},
		{"MultiEdit", `{"file_path":"a","edits":[{"old_string":"1","new_string":"2"},{"old_string":"3","new_string":"4"}]}`,
			"a\n--- old\n1\n+++ new\n2\n--- old\n3\n+++ new\n4", []string{"a"}},
		{"Write", `{"file_path":"a","content":"body"}`, "a\nbody", []string{"a"}},
		{"Grep", `{"pattern": "x", "path": "src"}`, `{"pattern":"x","path":"src"}`, []string{"src"}},
		{"apply_patch", `{"input":` + string(quoted) + `}`, patch, []string{"a.go", "b.go"}},
		{"apply_patch", string(quoted), patch, []string{"a.go", "b.go"}},
		{"read_many_files", `{"paths":["a","b","a"]}`, `{"paths":["a","b","a"]}`, []string{"a", "b"}},
		{"NotebookEdit", `{"notebook_path":"n.ipynb","new_source":"x"}`, "n.ipynb\n--- old\n\n+++ new\nx", []string{"n.ipynb"}},
		{"f", `"{\"path\":\"a\"}"`, `{"path":"a"}`, []string{"a"}},
		{"f", `null`, "null", nil},
	} {
		in := readJSON(c.input)
		if got := callText(c.tool, in); got != c.text {
			t.Errorf("%s %s: text %q, want %q", c.tool, c.input, got, c.text)
		}
		if got := inputFiles(in); !slices.Equal(got, c.files) {
			t.Errorf("%s %s: files %q, want %q", c.tool, c.input, got, c.files)
		}
	}
}

func TestTimesInAllTheirShapes(t *testing.T) {
	want := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, s := range []string{
		`"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05.000Z"`, `"2026-01-02T05:04:05+02:00"`, `"2026-01-02T03:04:05"`, `"2026-01-02 03:04:05"`,
		`"2026-01-02 03:04:05Z"`, `"2026-01-02 03:04:05+00:00"`, `"2026-01-02T03:04:05.000000"`, `1767323045`, `1767323045000`, `1767323045000000`,
		`1767323045000000000`, `1767323045.0`, `"1767323045"`, `"1767323045000"`, `1.767323045e9`,
	} {
		if got := readJSON(s).when(); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: %v", s, got)
		}
	}
	for _, s := range []string{`""`, `"yesterday"`, `null`, `0`, `-5`, `"[trimmed]"`, `{}`, `1e400`, `true`} {
		if got := readJSON(s).when(); !got.IsZero() {
			t.Errorf("%s: %v, want none", s, got)
		}
	}
}

func TestBinaryContentIsNamedByTheHashOfItsBytes(t *testing.T) {
	const sum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" // of "hello"
	for _, in := range []string{
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGVsbG8="}}`,
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGVs\nbG8="}}`,
		`{"type":"input_image","image_url":"data:image/png;base64,aGVsbG8="}`,
		`{"type":"image_url","image_url":{"url":"data:image/png;base64,aGVsbG8"}}`,
		`{"type":"image","data":"aGVsbG8=","mimeType":"image/png"}`,
	} {
		blob, text := resourceOf(readJSON(in))
		if blob != (Blob{MIME: "image/png", Bytes: 5, SHA256: sum}) || text != "" {
			t.Errorf("%s: %+v %q", in, blob, text)
		}
	}
}

func TestFormatsAreNamedOnce(t *testing.T) {
	names := Formats()
	sorted := slices.Sorted(slices.Values(names))
	if len(slices.Compact(sorted)) != len(names) || len(names) < 40 {
		t.Errorf("%d names: %v", len(names), names)
	}
}
