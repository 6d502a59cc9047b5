package recall

import (
	"cmp"
	"slices"
)

// agree adds to each candidate a share of what the two best other candidates of the same session have: what was said in one session is
// about one matter, so a second passage that matches makes the first more likely. The second of the two counts half. An item that
// cites several sessions gains from the best of them, and one that cites none gains nothing. Candidates come best first.
func agree(kept []candidate, w Weights) {
	if w.Session == 0 {
		return
	}
	best := map[string][]int{} // session -> its best three candidates
	for n := range kept[:min(len(kept), w.SessionDepth)] {
		for _, s := range kept[n].head.Sessions {
			if len(best[s]) < 3 {
				best[s] = append(best[s], n)
			}
		}
	}
	gains := make([]float64, len(kept))
	for n := range kept[:min(len(kept), w.SessionDepth)] {
		for _, s := range kept[n].head.Sessions {
			var gain float64
			share := w.Session
			for _, other := range best[s] {
				if other == n || share < w.Session/2 {
					continue
				}
				gain += share * kept[other].score
				share /= 2
			}
			gains[n] = max(gains[n], gain)
		}
	}
	for n := range kept {
		c := &kept[n]
		c.add("session", gains[n], "")
		c.base += gains[n]
	}
	slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
}
