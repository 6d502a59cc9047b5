package harvest

import (
	"cmp"
	"slices"

	"github.com/factline/memory/items"
)

// candidates turns findings into candidates and joins those that say the same: the stronger one stays and takes the other's
// citations.
func candidates(found []finding) []Candidate {
	var out []Candidate
	var claims []claim // of out, made once: comparing is quadratic
	for _, f := range found {
		if f.title == "" || len(f.quotes) == 0 {
			continue
		}
		c := f.candidate()
		cl := claimOfTitle(c.Item.Title)
		same := slices.IndexFunc(out, func(o Candidate) bool { return sharesSpan(o.Item, c.Item) })
		for i := 0; i < len(out) && same < 0; i++ {
			if sameSubject(out[i].Item, c.Item) && claims[i].same(cl) {
				same = i
			}
		}
		if same < 0 {
			out, claims = append(out, c), append(claims, cl)
			continue
		}
		out[same] = join(out[same], c)
		claims[same] = claimOfTitle(out[same].Item.Title)
	}
	return out
}

func sharesSpan(a, b items.Item) bool {
	return len(a.Evidence) > 0 && len(b.Evidence) > 0 && a.Evidence[0] == b.Evidence[0]
}

func join(a, b Candidate) Candidate {
	if b.Score > a.Score {
		a, b = b, a
	}
	seen := len(a.Item.Evidence)
	for _, c := range b.Item.Evidence {
		if !slices.Contains(a.Item.Evidence, c) {
			a.Item.Evidence = append(a.Item.Evidence, c)
		}
	}
	if len(a.Item.Evidence) > seen {
		a.Score = min(1, a.Score+scoreSaidTwice)
	}
	return a
}

// rank orders by score, then by rule, title and first citation, and cuts at the cap.
func rank(cs []Candidate) []Candidate {
	slices.SortStableFunc(cs, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Item.Title, b.Item.Title),
			cmp.Compare(a.Item.Evidence[0].ID, b.Item.Evidence[0].ID), cmp.Compare(a.Item.Evidence[0].Span, b.Item.Evidence[0].Span))
	})
	return cs[:min(len(cs), MaxPerSession)]
}
