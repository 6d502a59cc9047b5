package drift

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// The repository of the benchmarks: 50,000 files of some 1.4 KiB in 500 folders, each with four functions of its own.
const (
	benchFiles   = 50_000
	benchAnchors = 1_000
)

func benchName(n int) string { return fmt.Sprintf("pkg%03d/part%02d/file%05d.go", n%100, n%5, n) }

func benchText(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package part%02d\n\n", n%5)
	for f := range 4 {
		fmt.Fprintf(&b, "// Step%d_%d handles one row of the batch and reports what is left.\nfunc Step%d_%d(rows []Row, limit int) (int, error) {\n", n, f, n, f)
		fmt.Fprintf(&b, "\tleft := 0\n\tfor _, r := range rows {\n\t\tif r.Size > limit*%d {\n\t\t\tleft++\n\t\t\tcontinue\n\t\t}\n", n+f)
		fmt.Fprintf(&b, "\t\tif err := r.Apply(%d); err != nil {\n\t\t\treturn left, err\n\t\t}\n\t}\n\treturn left, nil\n}\n\n", f)
	}
	return b.String()
}

func benchTree(b *testing.B) (root string, anchors []items.Anchor) {
	b.Helper()
	if testing.Short() {
		b.Skip("it writes 50,000 files")
	}
	root = b.TempDir()
	for n := range benchFiles {
		path := filepath.Join(root, benchName(n))
		if n < 500 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(path, []byte(benchText(n)), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for n := range benchAnchors {
		at := n * (benchFiles / benchAnchors)
		anchors = append(anchors, anchor(b, benchName(at), benchText(at), "3-14"))
	}
	return root, anchors
}

// emptied is what is left of a file whose text is gone.
const emptied = "package empty\n"

// lose takes the text of every n-th anchor out of the tree, unless that was done before: of every other one the whole file, which moves away
// under another name.
func lose(b *testing.B, root string, anchors []items.Anchor, every int) (gone int) {
	b.Helper()
	for n := 0; n < len(anchors); n += every {
		path := filepath.Join(root, anchors[n].Path)
		if b, err := os.ReadFile(path); err != nil || string(b) == emptied {
			continue
		}
		if n/every%2 == 0 {
			if err := os.Rename(path, filepath.Join(root, "pkg001", fmt.Sprintf("renamed%d.go", n))); err != nil {
				b.Fatal(err)
			}
			continue
		}
		gone++
		if err := os.WriteFile(path, []byte(emptied), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return gone
}

func BenchmarkDrift1000Of50kFiles(b *testing.B) {
	root, anchors := benchTree(b)
	count := func(b *testing.B, want map[State]int) {
		for b.Loop() {
			reports, err := Check(b.Context(), root, anchors, Whole)
			if err != nil {
				b.Fatal(err)
			}
			got := map[State]int{}
			for _, r := range reports {
				got[r.State]++
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				b.Fatalf("%v, want %v", got, want)
			}
		}
	}
	b.Run("nothing lost", func(b *testing.B) { count(b, map[State]int{Unchanged: benchAnchors}) })
	lost, gone := 0, 0
	for _, every := range []int{50, 10} {
		gone += lose(b, root, anchors, every)
		lost = benchAnchors / every
		b.Run(fmt.Sprintf("%d lost", lost), func(b *testing.B) {
			count(b, map[State]int{Unchanged: benchAnchors - lost, Gone: gone, Moved: lost - gone})
		})
	}
}
