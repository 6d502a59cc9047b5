package tokens

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

func TestCountsAgreeWithPublishedO200K(t *testing.T) {
	for text, want := range map[string]int{
		"":                             0,
		"\x7f":                         1,
		"\n \n0":                       2,
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

// library counts with the tokenizer library, which is what the count must agree with.
var library = sync.OnceValue(func() tokenizer.Codec {
	c, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		panic(err)
	}
	return c
})

func agree(t *testing.T, text string) {
	t.Helper()
	want, err := library().Count(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := Count(text); got != want {
		t.Fatalf("Count(%q) = %d, the library counts %d", text, got, want)
	}
}

func TestCountAgreesWithTheLibraryOnSources(t *testing.T) {
	for _, pattern := range []string{"*.go", "../*/*.go", "../docs/*.md", "../demo/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if b, err := os.ReadFile(file); err == nil && utf8.Valid(b) && len(b) < 100_000 {
				agree(t, string(b))
			}
		}
	}
}

// wrongInLibrary is what the library's regular expressions split wrong: a delete character matches nothing, and of white space that
// holds several line breaks it takes the first alone, where the published pattern takes all.
var wrongInLibrary = regexp.MustCompile(`\x7f|[\r\n]\s*[^\S\r\n]\s*[\r\n]`)

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", " ", "a\n\n\nb", "don't  stop\t\n", "中文 English 混排", "<|endoftext|>", "e\u0301", strings.Repeat("ab", 200), "HTTPServer's XMLHttp", "  \r\n  x", "1234567 89", "a/b//\n/c", "\u01c5\u02b0x", "\u0301\u0301A",
		"ÀÉ", "ﷺ", "\u00a0\u3000x", "'S 'LL", "\t\t\tif x {\n", "😀👨‍👩‍👧", "हिन्दी में", "\xff\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			if n := Count(text); n < 1 || n > 3*len(text) {
				t.Fatalf("Count(%q) = %d", text, n)
			}
			return
		}
		if wrongInLibrary.MatchString(text) {
			return
		}
		agree(t, text)
	})
}

func BenchmarkCount4KB(b *testing.B) {
	text := strings.Repeat("Lists page by cursor; offset scans broke past 100k rows. ", 72)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Count(text)
	}
}
