package tokens

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCountsAgreeWithPublishedO200K(t *testing.T) {
	for text, want := range map[string]int{
		"":                             0,
		"Hello, world":                 3,
		"hello world":                  2,
		"tiktoken is great!":           6,
		"antidisestablishmentarianism": 6,
		"2 + 2 = 4":                    7,
		"お誕生日おめでとう":                    8,
		"你好，世界！":                       4,
		"func main() {\n\tfmt.Println(\"hi\")\n}\n": 10,
	} {
		if got := Count(text); got != want {
			t.Errorf("Count(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestSpecialTokensCountAsOrdinaryText(t *testing.T) {
	for _, text := range []string{"<|endoftext|>", "<|endofprompt|>", "a<|endoftext|>b"} {
		if got := Count(text); got < 5 {
			t.Errorf("Count(%q) = %d: taken for a special token", text, got)
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", " ", "a\n\n\nb", "don't  stop\t\n", "中文 English 混排", "<|endoftext|>", "\xff\xfe", "e\u0301", strings.Repeat("ab", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := Count(text)
		if n < 0 || n > len(text) && utf8.ValidString(text) || n == 0 && text != "" {
			t.Fatalf("Count(%q) = %d of %d bytes", text, n, len(text))
		}
		if more := Count(text + "\nx"); more < 1 {
			t.Fatalf("Count of more than %q = %d", text, more)
		}
	})
}

func BenchmarkCount4KB(b *testing.B) {
	text := strings.Repeat("Lists page by cursor; offset scans broke past 100k rows. ", 72)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Count(text)
	}
}
