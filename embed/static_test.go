package embed_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/factline/memory/embed"
	"github.com/factline/memory/embed/embedtest"
	"github.com/factline/memory/projections"
)

var (
	_ projections.Embedder = (*embed.Static)(nil)
	_ projections.Embedder = (*embed.HTTP)(nil)
)

func static(t testing.TB) *embed.Static {
	t.Helper()
	s, err := embed.NewStatic()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func vector(t testing.TB, e embedtest.Embedder, text string) []float32 {
	t.Helper()
	v, err := e.Embed(t.Context(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	return v[0]
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestStaticConforms(t *testing.T) { embedtest.Conformance(t, static(t)) }

func TestHashingConforms(t *testing.T) {
	embedtest.Conformance(t, projections.NewHashing())
}

// The digest in the name is read, not computed, at start: here it is computed.
func TestStaticIsNamedAfterItsTable(t *testing.T) {
	blob, err := os.ReadFile("static.bin")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(blob[64:])
	if want := hex.EncodeToString(sum[:6]); !strings.HasSuffix(static(t).Model(), "+"+want) {
		t.Errorf("model %s does not end in %s", static(t).Model(), want)
	}
	if len(blob) >= 40<<20 {
		t.Errorf("the table has %d bytes", len(blob))
	}
}

// Each question must be nearest to its own fact: other words, another language, or both.
func TestStaticFindsTheMeaning(t *testing.T) {
	facts := []string{
		"Lists page by cursor; offset scans broke past 100k rows.",
		"Passwords are hashed with bcrypt before they are stored.",
		"The nightly backup of the database is kept for thirty days.",
		"支付失败时最多重试三次，之后发送告警邮件。",
		"前端使用 TypeScript 和 React 编写。",
	}
	questions := []struct {
		text string
		fact int
	}{
		{"how does paging through long lists work", 0}, {"分页是怎么做的", 0}, {"分頁是怎麼做的", 0},
		{"how are user credentials protected", 1}, {"用户密码怎么加密", 1}, {"wie werden Passwörter gespeichert", 1},
		{"数据库备份保留多久", 2}, {"сколько хранится резервная копия базы данных", 2},
		{"how often is a failed payment retried", 3}, {"which language is the frontend written in", 4},
	}
	s := static(t)
	for _, q := range questions {
		asked := vector(t, s, q.text)
		best, most := -1, math.Inf(-1)
		for i, fact := range facts {
			if c := cosine(asked, vector(t, s, fact)); c > most {
				best, most = i, c
			}
		}
		if best != q.fact {
			t.Errorf("%q is nearest to %q", q.text, facts[best])
		}
	}
}

func TestStaticKnowsNamesByTheirParts(t *testing.T) {
	s := static(t)
	for _, pair := range [][2]string{
		{"parseHTTPHeader", "parse http header"}, {"user_id", "user id"}, {"utf8Decoder", "utf 8 decoder"},
		{"KUBERNETES", "kubernetes"}, {"ｇｉｔｈｕｂ", "github"}, {"資料庫", "资料库"}, {"naïve", "nai\u0308ve"},
	} {
		if c := cosine(vector(t, s, pair[0]), vector(t, s, pair[1])); c < 0.999 {
			t.Errorf("%s and %s: cosine %.3f", pair[0], pair[1], c)
		}
	}
	for _, pair := range [][2]string{{"c++", "c"}, {"c#", "c"}} {
		if slices.Equal(vector(t, s, pair[0]), vector(t, s, pair[1])) {
			t.Errorf("%s is taken for %s", pair[0], pair[1])
		}
	}
}

func TestStaticGivesZerosWhereNoWordIsKnown(t *testing.T) {
	for _, text := range []string{"", " \n", "?!", "— …", "\x00\xff", strings.Repeat("x", 500), "🦀🦀", "98234987239847"} {
		if n := embedtest.Norm(vector(t, static(t), text)); n != 0 {
			t.Errorf("%q has norm %v", text, n)
		}
	}
}

// The sum is over whole numbers, so it cannot depend on the order of the words; bits is what a machine of any kind must give.
func TestStaticGivesTheSameBitsEverywhere(t *testing.T) {
	s := static(t)
	if !slices.Equal(vector(t, s, "cursor pagination 分页"), vector(t, s, "分页 pagination cursor")) {
		t.Error("the order of words changes the vector")
	}
	hash := sha256.New()
	for _, text := range []string{"Lists page by cursor.", "分页是怎么做的", "parseHTTPHeader utf8", "страница"} {
		for _, x := range vector(t, s, text) {
			fmt.Fprintf(hash, "%08x", math.Float32bits(x))
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != bits {
		t.Errorf("bits %s, want %s", got, bits)
	}
}

const bits = "e8fdba4cf5bd3650"

// A text's vector is of length 1 or 0, never of NaN, the same each time, and the sum of its parts: what stands in two texts
// apart, joined by a line break, is cut into the same words.
func FuzzStatic(f *testing.F) {
	for _, seed := range []string{"Lists page by cursor", "分页是怎么做的", "parseHTTPHeader(c++)", "資料庫ＡＢＣ", "\xff", "ไทย ひらがな", "é e\u0301"} {
		f.Add(seed)
	}
	s, err := embed.NewStatic()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := vector(t, s, text)
		if n := embedtest.Norm(v); n != 0 && !(math.Abs(n-1) < 1e-5) {
			t.Fatalf("norm %v", n)
		}
		if !slices.Equal(v, vector(t, s, text)) {
			t.Fatal("another vector the second time")
		}
		if twice := vector(t, s, text+"\n"+text); utf8.ValidString(text) && cosine(v, twice) < 0.9999 && embedtest.Norm(v) != 0 {
			t.Fatalf("the text twice points elsewhere: cosine %v", cosine(v, twice))
		}
	})
}

func BenchmarkNewStatic(b *testing.B) {
	for b.Loop() {
		static(b)
	}
}

func BenchmarkStatic(b *testing.B) {
	for name, text := range map[string]string{
		"query_11_words": "how do we page through long lists of orders by cursor",
		"query_20_han":   "列表接口为什么使用游标分页而不用偏移量查询",
		"note_200_words": strings.Repeat("Lists page by cursor; offset scans broke past many rows of orders. ", 17),
	} {
		b.Run(name, func(b *testing.B) {
			s := static(b)
			b.ReportAllocs()
			for b.Loop() {
				vector(b, s, text)
			}
		})
	}
}
