package items

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// front builds a whole file from the four required keys and more lines.
func front(more ...string) string {
	return "---\nid: a\ntype: fact\ntitle: T\nstatus: active\n" + strings.Join(more, "\n") + "\n---\nbody\n"
}

func parseFull(t testing.TB) (Item, []byte) {
	t.Helper()
	b, err := os.ReadFile("testdata/full.md")
	if err != nil {
		t.Fatal(err)
	}
	it, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return it, b
}

func TestParseReadsEveryKey(t *testing.T) {
	it, _ := parseFull(t)
	day := func(s string) time.Time {
		d, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := Item{
		ID: "mem-20261129-cursor-pagination-3f9a2c1b", Schema: 1, Type: Signal, Title: "Cursor pagination for list endpoints",
		Summary: "One sentence: lists page by cursor, offset scans broke past 100k rows.", Status: Active,
		State: State{"deferred", day("2027-01-15T00:00:00Z")}, Project: "shop-api", Tags: []string{"pagination", "postgres", "分页"},
		Created: day("2026-11-29T10:15:00Z"), Updated: day("2026-11-29T10:15:00Z"), Agent: "claude-code", Author: "Li Wei",
		Confidence: 0.8, Sensitivity: Internal, Trust: Human,
		Evidence: []Citation{{"ev-claude-code-7d1f", "1042-1391", "9c1e2f"}, {"ev-claude-code-7d20", "0-88", "77ab01"}},
		Anchors:  []Anchor{{"db/list.ts", "10-42", "77ab02", "listOrders"}},
		Refs: Refs{[]string{"db/list.ts", "docs/api.md"}, []string{"https://example.org/cursors"}, []string{"4f2a9c1"},
			[]ID{"mem-20261101-offsets-aaaaaaaa"}, []string{"schema.sql"}},
		Supersedes: []ID{"mem-20261101-offsets-aaaaaaaa"}, Contradicts: []ID{"mem-20261102-keep-offsets-bbbbbbbb"},
		Settled:  []Settled{{"mem-20261102-offset-pagination-aaaaaaaa", Deferred, day("2026-12-24T00:00:00Z"), "0123456789abcdef"}},
		Valid:    Valid{day("2026-11-29T00:00:00Z"), day("2028-11-29T00:00:00Z"), "main", "shop-api", "linux"},
		Review:   Review{"approved", "Li Wei", day("2026-11-29T11:00:00Z"), "seen in the load test"},
		Ended:    "lists page by keyset now",
		Unmerged: []Unmerged{{"title", "Keyset pagination for list endpoints"}},
	}
	got := it
	got.Body, got.extra = "", source{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if !strings.HasPrefix(it.Body, "# Cursor") || !strings.HasSuffix(it.Body, "# not a heading") {
		t.Errorf("body is %q", it.Body)
	}
	if v := reflect.ValueOf(want); true {
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).IsZero() && name != "Body" && name != "extra" && name != "Purged" { // which goes with no words
				t.Errorf("the full example does not set %s", name)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, file string
		line       int
		key, says  string
	}{
		{"empty file", "", 1, "", "first line"},
		{"no front matter", "# Title\n", 1, "", "exactly ---"},
		{"padded opening", "--- \nid: a\n---\n", 1, "", "exactly ---"},
		{"blank line first", "\n---\nid: a\n---\n", 1, "", "exactly ---"},
		{"toml", "+++\nid = 1\n+++\n", 1, "", "exactly ---"},
		{"unclosed fence", "---\nid: a\ntype: fact\n", 1, "", "not closed"},
		{"padded closing", "---\nid: a\n--- \nbody\n", 3, "", "write exactly ---"},
		{"indented --- in a block string", "---\nid: a\ntitle: |\n  one\n  ---\n  status: active\ntype: fact\n---\n", 5, "", "double quotes"},
		{"four dashes close nothing", "---\nid: a\n----\n", 1, "", "not closed"},
		{"dots end a document", "---\nid: a\n...\ntype: fact\n---\n", 3, "", "document marker"},
		{"second document", "---\nid: a\n--- {b: 1}\n---\n", 3, "", "document marker"},
		{"directive", "---\n%YAML 1.1\nid: a\n---\n", 3, "", "not valid YAML"},
		{"empty front matter", "---\n---\n", 2, "", "empty"},
		{"comment only", "---\n# nothing\n---\n", 2, "", "empty"},
		{"list", "---\n- a\n- b\n---\n", 2, "", "found a list"},
		{"scalar", "---\njust text\n---\n", 2, "", "found text"},
		{"flow mapping", "---\n{id: a, type: fact}\n---\n", 2, "", "key: value"},
		{"indented keys", "---\n  id: a\n  type: fact\n---\n", 2, "", "beginning of its line"},
		{"complex key", "---\n? id\n: a\n---\n", 2, "", "beginning of its line"},
		{"number as key", front("12: x"), 6, "", "text, found a number"},
		{"bad yaml", front("summary: a: b"), 6, "", "not valid YAML"},
		{"tab indent", front("refs:", "\tfiles: [a]"), 7, "", "not valid YAML"},
		{"key twice", front("project: a", "project: b"), 7, "project", "given twice, first on line 6"},
		{"nested key twice", front("refs: {files: [a], files: [b]}"), 6, "refs.files", "given twice"},
		{"unknown nested key twice", front("x:", "  y: {a: 1, a: 2}"), 7, "x.y.a", "given twice"},
		{"key twice in an entry", front("evidence:", "  - {id: e, id: f}"), 7, "evidence.id", "given twice"},
		{"anchor", front("project: &p shop"), 6, "project", "anchors"},
		{"alias", front("x: &p shop", "project: *p"), 6, "x", "anchors"},
		{"merge key", front("x: {<<: {a: 1}}"), 6, "x", "merge keys"},
		{"tag", front("project: !!str shop"), 6, "project", "tags"},
		{"custom tag", front("x: {y: !secret abc}"), 6, "x.y", "tags"},
		{"NUL", front("project: a\x00b"), 6, "", "U+0000"},
		{"escape in body", "---\nid: a\n---\nred \x1b[31m\n", 4, "", "U+001B"},
		{"next line character", front("project: a\u0085status: x"), 6, "", "U+0085"},
		{"line separator", front("project: a\u2028status: x"), 6, "", "line separator"},
		{"lone carriage return", front("project: a\rstatus: retired"), 6, "", "carriage return"},
		{"escaped control character", front(`project: "a\0b"`), 6, "project", "U+0000"},
		{"escaped carriage return", front(`project: "a\rb"`), 6, "project", "U+000D"},
		{"not UTF-8", front("project: caf\xe9"), 6, "", "UTF-8"},
		{"too big", "---\nid: a\n---\n" + strings.Repeat("x", MaxBytes), 0, "", "1 MiB"},
		{"missing id", "---\ntype: fact\ntitle: T\nstatus: active\n---\n", 1, "id", "missing"},
		{"missing type", "---\nid: a\ntitle: T\nstatus: active\n---\n", 1, "type", "missing"},
		{"missing title", "---\nid: a\ntype: fact\nstatus: active\n---\n", 1, "title", "missing"},
		{"blank title", "---\nid: a\ntype: fact\ntitle: \"  \"\nstatus: active\n---\n", 1, "title", "missing"},
		{"missing status", "---\nid: a\ntype: fact\ntitle: T\n---\n", 1, "status", "missing"},
		{"null id", "---\nid:\ntype: fact\ntitle: T\nstatus: active\n---\n", 1, "id", "missing"},
		{"id with slash", "---\nid: a/../b\n---\n", 2, "id", "file name"},
		{"id with dot first", "---\nid: .a\n---\n", 2, "id", "dot"},
		{"reserved id", "---\nid: con.x\n---\n", 2, "id", "Windows"},
		{"long id", "---\nid: " + strings.Repeat("a", 161) + "\n---\n", 2, "id", "160"},
		{"number as id", "---\nid: 20261129\n---\n", 2, "id", "found a number, want text; put it in double quotes"},
		{"schema 2", front("schema: 2"), 6, "schema", "schema 1"},
		{"schema text", front(`schema: "1"`), 6, "schema", "found text"},
		{"unknown type", "---\nid: a\ntype: opinion\n---\n", 3, "type", "fact, decision"},
		{"unknown status", "---\nid: a\nstatus: Active\n---\n", 3, "status", "active, proposed"},
		{"unknown sensitivity", front("sensitivity: hidden"), 6, "sensitivity", "public, internal"},
		{"unknown trust", front("trust: root"), 6, "trust", "human, agent"},
		{"title a date", "---\nid: a\ntitle: 2026-11-29\n---\n", 3, "title", "found a date, want text; put it in double quotes"},
		{"title a list", "---\nid: a\ntitle: [x]\n---\n", 3, "title", "found a list"},
		{"tags text", front("tags: a, b"), 6, "tags", "want a list"},
		{"tags with number", front("tags: [a, 2]"), 6, "tags", "found a number"},
		{"tags with nothing", front("tags: [a, ]", "summary: [~]"), 7, "summary", "found a list"},
		{"confidence above 1", front("confidence: 1.5"), 6, "confidence", "0 to 1"},
		{"confidence below 0", front("confidence: -0.1"), 6, "confidence", "0 to 1"},
		{"confidence nan", front("confidence: .nan"), 6, "confidence", "0 to 1"},
		{"confidence text", front(`confidence: "0.8"`), 6, "confidence", "found text, want a number"},
		{"created a date", front("created: 2026-11-29"), 6, "created", "2026-11-29T10:15:00Z"},
		{"created nonsense", front("created: yesterday"), 6, "created", "found text"},
		{"impossible day", front("valid: {from: 2026-02-30}"), 6, "valid.from", "want a date"},
		{"until before from", front("valid: {from: 2026-02-03, until: 2026-02-02}"), 6, "valid", "before"},
		{"state on a fact", front("state: open"), 6, "state", "signal"},
		{"unknown state", front("state: shut"), 6, "state", "open, resolved"},
		{"until without deferred", front("until: 2026-11-29"), 6, "until", "deferred"},
		{"evidence a mapping", front("evidence: {id: e}"), 6, "evidence", "want a list"},
		{"evidence of texts", front("evidence: [ev-1]"), 6, "evidence", "want a mapping"},
		{"evidence without id", front(`evidence: [{span: "1-2"}]`), 6, "evidence", "needs the id"},
		{"span backwards", front(`evidence: [{id: e, span: "9-2"}]`), 6, "evidence.span", "from-to"},
		{"anchor lines from 0", front(`anchors: [{path: p, lines: "0-2"}]`), 6, "anchors.lines", "from-to"},
		{"refs a list", front("refs: [a]"), 6, "refs", "want a mapping"},
		{"refs.items unsafe", front(`refs: {items: ["../x"]}`), 6, "refs.items", "file name"},
		{"supersedes text", front("supersedes: a"), 6, "supersedes", "list of ids"},
		{"unknown verdict", front("review: {verdict: maybe}"), 6, "review.verdict", "approved, rejected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.file))
			pe, ok := errors.AsType[*ParseError](err)
			if !ok || !errors.Is(err, ErrInvalid) {
				t.Fatalf("got error %v, want a ParseError", err)
			}
			if pe.Line != tt.line || pe.Key != tt.key || !strings.Contains(pe.Reason, tt.says) {
				t.Errorf("got line %d, key %q, %q; want line %d, key %q, ...%s...", pe.Line, pe.Key, pe.Reason, tt.line, tt.key, tt.says)
			}
			if strings.ContainsAny(err.Error(), "\n\r\x00\x1b") {
				t.Errorf("the error is not one clean line: %q", err)
			}
		})
	}
}

func TestParseAccepts(t *testing.T) {
	tests := []struct {
		name, file string
		check      func(Item) bool
	}{
		{"BOM", "\ufeff" + front(), func(it Item) bool { return it.Title == "T" && it.Body == "body" }},
		{"CRLF", strings.ReplaceAll(front("summary: s"), "\n", "\r\n"), func(it Item) bool { return it.Summary == "s" && it.Body == "body" }},
		{"closing line at the end of the file", "---\nid: a\ntype: fact\ntitle: T\nstatus: active\n---", func(it Item) bool { return it.Body == "" }},
		{"--- in the body", front() + "---\nstatus: retired\n---\n", func(it Item) bool { return it.Status == Active && strings.HasSuffix(it.Body, "---") }},
		{"type alias in any case", strings.Replace(front(), "fact", "Bug", 1), func(it Item) bool { return it.Type == Issue }},
		{"null means not given", front("project: null", "tags:", "valid: {from: ~}"), func(it Item) bool { return it.Project == "" && it.Tags == nil }},
		{"yes is text", front("project: yes"), func(it Item) bool { return it.Project == "yes" }},
		{"time with offset", front("created: 2026-11-29T10:15:00+08:00"), func(it Item) bool { return it.Created.Hour() == 2 && it.Created.Location() == time.UTC }},
		{"instant in valid", front("valid: {until: 2026-11-29T10:15:00Z}"), func(it Item) bool { return it.Valid.Until.Hour() == 10 }},
		{"Han id", strings.Replace(front(), "id: a", "id: 分页-用游标", 1), func(it Item) bool { return it.ID == "分页-用游标" }},
		{"block string", front("summary: |", "  one", "", "  - two"), func(it Item) bool { return it.Summary == "one\n\n- two\n" }},
		{"absent sensitivity is internal", front(), func(it Item) bool { return it.Sensitivity == Internal && it.Schema == 1 }},
		{"line separator in the body", front() + "a\u2028b\n", func(it Item) bool { return strings.HasSuffix(it.Body, "a\u2028b") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			it, err := Parse([]byte(tt.file))
			if err != nil || !tt.check(it) {
				t.Errorf("got %+v, %v", it, err)
			}
		})
	}
}

func TestParseDraftRequiresNothing(t *testing.T) {
	it, err := ParseDraft([]byte("just a note\nin two lines\n"))
	if err != nil || it.Body != "just a note\nin two lines" {
		t.Errorf("plain text: %+v, %v", it, err)
	}
	it, err = ParseDraft([]byte("---\ntitle: T\nmine: 1\n---\nB\n"))
	if err != nil || it.Title != "T" || it.Body != "B" {
		t.Errorf("partial front matter: %+v, %v", it, err)
	}
	it.ID, it.Type, it.Status = "a", Fact, Active
	if out, err := it.Encode(); err != nil || string(out) != "---\nid: a\ntype: fact\ntitle: T\nstatus: active\nmine: 1\n---\nB\n" {
		t.Errorf("completed draft: %s, %v", out, err)
	}
	for _, bad := range []string{"---\ntitle: 3\n---\n", "---\ntitle: x\n", "a\x00b"} {
		if _, err := ParseDraft([]byte(bad)); !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: got %v, want ErrInvalid", bad, err)
		}
	}
}

func TestCleanMakesAnyTextFit(t *testing.T) {
	if got := Clean("a\r\nb\rc\x00\x1b[1m\xff\u0085d\te"); got != "a\nb\nc[1md\te" {
		t.Errorf("got %q", got)
	}
}
