package writeservice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func TestATagOfAnotherSystemBecomesATag(t *testing.T) {
	long := strings.Repeat("word ", 20)
	for old, want := range map[string]string{
		"error handling": "error-handling", "#x": "x", "数据库": "数据库", "中文 标签": "中文-标签", "don't panic": "dont-panic", "a, b": "a-b",
		"C++": "C++", "R&D (2024)": "R-D-2024", "path/to": "path/to", "-x-": "x", "x-": "x-", "🔥": "", "...": "",
		long: strings.TrimSuffix(strings.Repeat("word-", 12), "-"), "two\nlines": "two-lines",
	} {
		if got := foldTag(old); got != want {
			t.Errorf("%q: %q, want %q", old, got, want)
		}
	}
	it := items.Item{Body: "Text.", Tags: []string{"error handling", "🔥", "error-handling", "go"}}
	told := foldTags(&it)
	if !slices.Equal(it.Tags, []string{"error-handling", "go"}) || it.Body != "Text.\n\nTags: 🔥" || len(told) != 2 {
		t.Errorf("%q %q %q", it.Tags, it.Body, told)
	}
	many := items.Item{Type: items.Fact, Title: "T"}
	for n := range MaxTags + 2 {
		many.Tags = append(many.Tags, fmt.Sprintf("tag %d", n))
	}
	foldTags(&many)
	if bad := invalid(many); len(bad) > 0 || many.Body != "Tags: tag 50, tag 51" {
		t.Errorf("%q %q", bad, many.Body)
	}
}

// FuzzFoldTags: tags of any text never refuse a row, and folding folded ones changes nothing.
func FuzzFoldTags(f *testing.F) {
	for _, seed := range []string{"error handling|#x", "🔥|a,b|", "\xff| \t|-|#", strings.Repeat("a-", 40) + "|\u2028"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, joined string) {
		it := items.Item{Type: items.Fact, Title: "T", Body: "B", Tags: strings.Split(joined, "|")}
		foldTags(&it)
		if bad := invalid(it); len(bad) > 0 && len(it.Body) <= MaxBody && !strings.ContainsRune(it.Body, 0) {
			t.Fatalf("%q: %q", it.Tags, bad)
		}
		tags, body := slices.Clone(it.Tags), it.Body
		if told := foldTags(&it); len(told) > 0 || !slices.Equal(tags, it.Tags) || body != it.Body {
			t.Fatalf("%q became %q", tags, it.Tags)
		}
	})
}
