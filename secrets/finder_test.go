package secrets

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The finder finds what looking for each keyword at each place finds.
func TestTheFinderFindsEveryKeyword(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		word := func(letters string, most int) string {
			b := make([]byte, 1+rnd.IntN(most))
			for i := range b {
				b[i] = letters[rnd.IntN(len(letters))]
			}
			return string(b)
		}
		var keywords []string
		for range 1 + rnd.IntN(12) {
			if k := word("abc_", 4); !slices.Contains(keywords, k) {
				keywords = append(keywords, k)
			}
		}
		text := word("abcABC_x", 60)
		var want, got []string
		for end := range len(text) + 1 {
			for k, key := range keywords {
				if strings.HasSuffix(strings.ToLower(text[:end]), key) {
					want = append(want, fmt.Sprint(k, " ", end))
				}
			}
		}
		calls := make([]call, len(keywords))
		for k, key := range keywords {
			calls[k] = call{word: key, rule: k}
		}
		f := readFinder(makeTable(calls))
		f.each(text, func(k, end int) { got = append(got, fmt.Sprint(f.word(k).rules[0], " ", end)) })
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %v, want %v", keywords, text, got, want)
		}
	}
}
