package foreign

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/factline/memory/internal/golden"
	"github.com/factline/memory/items"
)

// TestRead reads every archive of testdata: its comment names the format and the path, its last file what comes out.
func TestRead(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) < len(readers()) {
		t.Fatalf("%d archives (%v), want one for each of %d formats", len(archives), err, len(readers()))
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			words := strings.Fields(string(a.Comment))
			dir := t.TempDir()
			want := len(a.Files) - 1
			for _, f := range a.Files[:want] {
				path := filepath.Join(dir, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var got strings.Builder
			err = Read(Kind(words[0]), filepath.Join(dir, filepath.FromSlash(words[1])), func(name string, it items.Item, err error) error {
				fmt.Fprintf(&got, "== %s\n%s", name, shown(t, it, err))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if golden.Update {
				a.Files[want].Data = []byte(got.String())
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got.String() != string(a.Files[want].Data) {
				t.Errorf("got\n%s", got.String())
			}
		})
	}
}

// shown is a draft as its file would be, or why there is none.
func shown(t *testing.T, it items.Item, err error) string {
	if err != nil {
		return fmt.Sprintf("refused: %v\n", err)
	}
	if it.ID == "" {
		it.ID = "mem-none"
	}
	b, err := it.Encode()
	if err != nil {
		t.Errorf("a draft cannot be encoded: %v", err)
	}
	return string(b)
}

func TestWhatIsNotThereIsAnError(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.json")
	if err := os.WriteFile(empty, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind Kind
		path string
		want string
	}{
		{"mem0", dir, "unknown format"}, {Serena, filepath.Join(dir, "none"), "no such file"}, {Serena, dir, "holds nothing of it"},
		{EngineJSON, dir, "is a directory"}, {EngineJSON, empty, "no list of entries"}, {AgentMemory, empty, "is it an export"},
	} {
		err := Read(test.kind, test.path, func(string, items.Item, error) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %q", test.kind, test.path, err, test.want)
		}
	}
}

// FuzzRead reads any bytes as any format: every row is an error or a draft that fits into a file and keeps the limits.
func FuzzRead(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) == 0 {
		f.Fatal("no seeds")
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files[:len(a.Files)-1] {
			for n := range readers() {
				f.Add(n, file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, n int, b []byte) {
		all := readers()
		r := all[uint(n)%uint(len(all))]
		check := func(name string, it items.Item, err error) error {
			if err != nil {
				return nil
			}
			if it.Title == "" || strings.ContainsAny(it.Title+it.Summary, "\n\r\x00") || utf8.RuneCountInString(it.Title) > maxTitle ||
				utf8.RuneCountInString(it.Summary) > maxSummary || it.ID != "" && it.ID.Check() != "" {
				t.Errorf("%s: a draft breaks the limits: %q %q %q", name, it.ID, it.Title, it.Summary)
			}
			return nil
		}
		if r.data != nil {
			_ = r.data(b, "f.json", check)
			return
		}
		it, err := r.note(b, "dir/mem-some_note.md")
		_ = check("note", it, err)
	})
}

func TestACarriageReturnAloneIsALineEnd(t *testing.T) {
	const text = "Scans must prove that they had a subject\r\nscanned 0\rscanned 12 of 12\rdone\r\n"
	dir := t.TempDir()
	for kind, files := range map[Kind]map[string]string{
		AgentMemory:  {"": `{"memories":[{"id":"m1","type":"fact","title":"Scans","content":` + strconv.Quote(text) + `}]}`},
		EngineJSON:   {"": `{"memories":[{"id":"m1","type":"fact","text":` + strconv.Quote(text) + `}]}`},
		ClaudeMemory: {"MEMORY.md": "The host is kiwi.\n", "scans.md": "---\nname: scans\n---\n" + text},
		Serena:       {"scans.md": text},
		BasicMemory:  {"scans.md": "---\ntitle: Scans\n---\n" + text},
		CursorRules:  {"scans.mdc": "---\ndescription: Scans\n---\n" + text},
		AMH:          {"mem-scans.md": "---\nid: mem-scans\ntype: fact\ntitle: Scans\n---\n" + text},
	} {
		path := filepath.Join(dir, string(kind))
		for name, body := range files {
			file := filepath.Join(path, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		err := Read(kind, path, func(name string, it items.Item, err error) error {
			if err == nil {
				it.ID = "mem-none"
				_, err = it.Encode()
			}
			if err != nil {
				t.Errorf("%s: %s: %v", kind, name, err)
			}
			if strings.Contains(it.Body, "scanned 0\nscanned 12 of 12\ndone") {
				n++
			}
			return nil
		})
		if err != nil || n != 1 {
			t.Errorf("%s: %d drafts with its lines, %v", kind, n, err)
		}
	}
}
