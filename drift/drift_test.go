package drift

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

const listGo = `package db

// List pages by cursor.
func (s *Store) List(after string) []Row {
	if after == "" {
		return s.first()
	}
	return s.after(after)
}

func helper() int {
	return 1
}
`

// write makes the files of a tree.
func write(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, body := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func anchor(t testing.TB, path, body, span string) items.Anchor {
	t.Helper()
	a, err := New(path, []byte(body), span)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestStatesOfAnAnchor(t *testing.T) {
	a := anchor(t, "db/list.go", listGo, "3-9")
	if a.Symbol != "Store.List" {
		t.Fatalf("symbol %q", a.Symbol)
	}
	inside := anchor(t, "db/list.go", listGo, "5-7")
	plain := anchor(t, "notes.txt", "a\nb\nc\n", "2-3")
	const saidLines = "Lists page by cursor.\nScans past 100k rows are slow.\n"
	said := anchor(t, "notes.txt", "a\n"+saidLines, "2-3")
	bracket := anchor(t, "a.css", "p {\n}\n", "2-2")
	returns := anchor(t, "a.tpl", "y\n\treturn n\n}\n", "2-3")
	chinese := anchor(t, "a.txt", "列表按游标分页\n", "1-1")
	changedBody := strings.Replace(listGo, "s.first()", "s.begin()", 1)
	tests := []struct {
		name   string
		anchor items.Anchor
		files  map[string]string
		want   State
		now    string // path:lines
	}{
		{"as it was", a, map[string]string{"db/list.go": listGo}, Unchanged, ""},
		{"with CRLF", a, map[string]string{"db/list.go": strings.ReplaceAll(listGo, "\n", "\r\n")}, Unchanged, ""},
		{"no text below, same lines", a, map[string]string{"db/list.go": listGo + "\nvar x = 1\n"}, Unchanged, ""},
		{"lower in its file", a, map[string]string{"db/list.go": strings.Replace(listGo, "package db\n", "package db\n\nvar x = 1\n", 1)}, Moved, "db/list.go:5-11"},
		{"file renamed", a, map[string]string{"db/paging.go": listGo}, Moved, "db/paging.go:3-9"},
		{"in a file of the same name first", a, map[string]string{"a.go": listGo, "x/list.go": listGo}, Moved, "x/list.go:3-9"},
		{"in another file, the old one still there", a, map[string]string{"db/list.go": "package db\n", "db/z.go": listGo}, Moved, "db/z.go:3-9"},
		{"changed", a, map[string]string{"db/list.go": changedBody}, Changed, "db/list.go:4-4"},
		{"changed inside", inside, map[string]string{"db/list.go": changedBody}, Changed, "db/list.go:4-4"},
		{"file gone", a, map[string]string{"other.go": "package db\n"}, Gone, ""},
		{"declaration gone", a, map[string]string{"db/list.go": "package db\n\nfunc helper() int {\n\treturn 1\n}\n"}, Gone, ""},
		{"not searched in other people's code", a, map[string]string{"node_modules/x/list.go": listGo}, Gone, ""},
		{"no language: moved", plain, map[string]string{"notes.txt": "x\na\nb\nc\n"}, Moved, "notes.txt:3-4"},
		{"no language: changed", plain, map[string]string{"notes.txt": "a\nB\nc\n"}, Changed, ""},
		{"no language: renamed", said, map[string]string{"log.txt": "a\n" + saidLines}, Moved, "log.txt:2-3"},
		{"no language: into another directory", plain, map[string]string{"docs/notes.txt": "a\nb\nc\n"}, Moved, "docs/notes.txt:2-3"},
		{"lines that stand everywhere, file gone", plain, map[string]string{"log.txt": "a\nb\nc\n"}, Gone, ""},
		{"a bracket, file gone", bracket, map[string]string{"b.css": "p {\n}\n", "x/a.css": "p {\n q\n}\n"}, Gone, ""},
		{"a return, file gone", returns, map[string]string{"b.tpl": "x\n\treturn n\n}\n"}, Gone, ""},
		{"lines of Chinese, renamed", chinese, map[string]string{"b.txt": "列表按游标分页\n"}, Moved, "b.txt:1-1"},
		{"shorter than the lines", plain, map[string]string{"notes.txt": "a\n"}, Changed, ""},
		{"empty file", plain, map[string]string{"notes.txt": ""}, Changed, ""},
		{"only a path, there", items.Anchor{Path: "a.go"}, map[string]string{"a.go": ""}, Unchanged, ""},
		{"only a path, gone", items.Anchor{Path: "a.go"}, nil, Gone, ""},
		{"lines without a hash", items.Anchor{Path: "a.go", Lines: "1-2"}, map[string]string{"a.go": "x\ny\n"}, Unchanged, ""},
		{"lines without a hash, too few", items.Anchor{Path: "a.go", Lines: "1-3"}, map[string]string{"a.go": "x\ny\n"}, Changed, ""},
		{"out of the tree", items.Anchor{Path: "../a.go"}, nil, Gone, ""},
		{"a directory", items.Anchor{Path: "d"}, map[string]string{"d/x.go": ""}, Gone, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			write(t, root, tt.files)
			got, err := Check(t.Context(), root, []items.Anchor{tt.anchor, tt.anchor}, Whole)
			if err != nil || len(got) != 2 {
				t.Fatal(got, err)
			}
			for _, r := range got {
				now := ""
				if r.Now.Path != "" {
					now = r.Now.Path + ":" + r.Now.Lines
				}
				if r.State != tt.want || now != tt.now || r.Bounded {
					t.Errorf("%s at %q (bounded %v), want %s at %q", r.State, now, r.Bounded, tt.want, tt.now)
				}
				if r.State == Moved {
					again, err := Check(t.Context(), root, []items.Anchor{r.Now}, Whole)
					if err != nil || again[0].State != Unchanged {
						t.Errorf("the new anchor is %v, %v", again, err)
					}
				}
			}
		})
	}
}

func TestNoLinkLeadsOutOfTheTree(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"list.go": listGo})
	if err := os.Symlink(filepath.Join(outside, "list.go"), filepath.Join(root, "list.go")); err != nil {
		t.Skip(err)
	}
	got, err := Check(t.Context(), root, []items.Anchor{anchor(t, "list.go", listGo, "3-9")}, Whole)
	if err != nil || got[0].State != Gone {
		t.Errorf("%v %v", got, err)
	}
}

func TestASearchThatEndsAtItsLimitSaysSo(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("d/f%02d.go", i)] = "package d\n"
	}
	files["z/last.go"] = listGo
	write(t, root, files)
	a := []items.Anchor{anchor(t, "db/list.go", listGo, "3-9")}
	for name, limits := range map[string]Limits{"files": {10, 1 << 20, 1 << 20}, "bytes": {1000, 100, 1 << 20}} {
		if got, err := Check(t.Context(), root, a, limits); err != nil || got[0].State != Gone || !got[0].Bounded {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	a[0].Symbol = ""
	if got, err := Check(t.Context(), root, a, Limits{1000, 1 << 20, 50}); err != nil || got[0].State != Gone || !got[0].Bounded {
		t.Errorf("hash: %+v %v", got, err)
	}
}

func TestSymbols(t *testing.T) {
	tests := []struct{ path, body, span, want string }{
		{"a.go", "package a\n\ntype T struct {\n\tx int\n}\n", "4-4", "T"},
		{"a.go", "package a\n\nfunc F[X any](x X) {\n\tg()\n}\n", "3-5", "F"},
		{"a.go", "package a\n\nvar x = 1\n\ng()\n", "5-5", ""},
		{"a.ts", "export async function list(a: string) {\n  return 1\n}\n", "2-2", "list"},
		{"a.ts", "class A {\n  private async run(x: number): Promise<void> {\n    go()\n  }\n}\n", "3-3", "run"},
		{"a.tsx", "export const Page = () => {\n  if (x) {\n    y()\n  }\n}\n", "3-3", "Page"},
		{"a.py", "class A:\n    def run(self):\n        return 1\n", "3-3", "run"},
		{"a.py", "@cached\ndef f():\n    return 1\n", "1-3", "f"},
		{"a.rs", "pub(crate) async fn go(x: u8) {\n    y();\n}\n", "2-2", "go"},
		{"A.java", "public class A {\n    public static List<String> all(int n) {\n        return x;\n    }\n}\n", "3-3", "all"},
		{"a.kt", "class A {\n    suspend fun load(id: Int): X {\n        return y\n    }\n}\n", "3-3", "load"},
		{"a.rb", "class A\n  def ok?\n    true\n  end\nend\n", "3-3", "ok?"},
		{"a.php", "<?php\nfinal class A {\n    public function go() {\n        return 1;\n    }\n}\n", "4-4", "go"},
		{"a.c", "static int\nx;\nint add(int a,\n        int b)\n{\n    return a + b;\n}\n", "6-6", "add"},
		{"a.cs", "public class A {\n    protected override void Run(int x)\n    {\n        y();\n    }\n}\n", "4-4", "Run"},
		{"a.swift", "struct A {\n    mutating func go() {\n        y()\n    }\n}\n", "3-3", "go"},
		{"a.sql", "CREATE TABLE IF NOT EXISTS orders (\n  id int\n);\n", "2-2", "orders"},
		{"a.sh", "deploy() {\n  ssh x\n}\n", "2-2", "deploy"},
		{"a.md", "# Title\n\ntext\n", "3-3", ""},
	}
	for _, tt := range tests {
		if got := anchor(t, tt.path, tt.body, tt.span).Symbol; got != tt.want {
			t.Errorf("%s %q lines %s: %q, want %q", tt.path, tt.body, tt.span, got, tt.want)
		}
	}
}

func TestStandsMakesAnAnchorOfAPieceOfText(t *testing.T) {
	a, ok := Stands("db/list.go", []byte(strings.ReplaceAll(listGo, "\n", "\r\n")), "\n\tif after == \"\" {\n\t\treturn s.first()\n\t}\n")
	if !ok || a != anchor(t, "db/list.go", listGo, "5-7") {
		t.Errorf("%+v %v", a, ok)
	}
	for _, piece := range []string{"", "\n\n", "nowhere", listGo + "more"} {
		if _, ok := Stands("db/list.go", []byte(listGo), piece); ok {
			t.Errorf("%q is found", piece)
		}
	}
}

// FuzzNew: an anchor of lines that exist is unchanged in their file, and is found again below a new line.
func FuzzNew(f *testing.F) {
	f.Add("a.go", listGo, uint8(3), uint8(6))
	f.Add("a.py", "def f():\r\n  x\n", uint8(1), uint8(0))
	f.Add("a.ts", "\n\n(((", uint8(3), uint8(0))
	f.Fuzz(func(t *testing.T, name, body string, from, more uint8) {
		span := lines(int(from), int(from)+int(more))
		a, err := New(name, []byte(body), span)
		if err != nil {
			return
		}
		if r := look(a, newText(name, []byte(body))); r.State != Unchanged {
			t.Fatalf("%+v", r)
		}
		if r := look(a, newText(name, []byte("a new line\n"+body))); r.State != Moved && r.State != Unchanged {
			t.Fatalf("below a new line: %+v", r)
		}
	})
}

// BenchmarkCheck is the mark: 1,000 anchored items in a tree of 50,000 files; of the anchors 960 are as they were, 10 changed, 10 moved in
// their file, 10 went to a renamed file and 10 are gone, which makes it read the tree.
func BenchmarkCheck(b *testing.B) {
	root := b.TempDir()
	var anchors []items.Anchor
	for i := range 50_000 {
		name := fmt.Sprintf("pkg%03d/file%05d.go", i%500, i)
		body := strings.ReplaceAll(listGo, "List", fmt.Sprintf("List%d", i)) + strings.Repeat("// more words in this file to make it as long as files are\n", 30)
		if i%50 == 0 {
			anchors = append(anchors, anchor(b, name, body, "3-9"))
			switch n := i / 50; {
			case n < 10:
				body = strings.Replace(body, "first()", "begin()", 1)
			case n < 20:
				body = strings.Replace(body, "package db\n", "package db\n\nvar x = 1\n", 1)
			case n < 30:
				name = fmt.Sprintf("moved/new%05d.go", i)
			case n < 40:
				continue
			}
		}
		write(b, root, map[string]string{name: body})
	}
	for _, part := range []struct {
		name    string
		anchors []items.Anchor
		want    map[State]int
	}{
		{"nothing lost", slices.Concat(anchors[:20], anchors[40:]), map[State]int{Unchanged: 960, Changed: 10, Moved: 10}},
		{"20 lost", anchors, map[State]int{Unchanged: 960, Changed: 10, Moved: 20, Gone: 10}},
	} {
		b.Run(part.name, func(b *testing.B) {
			for b.Loop() {
				reports, err := Check(b.Context(), root, part.anchors, Whole)
				if err != nil {
					b.Fatal(err)
				}
				count := map[State]int{}
				for _, r := range reports {
					count[r.State]++
				}
				if !maps.Equal(count, part.want) {
					b.Fatal(count)
				}
			}
		})
	}
}
