// Command pairs trains the classifier of compare.Guess on the labelled pairs of the repository, and writes compare/forest.txt:
//
//	go run ./internal/gen/pairs              # folds of pairs that were left out of the training, then the file
//	go run ./internal/gen/pairs -folds only  # the figures alone
//
// It reads the pairs that were in view of whoever made the rules: the half of the first set that is for making rules, and the whole of the others. The test
// half of the first set and the set "blind" are never read. The same pairs give the same file.
package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/gates"
	"github.com/factline/memory/hub"
)

// sources are the files of pairs. Those of hard pairs were written by people who did not know the rules: what is claimed is claimed of them.
var sources = []struct {
	path      string
	dev, hard bool
}{
	{path: "gates/sets/pairs.txt", dev: true},
	{path: "gates/sets/pairs-words.txt"},
	{path: "gates/sets/pairs-once-blind.txt"},
	{path: "gates/sets/pairs-second-blind.txt", hard: true},
	{path: "gates/sets/pairs-trained.txt", hard: true},
	{path: "compare/testdata/otherwords.txt"},
}

// example is a pair with its label.
type example struct {
	compare.Example
	class        int
	hard         bool
	weight       float64
	older, newer string
	group        int // pairs that share a text are held out together
}

func main() {
	log.SetFlags(0)
	out := flag.String("out", "compare/forest.txt", "the file to write")
	folds := flag.String("folds", "", `"only": write nothing`)
	flag.Parse()
	meaning, err := hub.Meaning(true)
	if err != nil {
		log.Fatal(err)
	}
	examples, err := read(meaning)
	if err != nil {
		log.Fatal(err)
	}
	crossed := cross(meaning, examples)
	log.Printf("%d pairs crossed", len(crossed))
	validate(examples, crossed)
	if *folds == "only" {
		return
	}
	forest := train(slices.Concat(examples, crossed))
	text := "# Trees: see forest.go. Made by internal/gen/pairs.\n" + forest.Text()
	if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%s: %d trees, %d bytes", *out, len(forest), len(text))
}

func read(m compare.Meaning) (out []example, err error) {
	skipped := 0
	for _, s := range sources {
		f, err := os.Open(s.path)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			part := strings.Split(lines.Text(), " | ")
			if len(part) != 3 || strings.HasPrefix(part[0], "#") {
				continue
			}
			if s.dev && gates.SplitOf("pairs/"+part[1]+" / "+part[2]) != gates.Dev {
				continue
			}
			class := slices.Index(compare.Labels(), compare.Relation(strings.Fields(part[0])[1]))
			e, ok := m.Example(context.Background(), compare.Fact{Claim: part[1]}, compare.Fact{Claim: part[2]})
			switch {
			case class < 0:
				return nil, fmt.Errorf("%s: unknown relation: %s", s.path, lines.Text())
			case !ok: // the classifier is not asked: they stay unrelated, and nothing is learnt of them
				e.Rules = m.Facts(context.Background(), compare.Fact{Claim: part[1]}, compare.Fact{Claim: part[2]}).Relation
				e.Zh = part[0][:2] == "zh"
				skipped++
			}
			out = append(out, example{Example: e, class: class, hard: s.hard, weight: 1, older: part[1], newer: part[2]})
		}
		if err := cmp.Or(lines.Err(), f.Close()); err != nil {
			return nil, err
		}
	}
	log.Printf("%d pairs, the classifier is not asked of %d of them", len(out), skipped)
	group(out)
	return out, nil
}

// group gives pairs that share a text one number.
func group(examples []example) {
	of := map[string]int{}
	for i := range examples {
		e := &examples[i]
		a, okA := of[e.older]
		b, okB := of[e.newer]
		switch {
		case okA && okB:
			for text, g := range of {
				if g == b {
					of[text] = a
				}
			}
		case okB:
			a = b
		case !okA:
			a = i
		}
		of[e.older], of[e.newer] = a, a
	}
	for i := range examples {
		examples[i].group = of[examples[i].older]
	}
}

// cross sets each older text of the hard pairs beside the newer text of another pair that is nearest to it: neighbours as a store has them, unrelated.
func cross(m compare.Meaning, examples []example) (out []example) {
	ctx := context.Background()
	for _, e := range examples {
		if !e.hard {
			continue
		}
		best, nearest := -1, 0.0
		for j, o := range examples {
			if !o.hard || o.group == e.group || o.Zh != e.Zh {
				continue
			}
			if near := m.Words(e.older, o.newer); near > nearest {
				best, nearest = j, near
			}
		}
		if best < 0 {
			continue
		}
		o := examples[best]
		seen, ok := m.Example(ctx, compare.Fact{Claim: e.older}, compare.Fact{Claim: o.newer})
		if ok && seen.Rules == compare.Unrelated {
			out = append(out, example{Example: seen, class: 3, weight: crossWeight, older: e.older, newer: o.newer, group: e.group})
		}
	}
	return out
}

// crossWeight: nobody looked at the crossed pairs, and of the nearest a few are not unrelated. With 0.3 the forest becomes deaf to facts in other words, with
// none every second neighbour is named.
const crossWeight = 0.05

const foldCount = 5

// validate trains on four of five parts, and says what becomes of the fifth.
func validate(examples, crossed []example) {
	var all []judged
	for fold := range foldCount {
		held := func(e example) bool { return e.group%foldCount == fold }
		forest := train(slices.DeleteFunc(slices.Concat(examples, crossed), held))
		for _, set := range [][]example{examples, crossed} {
			for _, e := range set {
				if !held(e) {
					continue
				}
				j := judged{e, [classes]float64{classes - 1: 1}}
				if e.Values != nil {
					j.odds = forest.Odds(e.Values)
				}
				all = append(all, j)
			}
		}
	}
	report(all)
}

// seeded makes the same numbers in every run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(21, 0)) }
