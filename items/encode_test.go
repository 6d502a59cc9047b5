package items

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEncodeOfAnUnchangedItemGivesTheSameBytes(t *testing.T) {
	_, full := parseFull(t)
	for name, file := range map[string]string{
		"full": string(full), "CRLF": strings.ReplaceAll(string(full), "\n", "\r\n"), "BOM": "\ufeff" + string(full),
		"odd order and quoting": "---\ntitle: 'T'\n\n\nstatus:   \"active\"\n# c\ntype: Fact\n\"id\": a\n---\n\n\nbody\n\n\n",
		"no newline at the end": "---\nid: a\ntype: fact\ntitle: T\nstatus: active\n---\nbody",
	} {
		it, err := Parse([]byte(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out, err := it.Encode(); err != nil || string(out) != file {
			t.Errorf("%s: changed (%v)\n%s", name, err, diff(file, string(out)))
		}
	}
}

// diff shows the lines that two texts do not share.
func diff(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out strings.Builder
	for len(as) > 0 && len(bs) > 0 && as[0] == bs[0] {
		as, bs = as[1:], bs[1:]
	}
	for len(as) > 0 && len(bs) > 0 && as[len(as)-1] == bs[len(bs)-1] {
		as, bs = as[:len(as)-1], bs[:len(bs)-1]
	}
	for i, j := 0, 0; i < len(as) || j < len(bs); {
		switch {
		case i < len(as) && j < len(bs) && as[i] == bs[j]:
			i, j = i+1, j+1
		case i < len(as) && !slices.Contains(bs[j:], as[i]):
			out.WriteString("-" + as[i] + "\n")
			i++
		case j < len(bs):
			out.WriteString("+" + bs[j] + "\n")
			j++
		default:
			out.WriteString("-" + as[i] + "\n")
			i++
		}
	}
	return out.String()
}

func TestChangingOneFieldChangesOnlyItsLines(t *testing.T) {
	block := front("x:  # mine", "  # deep", "  k: [1,  2]", "evidence:", "  # first", "  - id: e1 # a", "    span: \"0-1\"", "    by: me", "  - {id: e2, note: hi}",
		"refs:", "  files: [a.go]  # f", "  # about urls", "  urls:", "    - \"http://x\"  # one", "  team: 7", "", "# tail comment", "", "# about trust", "trust: agent  # why", "summary: \"a", "# b\"",
		"tags: [b,", "  c] # t", "valid: {from: 2026-01-01, until: null, where: lab}")
	full := "full"
	tests := []struct {
		name, file string
		change     func(*Item)
		want       string
	}{
		{"status keeps its comment", full, func(it *Item) { it.Status = Retired },
			"-status: active            # active | proposed | superseded | retired | archived\n+status: retired            # active | proposed | superseded | retired | archived\n"},
		{"citation added", full, func(it *Item) { it.Evidence = append(it.Evidence, Citation{"ev-3", "0-9", "aa"}) },
			"+  - {id: ev-3, span: \"0-9\", sha256: aa}\n"},
		{"citation removed", full, func(it *Item) { it.Evidence = it.Evidence[:1] },
			"-  # a comment above an entry stays with it\n-  - {id: ev-claude-code-7d20, span: \"0-88\", sha256: 77ab01}\n"},
		{"tag added", full, func(it *Item) { it.Tags = append(it.Tags, "sql: x") },
			"-tags: [pagination, postgres, 分页]\n+tags: [pagination, postgres, 分页, \"sql: x\"]\n"},
		{"tag changed in place", full, func(it *Item) { it.Tags[0] = "paging" },
			"-tags: [pagination, postgres, 分页]\n+tags: [paging, postgres, 分页]\n"},
		{"key removed", full, func(it *Item) { it.Project = "" }, "-project: shop-api\n"},
		{"body", full, func(it *Item) { it.Body += "\n\nMore.\n\n" }, "+More.\n+\n"},
		{"citation changed keeps its unknown keys", block, func(it *Item) { it.Evidence[0].Span = "0-2" },
			"-  - id: e1 # a\n-    span: \"0-1\"\n-    by: me\n+  - {id: e1, span: \"0-2\", by: me}\n"},
		{"citation in flow style changed", block, func(it *Item) { it.Evidence[1].Span = "0-2" },
			"-  - {id: e2, note: hi}\n+  - {id: e2, note: hi, span: \"0-2\"}\n"},
		{"nested list grows", block, func(it *Item) { it.Refs.URLs = append(it.Refs.URLs, "http://z") }, "+    - \"http://z\"\n"},
		{"nested key added", block, func(it *Item) { it.Refs.Items = []ID{"b"} }, "+  items: [b]\n"},
		{"nested key changed keeps its comment", block, func(it *Item) { it.Refs.Files = []string{"b.go"} },
			"-  files: [a.go]  # f\n+  files: [b.go]  # f\n"},
		{"nested key removed", block, func(it *Item) { it.Refs.URLs = nil }, "-  # about urls\n-  urls:\n-    - \"http://x\"  # one\n"},
		{"key after a quoted text that looks like a comment", block, func(it *Item) { it.Summary = "c" }, "-summary: \"a\n-# b\"\n+summary: c\n"},
		{"removed key takes its comment along", block, func(it *Item) { it.Trust = "" }, "-# about trust\n-trust: agent  # why\n"},
		{"list over two lines", block, func(it *Item) { it.Tags = []string{"c"} }, "-tags: [b,\n-  c] # t\n+tags: [c] # t\n"},
		{"key in flow style added", block, func(it *Item) { it.Valid.OS = "linux" },
			"-valid: {from: 2026-01-01, until: null, where: lab}\n+valid: {from: 2026-01-01, until: null, where: lab, os: linux}\n"},
		{"absent key goes to its place", block, func(it *Item) { it.Updated = time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) },
			"+updated: 2026-01-02T03:04:05Z\n"},
		{"CRLF becomes LF with a change", "\ufeff" + strings.ReplaceAll(front("project: a"), "\n", "\r\n"), func(it *Item) { it.Project = "b" }, "LF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := tt.file
			if file == full {
				_, b := parseFull(t)
				file = string(b)
			}
			it, err := Parse([]byte(file))
			if err != nil {
				t.Fatal(err)
			}
			tt.change(&it)
			out, err := it.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "LF" {
				if string(out) != front("project: b") {
					t.Errorf("got %q", out)
				}
				return
			}
			if got := diff(file, string(out)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestEncodeOfANewItem(t *testing.T) {
	it, full := parseFull(t)
	it.extra = source{}
	out, err := it.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var want []string // the example without its comments and unknown keys
	for line := range strings.Lines(strings.Replace(string(full), "x-team:", "#", 1)) {
		text, _, _ := strings.Cut(line, "   #")
		if trim := strings.TrimSpace(text); len(want) < 34 && (strings.HasPrefix(trim, "#") && !strings.HasPrefix(line, "# Cursor") || strings.HasPrefix(line, "  reviewers")) {
			continue
		}
		want = append(want, strings.TrimRight(text, " \n"))
	}
	if got := string(out); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("got\n%s", diff(strings.Join(want, "\n")+"\n", got))
	}
	small := Item{ID: "a", Type: "bug", Title: "T", Status: Active, Body: "x\r\ny\n\n"}
	if out, err := small.Encode(); err != nil || string(out) != "---\nid: a\nschema: 1\ntype: issue\ntitle: T\nstatus: active\nsensitivity: internal\n---\nx\ny\n" {
		t.Errorf("got %s, %v", out, err)
	}
}

func TestEncodeQuotesWhatYAMLWouldMisread(t *testing.T) {
	for _, s := range []string{"yes", "No", "ON", "null", "~", "true", "12", "1e3", "0x1f", "0o7", "1_000", "12:30:45", ".5", ".inf", "2026-11-29", "2026-11-29 10:00",
		"- a", "-1", "? a", "a: b", "a #b", "a:", "#a", "&a", "*a", "!a", "|", ">", "'a'", "\"a\"", "%a", "@a", "`a`", "{a", "[a", " a", "a ", "", "---", "...",
		"=", "<<", "a\nb", "a\tb", "\u2028", "\ufeff", "\u202eevil", "\u3000a", "a\u00a0", "1042-1391"} {
		if q := quote(s, false); !strings.HasPrefix(q, `"`) || !strings.HasSuffix(q, `"`) || strings.ContainsAny(q, "\n\u2028\u202e\ufeff") {
			t.Errorf("%q is written %s", s, q)
		}
	}
	for _, s := range []string{"Cursor pagination; 100k rows.", "it's fine (really)", "db/list.ts", ".github/ci.yml", "使用游标，不用偏移", "3f9a2c1b", "a - b", "x=1, y=2", "C#", "café 😀"} {
		if q := quote(s, false); q != s {
			t.Errorf("%q is written %s, want it plain", s, q)
		}
	}
	for _, s := range []string{"a, b", "a]", "{a", "a: b", "http://x", "a?"} {
		if q := quote(s, true); q == s {
			t.Errorf("%q is plain inside a list", s)
		}
	}
}

func TestNothingLeaksFromOneKeyIntoAnother(t *testing.T) {
	attacks := []string{"a\nstatus: retired", "---", "a\n---\nbody", "x\n  ---\n", "a: b", `"`, `'`, `\`, `"\nstatus: retired`, "\ufeffa", "😀👩\u200d💻", "使用：游标", "a\u2028status: retired",
		"a\u2029b", "\u0085", "a\x00b", "a\x1b[0m", "\r\nstatus: retired", "a\rb", "# c", "a # c", "}", "]", "}\nstatus: retired", ", {id: x}", "&a b", "*a", "!!str a", "<<", "%YAML 1.1", "...",
		"\xff\xfe", "a\tb", "\t", " ", "null", "\u200b", "\u202e", strings.Repeat("long ", 100), "\U000e0041", "\ufffd", "\ufffe"}
	set := map[string]func(*Item, string){
		"title": func(it *Item, s string) { it.Title = s }, "summary": func(it *Item, s string) { it.Summary = s },
		"tag": func(it *Item, s string) { it.Tags = []string{"ok", s, "ok"} }, "agent": func(it *Item, s string) { it.Agent = s },
		"author": func(it *Item, s string) { it.Author = s }, "project": func(it *Item, s string) { it.Project = s },
		"file": func(it *Item, s string) { it.Refs.Files = []string{s} }, "evidence": func(it *Item, s string) { it.Evidence = []Citation{{ID: s, SHA256: s}} },
		"anchor": func(it *Item, s string) { it.Anchors = []Anchor{{Path: s}} }, "branch": func(it *Item, s string) { it.Valid.Branch = s },
		"reason": func(it *Item, s string) { it.Review = Review{Verdict: "rejected", Reason: s} }, "body": func(it *Item, s string) { it.Body = s },
		"id": func(it *Item, s string) { it.ID = ID(s) }, "status": func(it *Item, s string) { it.Status = Status(s) },
		"supersedes": func(it *Item, s string) { it.Supersedes = []ID{ID(s)} },
	}
	laid, err := Parse([]byte(front("own: {a: 1} # mine", "summary: s # why", "tags:", "- a # one", "valid: {branch: main, own: 2}")))
	if err != nil {
		t.Fatal(err)
	}
	fresh := laid
	fresh.extra = source{}
	kept, refused := 0, 0
	for name, f := range set {
		for _, base := range []Item{laid, fresh} {
			for _, s := range attacks {
				it := base
				f(&it, s)
				out, err := it.Encode()
				if err != nil {
					refused++
					if !errors.Is(err, ErrInvalid) {
						t.Errorf("%s %q: %v does not wrap ErrInvalid", name, s, err)
					}
					continue
				}
				kept++
				back, err := Parse(out)
				if err != nil || !back.Equal(it) {
					t.Errorf("%s %q does not round trip: %v\n%s", name, s, err, out)
				}
			}
		}
	}
	t.Logf("%d kept, %d refused", kept, refused)
	if kept < 500 || refused == 0 {
		t.Errorf("%d kept and %d refused: the attacks are not all tried", kept, refused)
	}
}

func TestEqualIgnoresLayoutAndSeesEveryField(t *testing.T) {
	it, _ := parseFull(t)
	plain := it
	plain.extra = source{}
	if !it.Equal(plain) {
		t.Error("layout counts")
	}
	for name, change := range map[string]func(*Item){
		"title": func(it *Item) { it.Title += "x" }, "tags": func(it *Item) { it.Tags = nil }, "until": func(it *Item) { it.State.Until = time.Time{} },
		"body": func(it *Item) { it.Body += "x" }, "refs": func(it *Item) { it.Refs.Commits = nil }, "review": func(it *Item) { it.Review.At = time.Time{} },
	} {
		other := it
		change(&other)
		if it.Equal(other) {
			t.Errorf("a change of %s is not seen", name)
		}
	}
}
