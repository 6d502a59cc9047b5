package recall

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// joint is where one question ends and another begins within a sentence. A plain "and" joins words far more often than questions, so it is one only
// before a word that asks, which belongs to what follows. So are a colon, a dash and the end of what was quoted: "quick question: how do we deploy".
var joint = lazyregexp.New(`(?i),?\s+(?:and|plus)\s+((?:how|what|which|who|whom|whose|when|where|why|can|could|should|do|does|did)\s)|` +
	`(?::\s*|\s[-\x{2013}\x{2014}]+\s+|[)\]}>"'` + "`" + `\x{201d}\x{2019}\x{bb}]\s+)((?:how|what|which|who|whom|whose|when|where|why|can|could|should|do|does|did|is|are|was|were|may|must|has|have)\s|\p{Han})|` +
	`\?\s+|;\s+|,?\s+and also\s+|,\s+and\s+|,\s+also\s+|？|；|：|，?(?:以及|还有|另外|请问|我?想问一下|我?想问下|我?想问|问一下|问下)`)

// topic is a part of a text that counts for itself: the mass of its units, 0 for those of the others.
type topic struct {
	units  []bool
	mass   float64 // at least that of an unseen word, as for a whole question
	enough float64 // as question.enough
}

// topics are the parts of a text that an item may answer alone: what it asks without what stands beside it, each sentence, and each side of a joint.
//
// A question counts when it names something. Anything else counts when it is two units or more that together weigh as much as an unseen word, and one
// side of a joint that asks nothing only where another one counts, too. Where there are more sentences or joints than people write, what was pasted is full of them.
func (b *builder) topics(unseen float64) (out []topic) {
	told := 0
	for _, s := range b.sentences {
		if s.kind == tells {
			told++
		}
	}
	if b.focus > 0 {
		out = b.topic(out, unseen, 0, b.focus, b.sentences[0].kind == wonders)
	}
	if len(b.sentences) <= 2*b.w.MaxTopics {
		for _, s := range b.sentences {
			if s.kind == wonders || told <= b.w.MaxTopics {
				out = b.topic(out, unseen, s.start, s.end, s.kind == wonders)
			}
		}
	}
	return append(out, b.sides(unseen)...)
}

// sides are the parts of the text between its joints.
func (b *builder) sides(unseen float64) (out []topic) {
	text := b.meant()
	cuts := joint().FindAllStringSubmatchIndex(text, b.w.MaxTopics)
	if len(cuts) == 0 || len(cuts) == b.w.MaxTopics {
		return nil
	}
	start, asked := 0, false
	for _, cut := range slices.Concat(cuts, [][]int{{len(text), len(text), -1, -1, -1, -1}}) {
		next := cut[1]
		if at := max(cut[2], cut[4]); at >= 0 {
			next = at
		}
		before := len(out)
		question := asks(strings.TrimSpace(text[start:cut[0]]))
		out = b.topic(out, unseen, start, next, question)
		asked = asked || question && len(out) > before
		start = next
	}
	if len(out) < 2 && !asked {
		return nil
	}
	return out
}

// topic adds a part of the text if it counts.
func (b *builder) topic(list []topic, unseen float64, start, end int, question bool) []topic {
	t := topic{units: make([]bool, len(b.units)), enough: b.enough(question, start, end)}
	in, sum := b.unitsIn(start, end), 0.0
	for _, n := range in {
		t.units[n] = true
		if !b.units[n].aside {
			sum += b.units[n].mass
		}
	}
	t.mass = b.heaviest(func(u unit) float64 {
		if u.start < start || u.start >= end {
			return 0
		}
		return u.mass
	}, 0)
	if question && sum < unseen/2 || !question && (len(in) < 2 || t.mass < unseen) {
		return list
	}
	t.mass = max(t.mass, unseen)
	return append(list, t)
}

// answers is how much of the question, or of the part of it for which that says most, a document covers, and what that says. What the store does
// not know of one part does not silence the others.
func (q question) answers(covered []float64) (share, words float64) {
	share = q.coverage(covered)
	words = q.evidence(share, q.mass, q.enough)
	for _, t := range q.topics {
		var sum float64
		for u, part := range covered {
			if t.units[u] {
				sum += q.units[u].mass * part
			}
		}
		s := min(1, sum/t.mass)
		if says := q.evidence(s, t.mass, t.enough); says > words {
			words = says
		}
		share = max(share, s)
	}
	return share, words
}
