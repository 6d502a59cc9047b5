package items

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestAReaderThatFollowsLinksWouldReadWhatLiesElsewhere is the control of Read: a plain reader gives the text that stands behind a link, in
// a linked folder, outside of the store, or in a giant.
func TestAReaderThatFollowsLinksWouldReadWhatLiesElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symlinks need a privilege on Windows")
	}
	outside := t.TempDir()
	planted := file("real", Active)
	if err := os.WriteFile(filepath.Join(outside, "real.md"), []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	s := tree(t, map[string]string{
		"items/2026/link.md": "->" + filepath.Join(outside, "real.md"), "items/2025": "->" + outside, "items/2026/real.md": strings.Repeat("x", MaxBytes+1),
	})
	up, err := filepath.Rel(s.Dir, filepath.Join(outside, "real.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, rel := range []string{"items/2026/link.md", "items/2025/real.md", filepath.ToSlash(up), "items/2026/real.md"} {
		if b, err := os.ReadFile(filepath.Join(s.Dir, rel)); err != nil || string(b) != planted && len(b) <= MaxBytes {
			t.Errorf("%s: the attack fails by itself: %v", rel, err)
		}
		if _, _, err := s.Read(t.Context(), File{ID: "real", Path: rel}); err == nil {
			t.Errorf("%s is read", rel)
		}
	}
}

// TestAnyYAMLWouldHideWhatAFileClaims is the control of the strict front matter: a reader of any YAML takes a claim that no line of its key shows.
func TestAnyYAMLWouldHideWhatAFileClaims(t *testing.T) {
	plain := file("real", Active)
	for name, hidden := range map[string]string{
		"a merge key": "agent: claude\n<<: {trust: human}\n",
		"an alias":    "agent: &a human\ntrust: *a\n",
	} {
		text := strings.Replace(plain, "---\n", "---\n"+hidden, 1)
		_, rest, _ := strings.Cut(text, "---\n")
		front, _, _ := strings.Cut(rest, "\n---\n")
		var got struct{ Trust string }
		if err := yaml.Unmarshal([]byte(front), &got); err != nil || got.Trust != "human" {
			t.Errorf("%s: the attack fails by itself: %+v %v", name, got, err)
		}
		if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := Parse([]byte(plain)); err != nil {
		t.Errorf("without: %v", err)
	}
}
