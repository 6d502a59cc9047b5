package projections

import (
	"slices"
	"testing"
)

// A pair is found where its words stand side by side in this order, stop words between them aside, and nowhere else.
func TestAPairIsFoundWhereItsWordsStandSideBySide(t *testing.T) {
	a := newAnalyzer()
	for _, tc := range []struct {
		text string
		want bool
	}{
		{"restore the session hook", true},
		{"a hook of sessions, and Session-Hooks", true},
		{"the hook of the session", false},
		{"the session started; the hook followed", false},
		{"session_hook", true},
		{"session of a hook", true}, // only stop words stand between
		{"会话session钩子hook", false},
	} {
		found := false
		Pairs(a.words(tc.text), func(first, second Term) {
			found = found || PairTerm(first.Text, second.Text) == PairTerm("session", "hook")
		})
		if found != tc.want {
			t.Errorf("%q: %v, want %v", tc.text, found, tc.want)
		}
	}
}

func TestPairsAddNothingToTheLengthOfAField(t *testing.T) {
	c := termCount{freqs: map[string]*freqs{}}
	words := newAnalyzer().words("one retry policy, one retry policy")
	c.add(Body, words)
	c.addPairs(Body, words)
	if c.lens[Body] != uint32(len(words)) {
		t.Errorf("length %d, want %d", c.lens[Body], len(words))
	}
	if got := c.freqs[PairTerm("retri", "polici")]; got == nil || got[Body] != 2 {
		t.Errorf("retry policy stands there %v, want 2 times", got)
	}
}

// Terms of pairs spread over all their values, and none begins like a word.
func TestTermsOfPairsSpread(t *testing.T) {
	seen := map[string]bool{}
	words := make([]string, 300)
	for n := range words {
		words[n] = string([]byte{byte('a' + n%26), byte('a' + n/26%26), 'x', byte('a' + n%7)})
	}
	for _, first := range words {
		for _, second := range words {
			seen[PairTerm(first, second)] = true
		}
	}
	// 90,000 throws into 262,144 places leave about 76,000 of them taken.
	if len(seen) < 70_000 {
		t.Errorf("%d different terms of 90,000 pairs", len(seen))
	}
	if slices.ContainsFunc([]string{"a", "的", "_", "/", "1"}, func(s string) bool { return seen[s] || PairTerm(s, s)[:1] == s[:1] }) {
		t.Error("a term of a pair begins like a word")
	}
}
