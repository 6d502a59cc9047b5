package recall

import (
	"fmt"
	"slices"
	"testing"
)

// TestAFilterBehindTheCutWouldLetOthersCrowdOutTheAnswer is the control of the filters: with the project left out of the question, as a
// filter behind the cut has it, another project's items fill every place, and nothing of one's own is left to filter.
func TestAFilterBehindTheCutWouldLetOthersCrowdOutTheAnswer(t *testing.T) {
	own := head("own", "where the cache of the shop lives and what it keeps there")
	own.Project = "shop"
	all := []note{{Head: own}}
	for n := range 10 {
		h := head(fmt.Sprintf("other-%d", n), "redis cache")
		h.Project = "blog"
		all = append(all, note{Head: h})
	}
	ix := newIndex(all...)
	behind := mustFind(t, ix, Query{Text: "redis cache", K: 3})
	if len(behind.Hits) != 3 || slices.ContainsFunc(behind.Hits, func(h Hit) bool { return h.Head.Project == "shop" }) {
		t.Fatalf("the attack fails by itself: %v", ids(behind.Hits))
	}
	if got := ids(mustFind(t, ix, Query{Text: "redis cache", Project: "shop", K: 3}).Hits); !slices.Equal(got, []string{"own"}) {
		t.Errorf("with the filter: %v", got)
	}
}
