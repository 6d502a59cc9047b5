package recall

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// Claims is what Near needs of an index: projections.View and projections.Keys give the same.
type Claims interface {
	Words(text string) []projections.Term
	Claims(terms []string, steps int, wanted func(projections.Facets) bool) (*projections.Claims, error)
}

// Constants of Near. None of them is fitted to a set: the first bounds time, the others say how words weigh against each other.
const (
	// nearSteps bounds the postings that are walked: about a millisecond. A store of 10,000 items does not reach it.
	nearSteps = 50_000
	// nearRare is how many claims of the project may hold a word that still tells them apart. From there on all words weigh the same.
	nearRare = 64
	// nearUsual is the length of a claim in words, title and summary: one that is longer by as much weighs half.
	nearUsual = 20
	// nearLook is how many of those with the most weight are looked at closely.
	nearLook = 256
)

// Near finds the items and candidates that hold where a head does (in its project or in every one; for a head of every project, in any), whatever their status but archived, that say nearly the same: what a write is
// compared with. Unlike Find it asks what a claim (title and summary) has in common with the head's, reads nothing of the others, and so
// takes as long in a large store as in a small one. A word weighs by how few claims of the project hold it; words that the head's claim does not
// have weigh a little against a claim. Equals go by id.
func Near(ix Claims, head items.Head, k int) ([]items.Head, error) {
	terms := claimWords(ix, head)
	if len(terms) == 0 || k <= 0 {
		return nil, nil
	}
	together := func(project string) bool { return project == head.Project || project == "" || head.Project == "" }
	found, err := ix.Claims(terms, nearSteps, func(f projections.Facets) bool {
		return together(f.Project) && f.Status != items.Archived && rank(f.Sensitivity) <= rank(items.Private)
	})
	if err != nil {
		return nil, fmt.Errorf("look for what says the same: %w", err)
	}
	weight := make([]float64, len(terms))
	for n := range terms {
		weight[n] = nearWeight(found.Freq(n, nearRare))
	}
	var near []items.Head
	for _, c := range closest(found, weight) {
		if len(near) == k {
			break
		}
		if h, ok := found.Head(c.claim); ok && together(h.Project) && h.Status != items.Archived {
			near = append(near, h)
		}
	}
	return near, nil
}

// claimWords are the distinct words of a claim, in order, at most as many as an index takes.
func claimWords(ix Claims, head items.Head) (terms []string) {
	for _, t := range ix.Words(head.Title + "\n" + head.Summary + "\n" + head.Lead) {
		if !slices.Contains(terms, t.Text) {
			terms = append(terms, t.Text)
		}
	}
	return terms[:min(len(terms), projections.ClaimTerms)]
}

// nearWeight is 1 for a word that nearRare claims or more hold, and 1 more each time that half as many do.
func nearWeight(df int) float64 {
	return max(1, 1+math.Log2(nearRare/float64(max(1, df))))
}

// nearClaim is a claim with how near it is.
type nearClaim struct {
	claim  projections.Claim
	shared float64 // weight of the words in common
	score  float64
	id     items.ID
}

// closest orders the live claims by score, then id, of those that share most.
func closest(found *projections.Claims, weight []float64) []nearClaim {
	best := heaviestClaims(found, weight)
	live := best[:0]
	for _, c := range best {
		if !found.Live(c.claim) {
			continue
		}
		more := max(0, found.Len(c.claim)-bits.OnesCount64(c.claim.Has))
		c.score, c.id = c.shared*nearUsual/float64(nearUsual+more), found.ID(c.claim)
		live = append(live, c)
	}
	slices.SortFunc(live, func(a, b nearClaim) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	return live
}

// heaviestClaims are the nearLook claims that share most; of equals the first ones.
func heaviestClaims(found *projections.Claims, weight []float64) []nearClaim {
	var best []nearClaim
	least := 0.0 // what a claim must share to come in
	found.Each(func(c projections.Claim) {
		shared := 0.0
		for has := c.Has; has != 0; has &= has - 1 {
			shared += weight[bits.TrailingZeros64(has)]
		}
		if shared <= least {
			return
		}
		best = append(best, nearClaim{claim: c, shared: shared})
		if len(best) == 2*nearLook {
			best = heavier(best)
			least = best[len(best)-1].shared
		}
	})
	return heavier(best)
}

func heavier(list []nearClaim) []nearClaim {
	slices.SortStableFunc(list, func(a, b nearClaim) int { return cmp.Compare(b.shared, a.shared) })
	return list[:min(len(list), nearLook)]
}
