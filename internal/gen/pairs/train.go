package main

import (
	"math"
	"slices"

	"github.com/factline/memory/compare"
)

// How the forest grows. More rounds learn no more on pairs held out.
const (
	rounds    = 140
	rate      = 0.07 // of each tree's answer
	sampled   = 0.6  // part of the pairs that a tree sees
	asked     = 0.3  // part of the features that a question may be about
	leastLeaf = 8    // pairs of a leaf
	classes   = 4
)

// train boosts trees on the gradient of the log loss, one a class and round.
func train(examples []example) (forest compare.Forest) {
	examples = slices.DeleteFunc(slices.Clone(examples), func(e example) bool { return e.Values == nil })
	random := seeded()
	sums := make([][classes]float64, len(examples))
	odds := make([][classes]float64, len(examples))
	for range rounds {
		for i := range examples {
			odds[i] = softmax(sums[i])
		}
		var rows []int
		for i := range examples {
			if random.Float64() < sampled {
				rows = append(rows, i)
			}
		}
		for class := range classes {
			g := grower{examples: examples, gradient: make([]float64, len(examples)), random: random, tree: compare.Tree{Class: class}}
			for i, e := range examples {
				hit := 0.0
				if e.class == class {
					hit = 1
				}
				g.gradient[i] = hit - odds[i][class]
			}
			g.grow(0, rows)
			forest = append(forest, g.tree)
			one := compare.Forest{g.tree}
			for i := range examples {
				sums[i][class] += one.Sum(examples[i].Values)
			}
		}
	}
	return forest
}

func softmax(sums [classes]float64) (odds [classes]float64) {
	most, total := slices.Max(sums[:]), 0.0
	for i, s := range sums {
		odds[i] = math.Exp(s - most)
		total += odds[i]
	}
	for i := range odds {
		odds[i] /= total
	}
	return odds
}

// grower grows one tree.
type grower struct {
	examples []example
	gradient []float64
	random   interface{ Float64() float64 }
	tree     compare.Tree
}

// grow asks the question at a place of the tree of these rows, or answers them.
func (g *grower) grow(at int, rows []int) {
	if at >= len(g.tree.Features) {
		g.tree.Leaves[at-len(g.tree.Features)] = g.answer(rows)
		return
	}
	feature, threshold, ok := g.question(rows)
	if !ok {
		feature, threshold = 0, math.MaxFloat32 // all go left
	}
	g.tree.Features[at], g.tree.Threshold[at] = feature, threshold
	var left, right []int
	for _, i := range rows {
		if g.examples[i].Values[feature] <= threshold {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	g.grow(2*at+1, left)
	g.grow(2*at+2, right)
}

// answer is the Newton step of the log loss over the rows of a leaf.
func (g *grower) answer(rows []int) float64 {
	sum, curve := 0.0, 0.0
	for _, i := range rows {
		w := g.examples[i].weight
		sum += w * g.gradient[i]
		curve += w * math.Abs(g.gradient[i]) * (1 - math.Abs(g.gradient[i]))
	}
	if len(rows) == 0 {
		return 0
	}
	return rate * (classes - 1) / classes * sum / (curve + 0.5)
}

// question finds the cut that explains most of the gradient.
func (g *grower) question(rows []int) (feature int, threshold float64, ok bool) {
	best := 1e-9
	order := slices.Clone(rows)
	for f := range g.examples[0].Values {
		if g.random.Float64() >= asked || len(rows) < 2*leastLeaf {
			continue
		}
		value := func(i int) float64 { return g.examples[i].Values[f] }
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case value(i) < value(j):
				return -1
			case value(i) > value(j):
				return 1
			}
			return i - j
		})
		total, weight := 0.0, 0.0
		for _, i := range order {
			total += g.examples[i].weight * g.gradient[i]
			weight += g.examples[i].weight
		}
		left, leftWeight := 0.0, 0.0
		for n, i := range order[:len(order)-1] {
			left += g.examples[i].weight * g.gradient[i]
			leftWeight += g.examples[i].weight
			next := order[n+1]
			if n+1 < leastLeaf || len(order)-n-1 < leastLeaf || value(i) == value(next) {
				continue
			}
			right, rightWeight := total-left, weight-leftWeight
			gain := left*left/leftWeight + right*right/rightWeight - total*total/weight
			if gain > best {
				best, feature, threshold, ok = gain, f, short((value(i)+value(next))/2, value(i), value(next)), true
			}
		}
	}
	return feature, threshold, ok
}

// short is a number between two others with as few digits as the file keeps.
func short(middle, low, high float64) float64 {
	if r := compare.Rounded(middle); low <= r && r < high {
		return r
	}
	return middle
}
