package contextpack

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestTwoItemsMayStandBesideAnAnswerAndNoneWithoutOne(t *testing.T) {
	its := notes(4)
	for _, c := range []struct {
		about     string
		relevance []float64
		private   bool // the first one
		want      int
	}{
		{"an answer and what is near it", []float64{0.9, 0.3, 0.3, 0.3}, false, 1 + maxBeside},
		{"an answer and what is far from it", []float64{0.9, 0.1, 0.2, 0.1}, false, 1},
		{"a strong answer and hits by a word", []float64{0.9, 0.26, 0.28, 0.26}, false, 1},
		{"a fair answer and the same hits", []float64{0.7, 0.26, 0.28, 0.26}, false, 1 + maxBeside},
		{"no answer", []float64{0.4, 0.3, 0.3, 0.3}, false, 0},
		{"an answer that may not be shown", []float64{0.9, 0.3, 0.3, 0.3}, true, 0},
		{"an answer that may not be shown, a lesser one and hits by a word", []float64{1, 0.7, 0.28, 0.28}, true, 1},
	} {
		res, s := found(its...)
		for n := range res.Hits {
			res.Hits[n].Relevance = c.relevance[n]
		}
		if c.private {
			it := its[0]
			it.Sensitivity = items.Secret
			s[it.ID] = it
		}
		if p := mustBuild(t, request(2000), res, s); len(p.Entries) != c.want {
			t.Errorf("%s: %d entries, want %d", c.about, len(p.Entries), c.want)
		}
	}
}

func TestNoncesAreNineDigits(t *testing.T) {
	for _, chance := range [][5]byte{{}, {255, 255, 255, 255, 255}, {1, 2, 3, 4, 5}} {
		if n := NonceOf(chance); len(n) != 9 || !validNonce().MatchString(n) {
			t.Errorf("nonce %q of %v", n, chance)
		}
	}
}
