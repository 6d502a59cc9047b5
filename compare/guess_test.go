package compare_test

import (
	"context"
	"testing"

	"github.com/factline/memory/compare"
)

func TestFactsInWordsThatNoRuleKnowsAreGuessedAt(t *testing.T) {
	m := meaning(t)
	for _, c := range []struct {
		want         compare.Relation
		older, newer string
	}{
		{compare.Same, "Old migrations are kept for ever.", "Migrations that are old stay there for good."},
		{compare.Update, "The staging cluster has four nodes.", "Since the spring cleaning the staging cluster has been down to two nodes."},
		{compare.Unrelated, "The connection is encrypted.", "Releases are cut on Fridays."},
		{compare.Unrelated, "The connection is encrypted.", "连接是加密的。"},
		{compare.Unrelated, "Die Verbindung ist mit TLS verschlüsselt und wird nicht geprüft.", "Die Verbindung wird nicht verschlüsselt."},
		{compare.Unrelated, "", ""},
	} {
		if g := m.Guess(t.Context(), compare.Fact{Claim: c.newer})(compare.Fact{Claim: c.older}); g.Relation != c.want {
			t.Errorf("%q, then %q: %+v, want %s", c.older, c.newer, g, c.want)
		}
	}
}

// What speaks against a merge outvotes the classifier, whatever it says.
func TestFiguresNamesAndOrderForbidAMerge(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"The warehouse service calls the catalogue service over gRPC.", "The catalogue service calls the warehouse service over gRPC."},
		{"Uploads may have 25 MB each.", "No upload may be larger than 30 MB."},
		{"Ingrid looks after billing.", "Billing is taken care of by Tobias."},
		{"Swap is enabled on our nodes.", "Our nodes have no swap."},
		{"数据库密码每九十天轮换一次。", "DB 口令每个月都得换一次。"},
		{"4 月 2 日故障的原因是 Redis 主从切换失败。", "4 月 2 日那次故障是机房交换机坏了导致的。"}, // one names what the other does not
	} {
		if g := m.Guess(t.Context(), compare.Fact{Claim: p[1]})(compare.Fact{Claim: p[0]}); g.Relation == compare.Same && g.Firm {
			t.Errorf("%q, then %q: %+v", p[0], p[1], g)
		}
	}
}

func TestWithoutMeaningNothingIsGuessed(t *testing.T) {
	f := compare.Fact{Title: "The connection is encrypted."}
	if g := (compare.Meaning{}).Guess(t.Context(), f)(f); g.Relation != compare.Unrelated || g.Firm {
		t.Errorf("%+v", g)
	}
}

func TestForestReadsWhatItWrote(t *testing.T) {
	f := compare.Forest{{Class: 1, Features: [7]int{3, 1}, Threshold: [7]float64{0.25, -1e-9}, Leaves: [8]float64{0.125, 0, 1, -2, 0, 0, 0, 1.5}}}
	if again := compare.ReadForest("# head\n" + f.Text() + "no tree\n"); len(again) != 1 || again[0] != f[0] {
		t.Errorf("%+v", again)
	}
	odds := f.Odds(make([]float64, 4))
	if sum := odds[0] + odds[1] + odds[2] + odds[3]; sum < 0.999 || sum > 1.001 || odds[1] == odds[0] {
		t.Errorf("%v", odds)
	}
}

// FuzzGuess: no text breaks it, odds are odds, and what is unrelated is never firm.
func FuzzGuess(f *testing.F) {
	f.Add("The cache is purged at midnight", "锁在进程退出时释放 3 次")
	f.Add("不升级就解析不了, 半分钟", "也能正常解析 30 秒")
	f.Add("never, because; : . half an hour", "not 1:2:3")
	m := compare.Meaning{
		Words:     func(a, b string) float64 { return float64(len(a)%3) / 2 },
		Sentences: func(context.Context, string, string) (float64, bool) { return 0.7, true },
		Pieces: func(_ context.Context, text string) [][]float32 {
			return [][]float32{{1, 0}, {0, float32(len(text) % 2)}}
		},
		Cut:     func(run string, _ func(string) bool) []string { return []string{run} },
		English: func(word string) []string { return []string{"word"} },
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		g := m.Guess(t.Context(), compare.Fact{Title: a})(compare.Fact{Title: b})
		if g.Odds < 0 || g.Odds > 1 || g.Relation == "" || g.Firm && g.Relation == compare.Unrelated {
			t.Errorf("%q, %q: %+v", a, b, g)
		}
	})
}

// BenchmarkGuess is what a near neighbour costs of which words say nothing: both texts were read before, as those of a write are.
func BenchmarkGuess(b *testing.B) {
	m := meaning(b)
	guess := m.Guess(b.Context(), compare.Fact{Title: "Nobody but the release manager may push tags, because tags start a deployment."})
	for b.Loop() {
		guess(compare.Fact{Title: "A tag triggers a rollout, so tagging is reserved for whoever manages the release."})
	}
}
