package main

import (
	"fmt"
	"slices"

	"github.com/factline/memory/compare"
)

// judged is a pair with what a forest that had not seen it says.
type judged struct {
	example
	odds [classes]float64
}

func (j judged) says() int {
	best := 0
	for i, p := range j.odds {
		if p > j.odds[best] {
			best = i
		}
	}
	return best
}

// open reports a pair of which the rules say nothing: only of those is the classifier asked.
func (j judged) open() bool { return j.Rules == compare.Unrelated || j.Rules == compare.Similar }

// verdict is what comes of the pair: the rules, and where they are silent the classifier.
func (j judged) verdict() int {
	if j.open() {
		return j.says()
	}
	return slices.Index(compare.Labels(), j.Rules)
}

func report(all []judged) {
	for _, part := range []struct {
		name  string
		holds func(j judged) bool
	}{
		{"hard, English", func(j judged) bool { return j.hard && !j.Zh }},
		{"hard, Chinese", func(j judged) bool { return j.hard && j.Zh }},
		{"hard", func(j judged) bool { return j.hard }},
		{"others in view", func(j judged) bool { return !j.hard && j.weight == 1 }},
		{"crossed, English", func(j judged) bool { return j.weight < 1 && !j.Zh }},
		{"crossed, Chinese", func(j judged) bool { return j.weight < 1 && j.Zh }},
	} {
		set := slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return !part.holds(j) })
		var table [classes][classes]int
		right := 0
		for _, j := range set {
			table[j.class][j.verdict()]++
			if j.class == j.verdict() {
				right++
			}
		}
		fmt.Printf("%s: %d pairs, right %.3f, by label and verdict (same, update, contradiction, unrelated) %v\n", part.name, len(set), float64(right)/float64(len(set)), table)
		for class := range classes - 1 {
			bounds(set, class)
		}
	}
}

// bounds prints how many pairs a bound of the odds finds, and how many of them are right.
func bounds(set []judged, class int) {
	fmt.Printf("  %-14s", compare.Labels()[class])
	for _, least := range []float64{0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.95} {
		found, right := 0, 0
		for _, j := range set {
			if !j.open() || j.says() != class || j.odds[class] < least || class == 0 && j.Apart {
				continue
			}
			found++
			if j.class == class {
				right++
			}
		}
		fmt.Printf("  %.2f: %d/%d", least, right, found)
	}
	fmt.Println()
}
