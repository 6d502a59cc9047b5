package splice

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// server and hooks are what adapters put in.
func server() []Edit {
	return []Edit{{Path: []string{"mcpServers"}, Key: "factline", Value: Object{{"command", `/opt/my tools/mémory`}, {"args", []any{"mcp"}}}}}
}

func hooks() []Edit {
	var edits []Edit
	for _, event := range []string{"SessionStart", "Stop"} {
		edits = append(edits, Edit{
			Path:  []string{"hooks", event},
			Value: Object{{"hooks", []any{Object{{"type", "command"}, {"command", "memory hook " + event}, {"timeout", 5}}}}},
			Mine:  func(v any) bool { return strings.Contains(fmt.Sprint(v), "memory hook") },
		})
	}
	return edits
}

// cases pairs every file under testdata with the edits that are tried on it: mapping and list, in one that is there and one that is not.
func cases(t testing.TB, visit func(name string, f Format, src []byte, edits []Edit)) {
	files, err := filepath.Glob("testdata/[jty]*/*")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d sample files, want at least 60 (%v)", len(files), err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := Format(filepath.Base(filepath.Dir(file)))
		for kind, edits := range edits(f) {
			visit(filepath.Base(file)+" "+kind, f, src, edits)
		}
	}
}

func edits(f Format) map[string][]Edit {
	entry := server()[0].Value
	switch f {
	case TOML:
		return map[string][]Edit{
			"table": {{Path: []string{"mcp_servers"}, Key: "factline", Value: entry}},
			"env":   {{Path: []string{"mcp_servers"}, Key: "fact.line", Value: Object{{"env", Object{{"A b", "c"}}}, {"on", true}}}},
		}
	case YAML:
		return map[string][]Edit{
			"map":  {{Path: []string{"extensions"}, Key: "factline", Value: entry}},
			"list": {{Path: []string{"mcpServers"}, Value: append(Object{{"name", "factline"}}, entry.(Object)...)}},
			"read": {{Path: []string{"read"}, Value: "/home/zoë/factline.md"}},
		}
	}
	return map[string][]Edit{
		"mcpServers": server(), "hooks": hooks(), "deep": {{Path: []string{"amp.x", "y"}, Key: "factline", Value: entry}},
		"context_servers": {{Path: []string{"context_servers"}, Key: "factline", Value: entry}},
		"mcp":             {{Path: []string{"mcp"}, Key: "factline", Value: Object{{"type", "local"}, {"enabled", true}}}},
	}
}

// refused are samples that must be left alone.
var refused = map[string]error{
	"broken": ErrMalformed, "twice": ErrMalformed, "json5": ErrMalformed, "documents": ErrUnsure, "alias-root": ErrUnsure, "scalar-root": ErrUnsure,
	"list-root": ErrUnsure, "inline-servers": ErrUnsure, "anchor-parent": ErrUnsure,
}

func TestInstallTwiceAndUninstallGiveTheBytesOfBefore(t *testing.T) {
	tried, left := 0, 0
	cases(t, func(name string, f Format, src []byte, edits []Edit) {
		kind, _, _ := strings.Cut(strings.TrimSuffix(strings.Fields(name)[0], filepath.Ext(strings.Fields(name)[0])), "+")
		out, done, err := Apply(f, src, edits)
		if want := refused[kind]; want != nil && err != nil {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
			left++
			return
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		tried++
		again, _, err := Apply(f, out, edits)
		if err != nil || !bytes.Equal(again, out) {
			t.Errorf("%s: the second time changes (%v)\n%s", name, err, again)
		}
		states, err := Check(f, out, edits)
		if err != nil || strings.Count(fmt.Sprint(states), "same") != len(edits) {
			t.Errorf("%s: states %v, %v", name, states, err)
		}
		back, err := Remove(f, out, edits, done)
		if err != nil || !bytes.Equal(back, src) {
			t.Errorf("%s: %v\nwant %q\ngot  %q\nfrom %q", name, err, src, back, out)
		}
	})
	t.Logf("%d round trips, %d refusals", tried, left)
}

// TestWithoutRecordsOnlyOurKeysGo forgets what was put in: the meaning is that of before, or an empty container more.
func TestWithoutRecordsOnlyOurKeysGo(t *testing.T) {
	cases(t, func(name string, f Format, src []byte, edits []Edit) {
		out, done, err := Apply(f, src, edits)
		if err != nil {
			return
		}
		back, err := Remove(f, out, edits, nil)
		if errors.Is(err, ErrUnsure) && f == YAML && bytes.ContainsAny(src, "{[") {
			return
		}
		states, checkErr := Check(f, back, edits)
		if err != nil || checkErr != nil || strings.Contains(fmt.Sprint(states), "same") {
			t.Errorf("%s: %v %v %v\n%s", name, err, checkErr, states, back)
		}
		if slices.ContainsFunc(done, func(in Insertion) bool { return in.Over != "" }) { // without a record nobody knows of the null
			for _, spelled := range []string{" null", " ~", "null"} {
				src, back = bytes.ReplaceAll(src, []byte(spelled), nil), bytes.ReplaceAll(back, []byte(spelled), nil)
			}
		}
		if !isSubsequence(src, back) {
			t.Errorf("%s: lost something of\n%s\n%s", name, src, back)
		}
	})
}

func TestTakenKeyIsRefused(t *testing.T) {
	src := []byte(`{"mcpServers": {"factline": {"command": "other"}}}`)
	if _, _, err := Apply(JSON, src, server()); !errors.Is(err, ErrTaken) {
		t.Errorf("Apply: %v", err)
	}
	mine := server()
	mine[0].Mine = func(any) bool { return true }
	out, _, err := Apply(JSON, src, mine)
	if err != nil || !bytes.Contains(out, []byte("my tools")) || bytes.Contains(out, []byte("other")) {
		t.Errorf("ours is brought up to date: %s %v", out, err)
	}
}

// A null is what some programs write where they have no entries: it gives way, and comes back with the removal unless others have put
// something beside ours meanwhile.
func TestANullIsAsGoodAsNothing(t *testing.T) {
	for src, kinds := range map[string]string{
		`{"mcpServers": null}`: "mcpServers", "{\n  \"a\": 1,\n  \"mcpServers\": null, // none\n  \"b\": null\n}\n": "mcpServers", `{"hooks":null}`: "hooks",
		`{"hooks": {"Stop": null, "SessionStart": []}}`: "hooks", `{"mcpServers": {"factline": null}}`: "mcpServers", `{"amp.x": null}`: "deep",
		`{"amp.x": {"y": null}}`: "deep", "null": "mcpServers", "// mine\nnull\n": "hooks", "{\r\n  \"mcpServers\": null\r\n}": "mcpServers",
	} {
		edits := edits(JSON)[kinds]
		out, done, err := Apply(JSON, []byte(src), edits)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		states, err := Check(JSON, out, edits)
		if err != nil || strings.Count(fmt.Sprint(states), "same") != len(edits) {
			t.Errorf("%s: %v %v\n%s", src, states, err, out)
		}
		if back, err := Remove(JSON, out, edits, done); err != nil || string(back) != src {
			t.Errorf("%v\nwant %q\ngot  %q\nfrom %q", err, src, back, out)
		}
		if back, err := Remove(JSON, out, edits, nil); err != nil || strings.Contains(string(back), "factline") {
			t.Errorf("without records: %q, %v", back, err)
		}
	}
	out, done, err := Apply(JSON, []byte(`{"mcpServers": null}`), server())
	if err != nil {
		t.Fatal(err)
	}
	with := strings.Replace(string(out), `{"mcpServers": {`, `{"mcpServers": {"mine": {"command": "x"}, `, 1)
	if back, err := Remove(JSON, []byte(with), server(), done); err != nil || string(back) != `{"mcpServers": {"mine": {"command": "x"}}}` {
		t.Errorf("%q, %v, from %q", back, err, with)
	}
	for _, src := range []string{`[null]`, `{"mcpServers": 5}`} {
		if out, _, err := Apply(JSON, []byte(src), server()); !errors.Is(err, ErrUnsure) {
			t.Errorf("%s: %s, %v", src, out, err)
		}
	}
}

// The same of YAML, where a null has three spellings and a comment behind it stays on its line.
func TestANullInYAMLIsAsGoodAsNothing(t *testing.T) {
	for src, kind := range map[string]string{
		"extensions: null\n": "map", "a: 1\nextensions: ~ # none yet\nb: null\n": "map", "extensions: Null": "map", "extensions:   null\r\nb: 2\r\n": "map",
		"{extensions: null, b: 2}\n": "map", "null\n": "map", "--- null\n": "map", "~ # nothing\n": "map", "extensions:\n  factline: null\n": "map",
		"extensions:\n  a: 1\n  factline: ~ # off\n  b: 2\n": "map",
	} {
		edits := edits(YAML)[kind]
		out, done, err := Apply(YAML, []byte(src), edits)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		states, err := Check(YAML, out, edits)
		if err != nil || strings.Count(fmt.Sprint(states), "same") != len(edits) {
			t.Errorf("%q: %v %v\n%s", src, states, err, out)
		}
		for _, comment := range []string{"none yet", "nothing", "off", "b: 2", "b: null"} {
			if strings.Contains(src, comment) && !strings.Contains(string(out), comment) {
				t.Errorf("%q lost %q\n%s", src, comment, out)
			}
		}
		if back, err := Remove(YAML, out, edits, done); err != nil || string(back) != src {
			t.Errorf("%v\nwant %q\ngot  %q\nfrom %q", err, src, back, out)
		}
		if back, err := Remove(YAML, out, edits, nil); err != nil && !strings.HasPrefix(src, "{") || strings.Contains(string(back), "factline") {
			t.Errorf("without records: %q, %v, from %q", back, err, out)
		}
	}
}

// TestEditsBetween puts keys of the user around ours, before the removal.
func TestEditsBetween(t *testing.T) {
	for _, c := range []struct {
		f              Format
		edits          []Edit
		from, add, end string // from + edit by add, old -> new
		want           string
	}{
		{JSON, server(), `{}`, `"mcpServers": {`, `"mcpServers": {"mine": {"command": "x"},`, "{\n  \"mcpServers\": {\"mine\": {\"command\": \"x\"}\n  }\n}"},
		{JSON, hooks(), "{\n\t\"a\": 1, // one\n}\n", "\t\"a\": 1,", "\t\"b\": 2,\n\t\"a\": 1,", "{\n\t\"b\": 2,\n\t\"a\": 1, // one\n}\n"},
		{JSON, hooks(), "{}", `"Stop": [`, `"Stop": [{"hooks": []},`, "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": []}\n    ]\n  }\n}"},
		{JSON, server(), "{}", "{\n", "{\n  \"b\": 2,\n", "{\n  \"b\": 2\n}"}, // no comma may stay behind
		{JSON, server(), `{"a":1}`, `,"a":1}`, `}`, `{}`},
		{YAML, edits(YAML)["map"], "extensions:\n  a: 1 # one\n", "  a: 1", "  b: 2\n  a: 1", "extensions:\n  b: 2\n  a: 1 # one\n"},
		{TOML, edits(TOML)["table"], "a = 1\n", "[mcp_servers.factline]", "[mcp_servers.x]\nb = 1\n\n[mcp_servers.factline]", "a = 1\n\n[mcp_servers.x]\nb = 1\n"},
	} {
		out, done, err := Apply(c.f, []byte(c.from), c.edits)
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(out), c.add, c.end, 1)
		if edited == string(out) {
			t.Fatalf("the edit %q does not fit\n%s", c.add, out)
		}
		back, err := Remove(c.f, []byte(edited), c.edits, done)
		if err != nil || string(back) != c.want {
			t.Errorf("%v\nwant %q\ngot  %q\nfrom %q", err, c.want, back, edited)
		}
	}
}

// isSubsequence reports whether every byte of a other than white space is in b, in order.
func isSubsequence(a, b []byte) bool {
	for _, c := range a {
		if strings.IndexByte(" \t\r\n", c) >= 0 {
			continue
		}
		i := bytes.IndexByte(b, c)
		if i < 0 {
			return false
		}
		b = b[i+1:]
	}
	return true
}
