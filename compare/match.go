package compare

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// match is how well the parts of two sentences find their like in the other one.
type match struct {
	old, new           float64 // mean over the parts of each of the nearness of the nearest part of the other
	worstOld, worstNew float64 // the same over the least near quarter
}

func dot(x, y []float32) (sum float64) {
	for i := range x {
		sum += float64(float64(x[i]) * float64(y[i]))
	}
	return sum
}

// matchOf builds a match from the nearness of every part of one to every part of the other. weight is what a part counts.
func matchOf(n, m int, near func(i, j int) float64, weightOld, weightNew func(int) float64) match {
	if n == 0 || m == 0 {
		return match{}
	}
	bestOld, bestNew := make([]float64, n), make([]float64, m)
	for i := range bestOld {
		bestOld[i] = -1
	}
	for j := range bestNew {
		bestNew[j] = -1
	}
	for i := range n {
		for j := range m {
			c := near(i, j)
			bestOld[i], bestNew[j] = max(bestOld[i], c), max(bestNew[j], c)
		}
	}
	var out match
	out.old, out.worstOld = weighed(bestOld, weightOld)
	out.new, out.worstNew = weighed(bestNew, weightNew)
	return out
}

// weighed is the weighted mean, and that of the worst quarter of the weight.
func weighed(best []float64, weight func(int) float64) (mean, worst float64) {
	order := make([]int, len(best))
	total := 0.0
	for i := range best {
		order[i] = i
		mean += float64(best[i] * weight(i))
		total += weight(i)
	}
	if total == 0 {
		return 0, 0
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(best[i], best[j]) })
	left := total / 4
	taken := 0.0
	for _, i := range order {
		w := min(weight(i), left-taken)
		if w <= 0 {
			break
		}
		worst += float64(best[i] * w)
		taken += w
	}
	return mean / total, worst / taken
}

func piecesMatch(old, new [][]float32) match {
	one := func(int) float64 { return 1 }
	return matchOf(len(old), len(new), func(i, j int) float64 { return dot(old[i], new[j]) }, one, one)
}

// wordsMatch looks for each word's nearest one.
func (p pair) wordsMatch(old, new []atom) match {
	near := func(i, j int) float64 {
		x, y := old[i], new[j]
		switch {
		case x.equal(y):
			return 1
		case x.kind == number || y.kind == number || x.kind == day || y.kind == day:
			return 0
		case p.m.meanSame(x, y):
			return 0.9
		}
		return min(0.85, max(0, p.m.Words(x.lower(), y.lower())))
	}
	weight := func(words []atom) func(int) float64 {
		return func(i int) float64 {
			switch t := words[i]; {
			case t.kind == name || t.kind == number || t.kind == day:
				return 1.5
			case t.isLight():
				return 0.3
			}
			return 1
		}
	}
	return matchOf(len(old), len(new), near, weight(old), weight(new))
}

// clausesMatch asks the network for each clause's nearest one.
func (l *look) clausesMatch(ctx context.Context, old, new string) match {
	a, b := clauses(old), clauses(new)
	if len(a) < 2 && len(b) < 2 {
		return match{l.cosine, l.cosine, l.cosine, l.cosine}
	}
	one := func(int) float64 { return 1 }
	return matchOf(len(a), len(b), func(i, j int) float64 {
		c, _ := l.m.Sentences(ctx, a[i], b[j])
		return c
	}, one, one)
}

// mostClauses are asked about.
const mostClauses = 3

// clauses cuts a sentence at the marks and words between clauses. What is short stays with what stands before it.
func clauses(text string) (out []string) {
	for _, c := range signShapes().clause.Split(text, -1) {
		c = strings.TrimSpace(c)
		if n := len(out); n > 0 && (len(strings.Fields(c)) < 3 || n == mostClauses) {
			out[n-1] += ", " + c
		} else if c != "" {
			out = append(out, c)
		}
	}
	return out
}
