package recall

import (
	"slices"

	"github.com/factline/memory/internal/lazyregexp"
)

// joint is where one question ends and another begins. A plain "and" joins words far more often than questions, so it is none.
var joint = lazyregexp.New(`(?i)\?\s+|;\s+|,?\s+and also\s+|,\s+and\s+|,\s+also\s+|\s+plus how\s+|？|；|，?(?:以及|还有|另外)`)

// topic is one of several questions in a text: the mass of its units, 0 for those of the others.
type topic struct {
	units []bool
	mass  float64 // at least that of an unseen word, as for a whole question
}

// topics splits a question at its joints. A part counts as a question of its own when it names something: two units or more that
// together weigh as much as an unseen word. Fewer than two such parts are one question, and so is a long text: what was pasted is full of
// joints.
func (q question) topics(w Weights) (out []topic) {
	cuts := joint().FindAllStringIndex(q.text, w.MaxTopics)
	if len(cuts) == 0 || len(cuts) == w.MaxTopics {
		return nil
	}
	start := 0
	for _, cut := range slices.Concat(cuts, [][]int{{len(q.text), len(q.text)}}) {
		t := topic{units: make([]bool, len(q.units))}
		named := 0
		for n, u := range q.units {
			if u.start >= start && u.start < cut[1] {
				t.units[n] = true
				t.mass += u.mass
				named++
			}
		}
		if named >= 2 && t.mass >= q.unseen {
			out = append(out, t)
		}
		start = cut[1]
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// answers is how much of the question, or of the one of its topics that it covers best, a document covers: the share, and the mass that
// the share is of. What the store does not know of one topic does not silence the other.
func (q question) answers(covered []float64, topics []topic) (share, mass float64) {
	share, mass = q.coverage(covered), q.mass
	for _, t := range topics {
		var sum float64
		for u, part := range covered {
			if t.units[u] {
				sum += q.units[u].mass * part
			}
		}
		if s := min(1, sum/t.mass); s > share {
			share, mass = s, t.mass
		}
	}
	return share, mass
}
