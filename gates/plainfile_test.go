package gates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mayOpen lists the files that may call os.Open, os.OpenFile or os.ReadFile, and why. Everywhere else internal/plainfile opens: under a name
// that a repository can bring, a plain open of a pipe waits for ever, and a device or a link leads elsewhere.
var mayOpen = map[string]string{
	"internal/plainfile/plainfile.go":   "it is the one that checks",
	"internal/plainfile/inplace.go":     "it is the one that checks",
	"internal/atomicfile/atomicfile.go": "opens the directory of a file that it wrote, to sync it",
	"internal/golden/golden.go":         "test data",
	"cmd/memory/startup_linux.go":       "a file of /proc, before anything else",
	"items/listing_other.go":            "a directory, on systems without pipes in the file system",
	"cmd/memory/write.go":               "a file that a person names: a pipe is an ordinary thing to name",
	"projections/finish.go":             "makes new files with O_EXCL",
	"projections/text_write.go":         "makes new files with O_EXCL",
}

func TestFilesAreOpenedAsRegularFilesOnly(t *testing.T) {
	const root = ".."
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && path != root && (skipped(path, d.Name()) || rel == "gates" || rel == "internal/gen"): // measures, generators: no store is opened by them
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		for _, at := range plainOpens(t, path) {
			used[rel] = true
			if mayOpen[rel] == "" {
				t.Errorf("%s opens whatever stands under a name: use internal/plainfile", at)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for rel := range mayOpen {
		if !used[rel] {
			t.Errorf("%s is on the list and opens nothing", rel)
		}
	}
}

// plainOpens finds the calls in one file.
func plainOpens(t *testing.T, path string) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, ok := sel.X.(*ast.Ident)
		if ok && pkg.Name == "os" && (sel.Sel.Name == "Open" || sel.Sel.Name == "OpenFile" || sel.Sel.Name == "ReadFile") {
			found = append(found, fset.Position(n.Pos()).String())
		}
		return true
	})
	return found
}
