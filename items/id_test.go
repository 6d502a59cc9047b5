package items

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestNewIDIsPleasantAndSafe(t *testing.T) {
	at := time.Date(2026, 11, 30, 1, 0, 0, 0, time.FixedZone("", 8*3600))
	for title, slug := range map[string]string{
		"Cursor pagination":      "cursor-pagination",
		"Don't use `foo_bar()`!": "don-t-use-foo-bar",
		"Café über Straße":       "cafe-uber-straße",
		"使用游标分页，不用偏移":            "使用游标分页-不用偏移",
		"ＦＵＬＬ width":             "full-width",
		"":                       "note",
		"!!! 😀 ...":              "note",
		"../../etc/passwd\x00\n": "etc-passwd",
		"one two three four five six seven eight nine ten": "one-two-three-four-five-six-seven-eight",
		strings.Repeat("x", 60):                            strings.Repeat("x", 40),
	} {
		id := NewID(at, title, [5]byte{1, 2, 3, 4, 5})
		if want := ID("mem-20261129-" + slug + "-aebagbaf"); id != want {
			t.Errorf("%q gives %s, want %s", title, id, want)
		}
		if id.year() != "2026" || id.tail() != "aebagbaf" {
			t.Errorf("%s: year %q, tail %q", id, id.year(), id.tail())
		}
	}
}

func FuzzNewID(f *testing.F) {
	f.Add("使用游标")
	f.Add("a\u0301\u0301 ﷺ ﷺ ﷺ ﷺ")
	f.Fuzz(func(t *testing.T, title string) {
		id := NewID(time.Unix(1e9, 0), title, [5]byte{})
		if why := id.Check(); why != "" {
			t.Errorf("%q gives %q, which %s", title, id, why)
		}
		parts := strings.TrimSuffix(strings.TrimPrefix(string(id), "mem-20010909-"), "-aaaaaaaa")
		if n := utf8.RuneCountInString(parts); n > maxSlug || n == 0 {
			t.Errorf("%q gives a slug of %d letters: %s", title, n, id)
		}
	})
}

func TestIDCheck(t *testing.T) {
	for _, ok := range []ID{"a", "mem-20261129-x-aaaaaaaa", "Note_1.2+b", "用户-1", "com", "com10", "console"} {
		if why := ok.Check(); why != "" {
			t.Errorf("%s %s", ok, why)
		}
	}
	for _, bad := range []ID{"", ".", "..", ".a", "a.", "a/b", `a\b`, "a b", "a\nb", "a:b", "a*", "CON", "nul.txt", "com1", "LPT9.md", "a\u202eb", "a\xff", ID(strings.Repeat("长", 60))} {
		if bad.Check() == "" {
			t.Errorf("%q passes", bad)
		}
	}
}
