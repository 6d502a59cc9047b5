package recall

import (
	"fmt"
	"math"
	"time"

	"github.com/factline/memory/items"
)

// boost nudges the best candidates by phrase, title, the agent that is asked about, age, confidence and what readers said. Each nudge is a bounded share of the candidate's own
// base score (Weights.Swing bounds them together), so they decide among near-equals and nothing else. Candidates come best
// first; one that no boost could bring among the first k is left as it is.
func boost(ix index, q question, kept []candidate, asked Query, w Weights) {
	k, now := asked.K, asked.Now
	for n := range kept {
		c := &kept[n]
		if n >= k && c.base*w.Swing() < kept[k-1].base {
			return
		}
		title, summary := sequence(ix.Words(c.head.Title)), sequence(ix.Words(c.head.Summary))
		if q.agent.name == "" {
			c.add("phrase", c.base*w.Phrase*max(adjacent(q.words, title), adjacent(q.words, summary)), "")
		} else if q.agent.tells(c.head) {
			c.add("agent", c.base*w.Agent, q.agent.name)
		}
		c.add("title", c.base*w.Title*share(title, q.words), "")
		if len(q.times) > 0 {
			c.add("when", c.base*w.When*fit(c.head, q.times), began(c.head).Format(time.DateOnly))
		} else { // age says nothing where a time is asked for
			lost, note := faded(c.head, now, w)
			c.add("recency", -c.base*w.Recency*lost, note)
		}
		c.add("confidence", -c.base*w.Confidence*(1-confidence(c.head)), fmt.Sprintf("confidence %.2f", confidence(c.head)))
		if opinion, readers := standing(c.head, asked.Said[c.head.ID]); readers > 0 {
			c.add("feedback", c.base*w.Feedback*opinion, fmt.Sprintf("by %d", readers))
		}
	}
}

// standing sums up what readers said of an item, -1 to 1: nearer to the ends the more of them agree, never there. What was said before the
// item was last changed was said of something else.
func standing(h items.Head, said []Word) (opinion float64, readers int) {
	var sum, weight float64
	for _, w := range said {
		if w.At.Before(h.Updated) {
			continue
		}
		readers++
		sum, weight = sum+w.Value, weight+math.Abs(w.Value)
	}
	return sum / (1 + weight), readers
}

// adjacent is the share of the neighbouring word pairs of the question that stand side by side in a text, in the same order.
func adjacent(question, text []string) float64 {
	if len(question) < 2 || len(text) < 2 {
		return 0
	}
	pairs := make(map[[2]string]bool, len(text))
	for n := range text[1:] {
		pairs[[2]string{text[n], text[n+1]}] = true
	}
	var found int
	for n := range question[1:] {
		if pairs[[2]string{question[n], question[n+1]}] {
			found++
		}
	}
	return float64(found) / float64(len(question)-1)
}

// share is how much of a title the question names.
func share(title, question []string) float64 {
	if len(title) == 0 {
		return 0
	}
	asked := make(map[string]bool, len(question))
	for _, word := range question {
		asked[word] = true
	}
	var found int
	for _, word := range title {
		if asked[word] {
			found++
		}
	}
	return float64(found) / float64(len(title))
}

// faded is how much of its freshness a head has lost, 0..1. Types without a half-life lose none; a date in the future counts as now.
func faded(h items.Head, now time.Time, w Weights) (lost float64, note string) {
	half, fades := w.HalfLife[h.Type]
	if !fades || now.IsZero() || h.Updated.IsZero() || h.Updated.After(now) {
		return 0, ""
	}
	age := now.Sub(h.Updated)
	days := age.Hours() / 24
	return 1 - math.Exp2(-float64(age)/float64(half)), fmt.Sprintf("%s, %.0f days old", h.Type, days)
}

// confidence is the head's, or 0.5 where none was given.
func confidence(h items.Head) float64 {
	if h.Confidence <= 0 {
		return 0.5
	}
	return min(1, h.Confidence)
}
