package compare_test

import (
	"context"
	"testing"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/embed"
	"github.com/factline/memory/recall"
)

// meaning asks the built-in vectors and dictionary, as the product does.
func meaning(t testing.TB) compare.Meaning {
	t.Helper()
	words, err := embed.NewStatic()
	if err != nil {
		t.Fatal(err)
	}
	cosine := func(e interface {
		Embed(context.Context, []string) ([][]float32, error)
	}, a, b string) (sum float64) {
		v, err := e.Embed(t.Context(), []string{a, b})
		if err != nil {
			t.Fatal(err)
		}
		for i := range v[0] {
			sum += float64(v[0][i]) * float64(v[1][i])
		}
		return sum
	}
	sentences := embed.NewSentence()
	return compare.Meaning{
		Words: func(a, b string) float64 { return cosine(words, a, b) },
		Sentences: func(_ context.Context, a, b string) (float64, bool) {
			return cosine(sentences, a, b), sentences.Knows(a) && sentences.Knows(b)
		},
		Pieces: func(_ context.Context, text string) [][]float32 {
			_, pieces, err := sentences.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			return pieces
		},
		Cut: recall.ChineseWords, English: recall.InEnglish,
	}
}

func TestFactsInOtherWords(t *testing.T) {
	m := meaning(t)
	for _, c := range []struct {
		want         compare.Relation
		older, newer string
	}{
		// the sentence turned round, other verbs, a noun for a verb, other words for a bound
		{compare.Same, "Bearer tokens are rotated by the gateway.", "The gateway takes care of the rotation of bearer tokens."},
		{compare.Same, "The archive job removes temporary uploads.", "Temporary uploads are deleted by the archive job."},
		{compare.Same, "The maximum size of an avatar is 2 MB.", "An avatar may not be larger than 2 MB."},
		{compare.Same, "A PR needs a changelog entry.", "Pull requests need a changelog entry."},
		{compare.Same, "租户配置缓存在 Redis 中。", "Redis 缓存租户的配置。"},
		{compare.Same, "头像最大不能超过 2 MB。", "头像大小上限为 2 MB。"},
		// one thing in the place of another
		{compare.Unrelated, "Bearer tokens are rotated by the gateway.", "The gateway takes care of the rotation of signing keys."},
		{compare.Unrelated, "The archive job removes temporary uploads.", "Temporary uploads are listed by the archive job."},
		{compare.Unrelated, "The frontend is bundled with esbuild.", "We bundle the backend using esbuild."},
		{compare.Unrelated, "The supervisor restarts the agent.", "The agent restarts the supervisor."},
		{compare.Unrelated, "The audit log may be exported.", "The audit log must be exported."},
		{compare.Unrelated, "Staging certificates are renewed by certbot.", "Certbot renews the production certificates."},
		{compare.Unrelated, "测试库每晚备份。", "生产库每晚备份。"},
		{compare.Unrelated, "The mobile app is React Native 0.76.", "The storefront moved from React to SolidJS."},
		{compare.Unrelated, "Mobile app is React Native.", "The storefront moved from React to SolidJS in 2026; React remains in the admin panel."},
		{compare.Unrelated, "The reports are made in Ruby.", "The importer moved from Ruby to Go; Ruby stays in the old scripts."},
		{compare.Unrelated, "Pipelines run on GitHub Actions.", "The mirror moved from GitHub to Codeberg."},
		{compare.Unrelated, "租户配置缓存在 Redis 中。", "Redis 缓存用户的会话。"},
		// another value
		{compare.Update, "The maximum size of an avatar is 2 MB.", "An avatar may not be larger than 5 MB."},
		{compare.Update, "Nightly reports are rendered by Puppeteer.", "Playwright renders the nightly reports."},
		{compare.Update, "The importer depends on libxml2 2.9.", "Libxml2 was replaced by expat."},
		{compare.Update, "The team plans in Asana.", "We moved from Asana to Linear."},
		{compare.Update, "头像最大不能超过 2 MB。", "头像大小上限为 5 MB。"},
		// the other side
		{compare.Contradiction, "The archive job removes temporary uploads.", "Temporary uploads are not deleted by the archive job."},
		{compare.Contradiction, "The crawler honours nofollow links.", "The crawler ignores nofollow links."},
		{compare.Contradiction, "Only editors can publish a post.", "Anyone can publish a post."},
		{compare.Contradiction, "发布前执行迁移。", "迁移在发布之后运行。"},
	} {
		r := m.Facts(t.Context(), compare.Fact{Claim: c.older}, compare.Fact{Claim: c.newer})
		if r.Relation == compare.Similar && c.want == compare.Unrelated {
			continue // both stand, and a person is told
		}
		if r.Relation != c.want {
			t.Errorf("%q, then %q: %s, want %s", c.older, c.newer, r.Relation, c.want)
		}
	}
}

func TestMeaningIsNeverSure(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"The maximum size of an avatar is 2 MB.", "An avatar may not be larger than 5 MB."},
		{"The team plans in Asana.", "We moved from Asana to Linear."},
		{"The archive job removes temporary uploads.", "Temporary uploads are deleted by the archive job."},
	} {
		older, newer := compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}
		if compare.Facts(older, newer).Relation != compare.Unrelated {
			t.Errorf("%q, then %q: the rules alone find something, so this test shows nothing", p[0], p[1])
		}
		if r := m.Facts(t.Context(), older, newer); r.Sure || r.Relation == compare.Unrelated {
			t.Errorf("%q, then %q: %+v, want a relation that is not sure", p[0], p[1], r)
		}
	}
}

func TestTitlesOfDifferentThingsStandApart(t *testing.T) {
	older := compare.Fact{Title: "Billing", Claim: "Temporary uploads are deleted by the archive job."}
	newer := compare.Fact{Title: "Catalogue", Claim: "The archive job removes temporary uploads."}
	if r := meaning(t).Facts(t.Context(), older, newer); r.Relation != compare.Unrelated {
		t.Errorf("%+v, want unrelated", r)
	}
}

func TestNobodyIsAskedAboutSentencesThatWordsTellApart(t *testing.T) {
	m := meaning(t)
	asked := 0
	m.Sentences = func(context.Context, string, string) (float64, bool) { asked++; return 1, true }
	for _, p := range [][2]string{
		{"The API validates requests.", "Releases are tagged with v."},
		{"The API validates requests.", "The API validates responses."},
		{"The read pool has 20 connections.", "The write pool has 20 connections."},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Unrelated {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

func TestZeroMeaningComparesByRules(t *testing.T) {
	older, newer := compare.Fact{Title: "The archive job removes temporary uploads."}, compare.Fact{Title: "Temporary uploads are deleted by the archive job."}
	if got, want := (compare.Meaning{}).Facts(t.Context(), older, newer), compare.Facts(older, newer); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// FuzzMeaning: whatever the texts and however near the vectors say they are, meaning makes nothing sure that the rules do not.
func FuzzMeaning(f *testing.F) {
	f.Add("The cache is purged at midnight", "At midnight the cache is cleared")
	f.Add("锁在进程退出时释放 3 次", "进程结束后锁不会释放 3 次")
	f.Add("PR -/- 1", "moved from  to ")
	m := compare.Meaning{
		Words:     func(a, b string) float64 { return float64(len(a)%3) / 2 },
		Sentences: func(context.Context, string, string) (float64, bool) { return 1, true },
		Cut:       recall.ChineseWords,
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		older, newer := compare.Fact{Title: a}, compare.Fact{Title: b}
		by, r := compare.Facts(older, newer), m.Facts(t.Context(), older, newer)
		if r.Sure && r != by {
			t.Errorf("%+v, by rules %+v", r, by)
		}
		if r.Relation == compare.Unrelated && by.Relation != compare.Unrelated && by.Relation != compare.Same {
			t.Errorf("%s became unrelated", by.Relation)
		}
	})
}

// BenchmarkMeaningFar is what a neighbour costs that has a word in common and is another fact: nobody is asked about sentences.
func BenchmarkMeaningFar(b *testing.B) {
	m := meaning(b)
	relation := m.To(b.Context(), compare.Fact{Title: "The gateway retries a failed request three times."})
	for b.Loop() {
		relation(compare.Fact{Title: "The gateway listens on port 8080 in the staging environment."})
	}
}

// BenchmarkRulesFar is the same without meaning.
func BenchmarkRulesFar(b *testing.B) {
	relation := compare.To(compare.Fact{Title: "The gateway retries a failed request three times."})
	for b.Loop() {
		relation(compare.Fact{Title: "The gateway listens on port 8080 in the staging environment."})
	}
}
