package skills

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

var named = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestFormat holds the skills to the published form: a name equal to the folder's, a description of at most 1,024 characters that says
// when to use it, and a body short enough to be read whole.
func TestFormat(t *testing.T) {
	seen := 0
	for file, text := range All() {
		if path.Base(file) != "SKILL.md" {
			continue
		}
		seen++
		name := path.Dir(file)
		front, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if !strings.HasPrefix(text, "---\n") || !ok {
			t.Errorf("%s: no front matter", file)
			continue
		}
		fields := map[string]string{}
		for line := range strings.SplitSeq(front, "\n") {
			key, value, ok := strings.Cut(line, ": ")
			if !ok || key != "name" && key != "description" { // the published validator knows no other that we need
				t.Errorf("%s: front matter line %q", file, line)
			}
			fields[key] = value
		}
		if fields["name"] != name || !named.MatchString(name) || len(name) > 64 {
			t.Errorf("%s: name %q", file, fields["name"])
		}
		d := fields["description"]
		if len(d) < 40 || len(d) > 1024 || !strings.Contains(d, "Use ") || strings.ContainsAny(d, "<>") || strings.Contains(d, ": ") && !strings.HasPrefix(d, `"`) {
			t.Errorf("%s: description %q", file, d)
		}
		if lines := strings.Count(body, "\n"); lines > 100 {
			t.Errorf("%s: %d lines", file, lines)
		}
	}
	if seen != 12 {
		t.Errorf("%d skills, want 12", seen)
	}
}
