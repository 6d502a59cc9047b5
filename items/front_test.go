package items

import (
	"strings"
	"testing"

	"github.com/adrg/frontmatter"
)

// FuzzCutFences: where a text is accepted, a library for front matter cuts it at the same bytes.
func FuzzCutFences(f *testing.F) {
	for _, s := range []string{"", "---", "---\n---", "---\n---\n", "---\na: b\n---\nbody\n---\nmore", "---\na: |\n  x\n---", "---\n\n---\n\n", "--- \n---\n", "---\n ---\n---\n"} {
		f.Add(s)
	}
	raw := frontmatter.NewFormat("---", "---", func(data []byte, v any) error {
		*v.(*string) = string(data)
		return nil
	})
	f.Fuzz(func(t *testing.T, text string) {
		front, body, err := cutFences(text)
		if err != nil {
			return
		}
		var want string
		rest, err := frontmatter.MustParse(strings.NewReader(text), &want, raw)
		if err != nil || front != want || body != string(rest) {
			t.Fatalf("%q is cut into %q and %q; the library gives %q and %q, %v", text, front, body, want, rest, err)
		}
	})
}
