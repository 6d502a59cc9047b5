package gates

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestChanges holds every file in changes/ to its form, so that release notes can be put together from them.
func TestChanges(t *testing.T) {
	files, err := filepath.Glob("../changes/*.md")
	if err != nil || len(files) < 2 {
		t.Fatalf("changes: %v %v", files, err)
	}
	name := regexp.MustCompile(`^\d{4}-[a-z0-9-]+\.md$`)
	first := regexp.MustCompile(`^(Bugfix|Enhancement|Change): .{10,100}$`)
	for _, path := range files {
		base := filepath.Base(path)
		if base == "README.md" {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitN(string(b), "\n", 3)
		if !name.MatchString(base) || len(lines) < 3 || !first.MatchString(lines[0]) || lines[1] != "" || strings.TrimSpace(lines[2]) == "" {
			t.Errorf("%s: want a name like 0001-words.md, a first line \"Enhancement: ...\", an empty line and a paragraph", base)
		}
	}
}
