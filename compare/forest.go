package compare

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// forestText is the trained classifier of pairs: lines of one tree, "relation", then seven times "feature threshold", then eight leaves. It is made
// by internal/gen/pairs, which says of what.
//
//go:embed forest.txt
var forestText string

// guessed are the relations between which the classifier decides, in the order of its odds.
var guessed = [...]Relation{Same, Update, Contradiction, Unrelated}

// Tree asks three questions, each the next one by the answer: question i is followed by 2i+1 where the feature is at most the threshold, else by 2i+2.
type Tree struct {
	Class     int // index of the relation that it speaks for
	Features  [7]int
	Threshold [7]float64
	Leaves    [8]float64
}

func (t *Tree) leaf(values []float64) float64 {
	at := 0
	for at < len(t.Features) {
		if values[t.Features[at]] <= t.Threshold[at] {
			at = 2*at + 1
		} else {
			at = 2*at + 2
		}
	}
	return t.Leaves[at-len(t.Features)]
}

// Forest is a sum of trees for each relation.
type Forest []Tree

// Odds are the probabilities of Same, Update, Contradiction and Unrelated.
func (f Forest) Odds(values []float64) (odds [len(guessed)]float64) {
	var sums [len(guessed)]float64
	for i := range f {
		sums[f[i].Class] += f[i].leaf(values)
	}
	most := max(sums[0], sums[1], sums[2], sums[3])
	total := 0.0
	for i, sum := range sums {
		odds[i] = math.Exp(sum - most)
		total += odds[i]
	}
	for i := range odds {
		odds[i] /= total
	}
	return odds
}

// ReadForest reads what Forest.Text wrote; what is no tree is left out.
func ReadForest(text string) (f Forest) {
	for line := range strings.Lines(text) {
		field := strings.Fields(line)
		if len(field) != 1+2*7+8 || field[0] == "#" {
			continue
		}
		number := func(i int) float64 { v, _ := strconv.ParseFloat(field[i], 64); return v }
		t := Tree{Class: int(number(0))}
		for i := range t.Features {
			t.Features[i], t.Threshold[i] = int(number(1+2*i)), number(2+2*i)
		}
		for i := range t.Leaves {
			t.Leaves[i] = number(15 + i)
		}
		f = append(f, t)
	}
	return f
}

// Text writes the forest, to the digits that matter.
func (f Forest) Text() string {
	var b strings.Builder
	for i := range f {
		t := &f[i]
		b.WriteString(strconv.Itoa(t.Class))
		for j := range t.Features {
			b.WriteString(" " + strconv.Itoa(t.Features[j]) + " " + strconv.FormatFloat(t.Threshold[j], 'g', 4, 64))
		}
		for _, leaf := range t.Leaves {
			b.WriteString(" " + strconv.FormatFloat(leaf, 'g', 3, 64))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// trained is the forest in the binary, read when it is first asked.
var trained = sync.OnceValue(func() Forest { return ReadForest(forestText) })

// Sum is what all trees together say, whatever they speak for.
func (f Forest) Sum(values []float64) (sum float64) {
	for i := range f {
		sum += f[i].leaf(values)
	}
	return sum
}

// Rounded is a threshold to the digits that Text writes.
func Rounded(x float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return v
}
