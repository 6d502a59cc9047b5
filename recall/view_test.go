package recall

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// storeOf makes a store of n items of realistic length (about 100 words, every fifth in Chinese) in ten projects.
func storeOf(t testing.TB, n int) *projections.View {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	words := make([]string, 5000)
	for i := range words {
		words[i] = syllables(r)
	}
	han := []rune("登录接口限流缓存数据库连接池超时消息队列订单支付退款日志发布灰度测试用户权限配置环境索引查询事务重试服务网关")
	zipf := rand.NewZipf(r, 1.1, 4, uint64(len(words)-1))
	text := func(count int, chinese bool) string {
		var b strings.Builder
		for range count {
			if chinese {
				b.WriteString(string(han[r.IntN(len(han))]) + string(han[r.IntN(len(han))]))
			} else {
				b.WriteString(words[zipf.Uint64()] + " ")
			}
		}
		return b.String()
	}
	files := map[string][]byte{}
	for i := range n {
		chinese := i%5 == 0
		it := items.Item{
			ID: items.ID(fmt.Sprintf("mem-20261129-item-%08d", i)), Schema: 1, Type: items.Decision, Title: strings.TrimSpace(text(6, chinese)),
			Summary: strings.TrimSpace(text(15, chinese)), Body: strings.TrimSpace(text(80, chinese)), Status: items.Active,
			Project: fmt.Sprintf("project-%d", i%10), Tags: []string{words[r.IntN(50)]}, Created: now, Updated: now,
			Sensitivity: items.Internal, Trust: items.Human,
		}
		data, err := it.Encode()
		if err != nil {
			t.Fatal(err)
		}
		files["items/2026/"+string(it.ID)+".md"] = data
	}
	return openView(t, files)
}

func syllables(r *rand.Rand) string {
	var b strings.Builder
	for range 2 + r.IntN(3) {
		b.WriteByte("bcdfghklmnprstvz"[r.IntN(16)])
		b.WriteByte("aeiou"[r.IntN(5)])
	}
	return b.String()
}

// someQuery takes words from a stored item, so that it is neither too rare nor too common.
func someQuery(v *projections.View, doc int) string {
	return "how does " + v.Head(doc).Title + " and " + strings.Join(strings.Fields(v.Head(doc + 1).Summary)[:1], " ")
}

func TestNoQueryIsAnErrorOnARealView(t *testing.T) {
	v := rankStore(t, "rank")
	for _, text := range oddQueries() {
		res, err := Find(t.Context(), v, Query{Text: text, Now: now})
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
		checkParts(t, res.Hits)
		checkOrder(t, res.Hits, Defaults())
	}
}

func TestTheItemThatWasAskedForByItsTitleComesFirst(t *testing.T) {
	v := rankStore(t, "rank")
	for doc := range v.Len() {
		h := v.Head(doc)
		if h.Status != items.Active || h.ID == "bcrypt-old" { // superseded by an item of nearly the same title
			continue
		}
		res, err := Find(t.Context(), v, Query{Text: h.Title, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Hits) == 0 || res.Hits[0].ID != h.ID || res.Hits[0].Relevance < DefaultFloor {
			t.Errorf("%q: %v", h.Title, ids(res.Hits))
		}
	}
}

func BenchmarkFind1k(b *testing.B)  { benchmarkFind(b, 1_000) }
func BenchmarkFind10k(b *testing.B) { benchmarkFind(b, 10_000) }

func benchmarkFind(b *testing.B, n int) {
	v := storeOf(b, n)
	doc := 0
	for b.Loop() {
		doc = (doc + 7) % (n - 1)
		mustRun(b, v, Query{Text: someQuery(v, doc), Now: now})
	}
}

// BenchmarkFind10kPastedLog is the worst case that a prompt can be: 100 kB of which 4 kB are read.
func BenchmarkFind10kPastedLog(b *testing.B) {
	v := storeOf(b, 10_000)
	var log strings.Builder
	for doc := 0; log.Len() < 100_000; doc++ {
		log.WriteString(v.Head(doc%v.Len()).Summary + "\n")
	}
	for b.Loop() {
		mustRun(b, v, Query{Text: log.String(), Now: now})
	}
}

func mustRun(b *testing.B, v *projections.View, q Query) {
	if _, err := Find(b.Context(), v, q); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCorrect10k reads a question with two words that the store does not know; BenchmarkCorrect10kKnown one without.
func BenchmarkCorrect10k(b *testing.B)      { benchmarkCorrect(b, " konfigurax%c postgr%cesx") }
func BenchmarkCorrect10kKnown(b *testing.B) { benchmarkCorrect(b, " 1%c 2%c") }

func benchmarkCorrect(b *testing.B, more string) {
	v := storeOf(b, 10_000)
	text := someQuery(v, 1)
	n := 0
	for b.Loop() {
		n++
		parse(v, text+fmt.Sprintf(more, letter(n), letter(n/26)), now, Defaults())
	}
}

func letter(n int) rune { return 'a' + rune(n%26) }
