package items

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A name that begins with another id sorts before it as a file and after it as an id.
func TestOfOneIDInTwoDirectoriesOneIsListedHoweverNamesSort(t *testing.T) {
	files := map[string]string{}
	for _, id := range []string{"a", "a-b", "a-b-c", "a.x", "b"} {
		files["items/2025/"+id+Ext], files["items/2026/"+id+Ext], files["review/"+id+Ext] = "x", "x", "x"
	}
	files["items/2026/only"+Ext], files["review/wait"+Ext] = "x", "x"
	s := tree(t, files)
	got, bad, err := s.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"items/2025/a-b-c.md", "items/2025/a-b.md", "items/2025/a.md", "items/2025/a.x.md", "items/2025/b.md", "items/2026/only.md", "review/wait.md"}
	if !slices.Equal(paths(got), want) {
		t.Errorf("files %v\nwant %v", paths(got), want)
	}
	if len(bad) != 5 || bad[2].Path != "items/2026/a.md" || !strings.Contains(bad[2].Reason, "items/2025/a.md") {
		t.Errorf("bad %v", bad)
	}
	left, err := s.Leftovers(t.Context())
	if err != nil || len(left) != 5 {
		t.Errorf("leftovers %v, %v", paths(left), err)
	}
}

// More names than one goroutine takes come back sorted, each with its own size.
func TestALargeDirectoryIsListedSortedAndWhole(t *testing.T) {
	files := map[string]string{}
	for i := range 3*share + 7 {
		files[fmt.Sprintf("items/2026/n%d%s", i, Ext)] = strings.Repeat("x", i%100)
	}
	s := tree(t, files)
	got, bad, err := s.Files(t.Context())
	if err != nil || len(bad) > 0 || len(got) != len(files) || !slices.IsSorted(paths(got)) {
		t.Fatalf("%d files of %d, %v, %v", len(got), len(files), bad, err)
	}
	for _, f := range got {
		if int(f.Size) != len(files[f.Path]) || string(f.ID)+Ext != filepath.Base(f.Path) {
			t.Fatalf("%+v, want size %d", f, len(files[f.Path]))
		}
	}
}

func TestMergedEntriesNameEachNameOnce(t *testing.T) {
	part := func(names ...string) (out []entry) {
		for _, name := range names {
			out = append(out, entry{name: name})
		}
		return out
	}
	var got []string
	for _, e := range mergeEntries([][]entry{part("a", "c", "c"), nil, part("b", "c", "d")}) {
		got = append(got, e.name)
	}
	if !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Error(got)
	}
}

func TestAFileInAnotherYearStandsInNoPlaceOfTheOneAtHome(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	const name = "mem-20260105-port-aaaaaaaa.md"
	for _, dir := range []string{"items/2020", "items/2026", "items/2031"} {
		if err := os.MkdirAll(filepath.Join(s.Dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.Dir, dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, bad, err := s.Files(t.Context())
	if err != nil || len(files) != 1 || files[0].Path != "items/2026/"+name || len(bad) != 2 {
		t.Errorf("%v, %v, %v", files, bad, err)
	}
	if found, err := s.find(t.Context(), files[0].ID); err != nil || found.Path != files[0].Path {
		t.Errorf("found %v, %v", found, err)
	}
	if err := os.Remove(filepath.Join(s.Dir, "items/2026", name)); err != nil {
		t.Fatal(err)
	}
	if files, bad, err = s.Files(t.Context()); err != nil || len(files) != 1 || files[0].Path != "items/2020/"+name || len(bad) != 1 {
		t.Errorf("without one at home: %v, %v, %v", files, bad, err)
	}
}
