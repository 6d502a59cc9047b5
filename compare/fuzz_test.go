package compare

import "testing"

// FuzzFacts holds every text to two properties: it says the same as itself, and nothing that it cannot be read from.
func FuzzFacts(f *testing.F) {
	for _, seed := range []string{"The API timeout is 30 seconds", "接口超时时间是 30 秒", "we no longer use `x` instead of v1.2.3", "从 15 分钟改为", "1:", "周", "第一"} {
		f.Add(seed, "We use Redis for sessions")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		self := Facts(Fact{Title: a}, Fact{Title: a})
		if empty := len(read(a).tokens) == 0; empty != (self.Relation == Unrelated) || !empty && self.Relation != Same {
			t.Errorf("%q and itself: %s", a, self.Relation)
		}
		if r := Facts(Fact{Title: a, Claim: b}, Fact{Title: b, Claim: a}); r.Relation == "" {
			t.Errorf("%q, %q: no relation", a, b)
		}
	})
}
