package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

func TestMeaningDoesNotJoinWhatNumbersTellApart(t *testing.T) {
	m := meaning(t)
	for _, pair := range compare.Numbered() {
		for _, p := range [][2]compare.Fact{pair, {pair[1], pair[0]}} {
			if r := m.Facts(t.Context(), p[0], p[1]); r.Relation != compare.Unrelated && r.Relation != compare.Similar {
				t.Errorf("%q beside %q: %+v", p[0], p[1], r)
			}
		}
	}
}
