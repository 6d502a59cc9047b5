package gates

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// securityLines is how many duties the page must hold.
const securityLines = 21

// TestEveryDutyOfTheSecurityPageNamesTestsThatExist reads the table of docs/SECURITY.md.
func TestEveryDutyOfTheSecurityPageNamesTestsThatExist(t *testing.T) {
	page, err := os.ReadFile("../docs/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) != securityLines {
		t.Fatalf("%d rows, want %d", len(rows), securityLines)
	}
	for _, row := range rows {
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[3], -1)
		controls := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[4], -1)
		if len(names) == 0 || !slices.ContainsFunc(controls, func(c []string) bool { return missingTest(c[1]) == "" }) {
			t.Errorf("line %s names no test, or no test of its control", row[1])
		}
		for _, c := range controls {
			if looksLikeTest(c[1]) {
				names = append(names, c)
			}
		}
		for _, n := range names {
			if why := missingTest(n[1]); why != "" {
				t.Errorf("line %s names %s: %s", row[1], n[1], why)
			}
		}
	}
	for _, wrong := range []string{"writeservice.TestNoSuchThing", "nowhere.TestLayers", "script/nosuch", "suite/nosuch", "words"} {
		if missingTest(wrong) == "" {
			t.Errorf("%s is taken for a test", wrong)
		}
	}
}

// looksLikeTest tells a test's name from a command or a key in the words of a control.
func looksLikeTest(name string) bool {
	return strings.Contains(name, ".Test") || strings.HasPrefix(name, "script/") || strings.HasPrefix(name, "suite/")
}

// missingTest says why a name is none of a test: package.TestName, script/NAME or suite/NAME.
func missingTest(name string) string {
	switch kind, rest, _ := strings.Cut(name, "/"); {
	case kind == "script":
		if _, err := os.Stat(filepath.Join("..", "cmd", "memory", "testdata", "script", rest+".txtar")); err != nil {
			return "no such script"
		}
		return ""
	case kind == "suite":
		if !slices.Contains(SuiteNames(), rest) {
			return "no such suite"
		}
		return ""
	}
	dir, test, ok := strings.Cut(name, ".")
	if !ok {
		return "want package.TestName"
	}
	if dir == "mcp" {
		dir = "server/mcp"
	}
	files, _ := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go"))
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), "\nfunc "+test+"(t *testing.T)") {
			return ""
		}
	}
	return "no such test"
}

// TestAListenerWouldBeReadByAnyPage is the control of TestNothingListens: a plain listener on loopback, as a memory with a server would have
// one, answers the request of a page of another origin with what it holds.
func TestAListenerWouldBeReadByAnyPage(t *testing.T) {
	const held = "the deploy key lies in the vault"
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, held) }))
	defer srv.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+"/search?q=key", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", "https://evil.example")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, err := io.ReadAll(res.Body); err != nil || string(b) != held {
		t.Errorf("the attack fails by itself: %s %v", b, err)
	}
}

var listens = []string{"net.Listen", "ListenAndServe", "http.Server{", "httptest.", "net.ListenConfig"}

// TestNothingListens: no code of the product opens a port, so that no page and no other program can talk to it. Whoever adds a server
// owes loopback, a token, and checks of Origin and Host, and takes this test apart.
func TestNothingListens(t *testing.T) {
	opens := func(src string) bool {
		return slices.ContainsFunc(listens, func(call string) bool { return strings.Contains(src, call) })
	}
	if !opens("ln, err := net.Listen(\"tcp\", \":8080\")") {
		t.Error("a listener is not found")
	}
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != ".." && skipped(path, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if seen++; opens(string(b)) {
			t.Errorf("%s opens a port", path)
		}
		return err
	})
	if err != nil || seen < 100 {
		t.Fatalf("%d files, %v", seen, err)
	}
}
