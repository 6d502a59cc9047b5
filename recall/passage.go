package recall

import (
	"cmp"

	"github.com/factline/memory/projections"
)

// Asked is a question as a store read it. It tells which part of a long text answers, by the words and the weights that found the text.
type Asked struct {
	ask question
	ix  interface {
		Analyze(text string) []projections.Term
	}
}

// Passage is a piece of a text and the heading that it stands under.
type Passage struct{ Heading, Text string }

// leastBeyond is the share of a question that a passage holds beyond what is shown anyway. Less is one common word of several.
const leastBeyond = 0.2

// Best is the passage that holds most of the question beyond what is said anyway, -1 = none holds enough. A heading speaks for all that stands
// under it; among equals the passage counts that holds more itself, then the earlier one.
func (a *Asked) Best(said string, passages []Passage) int {
	if a == nil || len(a.ask.units) == 0 {
		return -1
	}
	known := a.covered(said)
	before, _ := a.ask.answers(known)
	headings := map[string][]float64{"": known}
	best, most, own := -1, before+leastBeyond, 0.0
	for n, p := range passages {
		above, seen := headings[p.Heading]
		if !seen {
			above = union(known, a.covered(p.Heading))
			headings[p.Heading] = above
		}
		holds := a.covered(p.Text)
		all, _ := a.ask.answers(union(above, holds))
		alone, _ := a.ask.answers(union(known, holds))
		if order := cmp.Compare(all, most); order > 0 || order == 0 && (best < 0 || alone > own) {
			best, most, own = n, all, alone
		}
	}
	return best
}

// covered is how much of each unit of the question a text covers.
func (a *Asked) covered(text string) []float64 {
	word, name := map[string]bool{}, map[string]bool{}
	for _, t := range a.ix.Analyze(text) {
		if name[t.Text] = true; !t.Ident {
			word[t.Text] = true
		}
	}
	covered := make([]float64, len(a.ask.units))
	for _, t := range a.ask.terms {
		if !word[t.text] && !(t.ident && name[t.text]) {
			continue
		}
		for _, c := range t.covers {
			if c.share == 1 {
				covered[c.unit] = 1
			} else {
				covered[c.unit] = min(1, covered[c.unit]+c.share)
			}
		}
	}
	for _, o := range a.ask.others {
		held := 0.0
		for _, t := range o.terms {
			if word[t.text] || t.ident && name[t.text] {
				held++
			}
		}
		for _, unit := range o.units {
			covered[unit] = max(covered[unit], o.share*held/float64(len(o.terms)))
		}
	}
	return covered
}

func union(a, b []float64) []float64 {
	both := make([]float64, len(a))
	for n := range a {
		both[n] = max(a[n], b[n])
	}
	return both
}

// Sentences cuts a paragraph at the ends of its sentences.
func Sentences(text string) (out []string) {
	pieces, _ := appendSentences(nil, text, 0, len(text))
	for _, p := range pieces {
		out = append(out, text[p.start:p.end])
	}
	return out
}
