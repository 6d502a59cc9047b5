package items

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tree writes files below a new store; a value that starts with "->" makes a symlink, a path that ends in / a directory.
func tree(t *testing.T, files map[string]string) *Store {
	t.Helper()
	s := &Store{Dir: filepath.Join(t.TempDir(), ".memory")}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for rel, text := range files {
		path := filepath.Join(s.Dir, filepath.FromSlash(rel))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		target, link := strings.CutPrefix(text, "->")
		switch {
		case err != nil:
		case strings.HasSuffix(rel, "/"):
			err = os.MkdirAll(path, 0o755)
		case link:
			err = os.Symlink(target, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// file is a small valid item file.
func file(id string, status Status) string {
	return "---\nid: " + id + "\ntype: fact\ntitle: About " + id + "\nstatus: " + string(status) + "\ncreated: 2025-03-04T05:06:07Z\n---\nBody of " + id + "\n"
}

func paths(files []File) (out []string) {
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

func TestFilesListsItemsAndNamesWhatIsNone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symlinks need a privilege on Windows")
	}
	outside := filepath.Join(t.TempDir(), "outside.md")
	if err := os.WriteFile(outside, []byte(file("outside", Active)), 0o644); err != nil {
		t.Fatal(err)
	}
	s := tree(t, map[string]string{
		"items/2026/b.md": file("b", Active), "items/2026/a.md": file("a", Active), "items/2025/z.md": file("z", Active),
		"items/2026/broken.md": "no front matter", "items/2026/.hidden.md": "x", "items/2026/.tmp-123": "x", "items/2026/notes.txt": "x",
		"items/2026/dir.md/": "", "items/2026/link.md": "->" + outside, "items/2026/b c.md": "x", "items/loose.md": "x", "items/2024": "->2025",
		"items/old/": "", "items/.keep": "", "items/2026/big.md": strings.Repeat("x", MaxBytes+1), "items/2025/a.md": file("a", Active),
		"review/c.md": file("c", Proposed), "review/b.md": file("b", Proposed),
	})
	files, bad, err := s.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"items/2025/a.md", "items/2025/z.md", "items/2026/b.md", "items/2026/broken.md", "review/c.md"}
	if got := paths(files); !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	for _, f := range files {
		info, err := os.Stat(filepath.Join(s.Dir, f.Path))
		if err != nil || f.Size != info.Size() || f.ModTime != info.ModTime().UnixNano() || f.Candidate != strings.HasPrefix(f.Path, "review/") {
			t.Errorf("%+v does not match the disk (%v)", f, err)
		}
	}
	var got []string
	for _, b := range bad {
		got = append(got, b.Path+": "+b.Reason[:min(len(b.Reason), 12)])
	}
	wantBad := []string{"items/2024: a symbolic l", "items/2026/a.md: the same id ", "items/2026/b c.md: the name is ", "items/2026/big.md: over 1 MiB; ",
		"items/2026/dir.md: not a regula", "items/2026/link.md: a symbolic l", "items/2026/notes.txt: not an item:", "items/loose.md: items lie in", "items/old: items lie in"}
	if !slices.Equal(got, wantBad) {
		t.Errorf("bad\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(wantBad, "\n"))
	}
	left, err := s.Leftovers(t.Context())
	if err != nil || !slices.Equal(paths(left), []string{"review/b.md"}) {
		t.Errorf("leftovers %v, %v", left, err)
	}
	var ids []string
	errs := 0
	for it, err := range s.All(t.Context()) {
		if err != nil {
			errs++
			if !errors.Is(err, ErrInvalid) || !strings.HasPrefix(err.Error(), "items/") {
				t.Errorf("error does not name the file: %v", err)
			}
			continue
		}
		ids = append(ids, string(it.ID))
	}
	if !slices.Equal(ids, []string{"a", "z", "b", "c"}) || errs != len(wantBad)+1 {
		t.Errorf("All yields %v and %d errors", ids, errs)
	}
}

func TestFilesOfAnEmptyAndOfNoStore(t *testing.T) {
	s := tree(t, nil)
	if files, bad, err := s.Files(t.Context()); err != nil || len(files)+len(bad) != 0 {
		t.Errorf("empty store: %v %v %v", files, bad, err)
	}
	gone := &Store{Dir: filepath.Join(s.Dir, "no")}
	if _, _, err := gone.Files(t.Context()); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "memory init") {
		t.Errorf("no store: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Files(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestReadStaysInsideTheStore(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symlinks need a privilege on Windows")
	}
	s := tree(t, map[string]string{
		"items/2026/real.md": file("real", Active), "items/2026/in.md": "->real.md", "items/2025": "->2026", "items/2026/out.md": "->/etc/hosts",
		"items/2026/wrong.md": file("other", Active), "items/2026/d.md/": "", "items/2026/big.md": strings.Repeat("x", MaxBytes+1),
	})
	for _, rel := range []string{"items/2026/in.md", "items/2025/real.md", "items/2026/out.md", "../x.md", "/etc/hosts", "items/../items/2026/real.md",
		"items/2026/d.md", "items/2026/wrong.md", "items/2026/big.md"} {
		if _, _, err := s.Read(t.Context(), File{ID: "real", Path: rel}); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v, want ErrInvalid", rel, err)
		}
	}
	if _, _, err := s.Read(t.Context(), File{ID: "x", Path: "items/2026/x.md"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("gone: %v", err)
	}
	it, b, err := s.Read(t.Context(), File{ID: "real", Path: "items/2026/real.md"})
	if err != nil || it.ID != "real" || string(b) != file("real", Active) {
		t.Errorf("got %+v, %q, %v", it, b, err)
	}
}

func TestGetFindsAnItemWhereverItLies(t *testing.T) {
	const dated = "mem-20260102-x-aaaaaaaa"
	s := tree(t, map[string]string{
		"items/2026/" + dated + ".md": file(dated, Active), "items/2020/mem-20260102-moved-bbbbbbbb.md": file("mem-20260102-moved-bbbbbbbb", Active),
		"items/2019/imported.md": file("imported", Active), "review/imported.md": file("imported", Proposed), "review/cand.md": file("cand", Proposed),
	})
	for id, path := range map[ID]string{dated: "items/2026/" + dated + ".md", "mem-20260102-moved-bbbbbbbb": "items/2020/mem-20260102-moved-bbbbbbbb.md",
		"imported": "items/2019/imported.md", "cand": "review/cand.md"} {
		it, f, err := s.Get(t.Context(), id)
		if err != nil || it.ID != id || f.Path != path || f.Size == 0 || f.Candidate != (id == "cand") {
			t.Errorf("%s: %+v, %v", id, f, err)
		}
	}
	for _, id := range []ID{"none", "../review/cand", ""} {
		if _, _, err := s.Get(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestResolve(t *testing.T) {
	files := map[string]string{"review/mem-20260102-gamma-rays-cccc3333.md": ""}
	for _, id := range []string{"mem-20260101-alpha-beta-aaaa1111", "mem-20260101-alpha-gamma-bbbb2222", "mem-20260101-alpha-gamma-bbbb2222-more", "part1", "part2", "part3", "part4", "part5", "part6", "part7", "x", "mem-20260103-delta-ddwxyz44", "mem-20260103-端口-eeee5555"} {
		files["items/2026/"+id+".md"] = ""
	}
	s := tree(t, files)
	for in, want := range map[string]string{
		"mem-20260101-alpha-b":                  "mem-20260101-alpha-beta-aaaa1111",
		"aaaa1111":                              "mem-20260101-alpha-beta-aaaa1111",
		"cccc":                                  "mem-20260102-gamma-rays-cccc3333",
		"rays":                                  "mem-20260102-gamma-rays-cccc3333",
		"x":                                     "x",
		"ddwx":                                  "mem-20260103-delta-ddwxyz44",
		"端口":                                    "mem-20260103-端口-eeee5555",
		"mem-20260101-alpha-gamma-bbbb2222":     "mem-20260101-alpha-gamma-bbbb2222",
		" mem-20260101-alpha-gamma-bbbb2222.md": "mem-20260101-alpha-gamma-bbbb2222",
	} {
		if id, err := s.Resolve(t.Context(), in); err != nil || string(id) != want {
			t.Errorf("%q: %s, %v", in, id, err)
		}
	}
	for in, want := range map[string]error{
		"mem-": ErrAmbiguous, "gamma": ErrAmbiguous, "part": ErrAmbiguous, "": ErrNotFound, "zzz": ErrNotFound,
		"-": ErrNotFound, "m": ErrNotFound, "de": ErrNotFound, "q": ErrNotFound, "wxy": ErrNotFound, // by chance in one id, or in its random tail
	} {
		if _, err := s.Resolve(t.Context(), in); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
	if _, err := s.Resolve(t.Context(), "part"); !strings.Contains(err.Error(), "part1, part2, part3, part4, part5 and 2 more") {
		t.Errorf("got %v", err)
	}
}
