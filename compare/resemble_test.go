package compare_test

import (
	"context"
	"testing"

	"github.com/factline/memory/compare"
)

func TestNearFactsInWordsThatNoRuleKnowsResembleEachOther(t *testing.T) {
	m := meaning(t)
	for _, c := range []struct {
		want         bool
		older, newer compare.Fact
	}{
		{true, compare.Fact{Title: "Old migrations are kept for ever."}, compare.Fact{Title: "Migrations that are old stay there for good."}},
		{true, compare.Fact{Title: "The connection is encrypted."}, compare.Fact{Title: "Connections are in plain text."}},
		// all but one thing in the same words: the rules know
		{false, compare.Fact{Title: "The frontend is bundled with esbuild."}, compare.Fact{Title: "The backend is bundled with esbuild."}},
		{false, compare.Fact{Title: "The connection is encrypted."}, compare.Fact{Title: "Releases are cut on Fridays."}},
		{false, compare.Fact{Title: "The connection is encrypted."}, compare.Fact{Title: "连接是加密的。"}},
		{false, compare.Fact{}, compare.Fact{}},
	} {
		if near, ok := m.Resembles(t.Context(), c.newer)(c.older); ok != c.want {
			t.Errorf("%+v, then %+v: %v (%.2f), want %v", c.older, c.newer, ok, near, c.want)
		}
	}
}

func TestWithoutMeaningNothingResembles(t *testing.T) {
	f := compare.Fact{Title: "The connection is encrypted."}
	if _, ok := (compare.Meaning{}).Resembles(t.Context(), f)(f); ok {
		t.Error("the zero meaning found something near")
	}
}

// FuzzResembles: the order of the two facts does not matter, and no text breaks it.
func FuzzResembles(f *testing.F) {
	f.Add("The cache is purged at midnight", "锁在进程退出时释放 3 次")
	f.Add("不升级就解析不了", "也能正常解析")
	m := compare.Meaning{
		Words:     func(a, b string) float64 { return 0 },
		Sentences: func(context.Context, string, string) (float64, bool) { return 1, true },
		Cut:       func(run string, _ func(string) bool) []string { return []string{run} },
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		one, other := compare.Fact{Title: a}, compare.Fact{Title: b}
		_, ok := m.Resembles(t.Context(), one)(other)
		if _, turned := m.Resembles(t.Context(), other)(one); ok != turned {
			t.Errorf("%q, %q: %v, the other way round %v", a, b, ok, turned)
		}
		if r := m.Facts(t.Context(), one, other); r.Relation == "" {
			t.Error("no relation")
		}
	})
}
