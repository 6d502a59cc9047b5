package gates

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/factline/memory/"

// leaves are the packages that every other one may import.
const leaves = "internal/atomicfile internal/enclosed internal/filelock internal/golden internal/lazyregexp internal/pause internal/plainfile internal/rxtext internal/stopwatch"

// mayImport lists, for every package of the module, the packages of the module that it may import besides the leaves. A
// package that is missing here may not exist. The order is that of docs/ARCHITECTURE.md, lowest first.
var mayImport = map[string]string{
	"internal/atomicfile":   "",
	"internal/enclosed":     "",
	"internal/filelock":     "",
	"internal/golden":       "",
	"internal/lazyregexp":   "",
	"internal/pause":        "",
	"internal/plainfile":    "",
	"internal/rxtext":       "",
	"internal/stopwatch":    "",
	"transcript":            "",
	"secrets":               "",
	"project":               "",
	"trust":                 "project",
	"ledger":                "secrets",
	"tokens":                "",
	"demo":                  "",
	"hook":                  "",
	"splice":                "",
	"skills":                "",
	"adapters":              "splice ledger",
	"profile":               "splice adapters",
	"embed":                 "embed/bert",
	"embed/bert":            "",
	"internal/gen/sentence": "",
	"internal/gen/wordnet":  "",
	"internal/gen/pairs":    "compare gates hub",
	"config":                "",
	"compare":               "marks",
	"marks":                 "",
	"embed/embedtest":       "",
	"items":                 "marks",
	"gitrepo":               "project",
	"evidence":              "transcript secrets project ledger",
	"firewall":              "items secrets",
	"drift":                 "items",
	"foreign":               "items skills splice",
	"projections":           "items evidence",
	"harvest":               "evidence items marks transcript",
	"purge":                 "items",
	"writeservice":          "compare evidence firewall items ledger marks purge transcript secrets trust",
	"recall":                "embed items projections",
	"check":                 "compare drift items",
	"contextpack":           "firewall items projections recall secrets tokens",
	"govern":                "items",
	"hub":                   "check compare config contextpack drift embed evidence firewall foreign gitrepo govern harvest hook items ledger profile project projections purge recall secrets tokens transcript trust writeservice",
	"gates":                 "compare contextpack evidence firewall harvest hook hub items ledger project projections recall secrets server/mcp tokens transcript trust writeservice",
	"server/mcp":            "adapters contextpack drift evidence firewall hub items ledger project projections recall secrets transcript trust writeservice",
	"cmd/memory":            "adapters check compare config contextpack demo drift evidence firewall foreign gates govern harvest hook hub items ledger profile project projections recall secrets server/mcp skills tokens transcript trust writeservice",
}

// onlyIn confines each third-party library to the packages named.
var onlyIn = map[string]string{
	"github.com/blevesearch":             "projections",
	"github.com/philippgille/chromem-go": "projections",
	"github.com/yuin/goldmark":           "items",
	"github.com/adrg/frontmatter":        "items",
	"github.com/fsnotify/fsnotify":       "items",
	"gopkg.in/yaml.v3":                   "check config foreign gates hub items splice",
	"github.com/urfave/cli":              "cmd/memory",
	"golang.org/x/term":                  "cmd/memory",
	"github.com/tiktoken-go/tokenizer":   "tokens",
	"github.com/gofrs/flock":             "internal/filelock",
	"github.com/tidwall/gjson":           "transcript",
	"github.com/tailscale/hujson":        "splice",
	"github.com/pelletier/go-toml":       "splice",
	"github.com/modelcontextprotocol":    "gates server/mcp",
	"github.com/google/jsonschema-go":    "server/mcp",
}

// TestLayers reads the import clauses itself: a "go list" child process would be invisible to the test cache, and a broken
// layer would pass as "(cached)".
func TestLayers(t *testing.T) {
	const root = ".."
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != root && skipped(path, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		seen[name] = true
		checkFile(t, path, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayImport {
		if !seen[name] {
			t.Errorf("mayImport has a row for %s, which does not exist", name)
		}
	}
}

// skipped passes over test data, hidden folders and modules of their own.
func skipped(path, name string) bool {
	if name == "testdata" || strings.HasPrefix(name, ".") {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return !errors.Is(err, fs.ErrNotExist)
}

func checkFile(t *testing.T, path, name string) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	allowed, known := mayImport[name]
	if !known {
		t.Errorf("package %s has no row in mayImport: add one, and its two sentences in docs/ARCHITECTURE.md", name)
	}
	if secondWriter(src, name) {
		t.Errorf("%s makes an items.Writer, which belongs to writeservice alone", path)
	}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if dep, ok := strings.CutPrefix(imp, module); ok && !slices.Contains(strings.Fields(allowed+" "+leaves), dep) {
			t.Errorf("%s must not import %s", path, dep)
		}
		for lib, homes := range onlyIn {
			if (imp == lib || strings.HasPrefix(imp, lib+"/")) && !slices.Contains(strings.Fields(homes), name) {
				t.Errorf("%s imports %s, which belongs to %s alone", path, lib, homes)
			}
		}
	}
}

// secondWriter reports source that writes items past the one gateway.
func secondWriter(src []byte, name string) bool {
	return (bytes.Contains(src, []byte("items.NewWriter")) || bytes.Contains(src, []byte("items.Writer{"))) && name != "writeservice"
}

// TestASecondWriterIsSeen is the control: a door that writes by itself is found, in either spelling, and the service is not.
func TestASecondWriterIsSeen(t *testing.T) {
	for src, want := range map[string]bool{"w := items.NewWriter(dir)": true, "w := &items.Writer{}": true, "svc.Write(ctx, draft)": false} {
		if secondWriter([]byte(src), "cmd/memory") != want || secondWriter([]byte(src), "writeservice") {
			t.Errorf("%s", src)
		}
	}
}

// TestArrowsOnlyGoDown fails for a table that would allow a cycle.
func TestArrowsOnlyGoDown(t *testing.T) {
	state := map[string]int{} // 1: on the way, 2: done
	var visit func(name string, via []string)
	visit = func(name string, via []string) {
		if state[name] == 1 {
			t.Fatalf("a cycle in mayImport: %s", strings.Join(append(via, name), " -> "))
		}
		if state[name] == 2 {
			return
		}
		state[name] = 1
		for _, dep := range strings.Fields(mayImport[name]) {
			if _, known := mayImport[dep]; !known {
				t.Errorf("mayImport of %s names %s, which has no row", name, dep)
			}
			visit(dep, append(via, name))
		}
		state[name] = 2
	}
	for name := range mayImport {
		visit(name, nil)
	}
}
