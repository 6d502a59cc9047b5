package gates

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Row is what one question came to under one system. Every metric is worked out from rows alone, so that a committed file of rows
// says all. A row of the test split holds no text and no id of a document: who reads it learns nothing to tune on.
type Row struct {
	Task     string    `json:"task"`
	ID       string    `json:"id"`
	Category string    `json:"category,omitempty"`
	Split    Split     `json:"split"`
	Ranks    []int     `json:"ranks,omitempty"`   // of each relevant answer, from 1; 0 = not found; best gain first, then by rank
	Gains    []float64 `json:"gains,omitempty"`   // of each relevant answer, in the same order; left out where all are 1
	Forbids  int       `json:"forbids,omitempty"` // forbidden answers
	Bad      int       `json:"bad,omitempty"`     // of those, how many came back (in the pack where there is one, else in the first 10)
	Silent   bool      `json:"silent,omitempty"`  // nothing may be injected
	Pack     *PackRow  `json:"pack,omitempty"`

	Verdict *VerdictRow `json:"verdict,omitempty"` // of a suite that asks no store
	Finding *FindingRow `json:"finding,omitempty"` // of a suite that asks for yes or no about a text

	Query string   `json:"query,omitempty"` // dev only
	Got   []string `json:"got,omitempty"`   // dev only: the first answers

	unordered bool // everything came back, in no order: ranks say nothing
}

// VerdictRow is whether one judgement was the labelled one.
type VerdictRow struct {
	Right bool `json:"right"`
	Wrong bool `json:"wrong,omitempty"` // worse than not right: it would have acted by itself
	// Settled says whether the answer is the labelled one where an update and a contradiction are one: a conflict that a person decides. nil where it is
	// not asked.
	Settled *bool `json:"settled,omitempty"`
	// Merged says that two facts were taken for one: an agent's second one would only have added its evidence to the first.
	Merged bool `json:"merged,omitempty"`
	// Disputed says that a case was made of two facts that can both be true; nil where it is not asked.
	Disputed *bool `json:"disputed,omitempty"`
	// Named says of two facts that have to do with each other whether anything came of comparing them, Noted of two others whether they
	// were taken for perhaps the same; nil where it is not asked.
	Named *bool `json:"named,omitempty"`
	Noted *bool `json:"noted,omitempty"`
}

// PackRow is what the prompt got.
type PackRow struct {
	Items  int `json:"items"`            // 0 = nothing was injected
	Right  int `json:"right,omitempty"`  // relevant answers among them
	Tokens int `json:"tokens,omitempty"` // of the whole text
}

// gain is the gain of the i-th relevant answer.
func (r Row) gain(i int) float64 {
	if i < len(r.Gains) {
		return r.Gains[i]
	}
	return 1
}

// within counts the relevant answers among the first k.
func (r Row) within(k int) (n int) {
	for _, rank := range r.Ranks {
		if rank > 0 && rank <= k {
			n++
		}
	}
	return n
}

// first is the best rank of a relevant answer, 0 without one.
func (r Row) first() int {
	best := 0
	for _, rank := range r.Ranks {
		if rank > 0 && (best == 0 || rank < best) {
			best = rank
		}
	}
	return best
}

// badDepth is how far down a ranking a forbidden answer counts as shown: what a search prints.
const badDepth = 10

// newRow looks up where the relevant and the forbidden answers stand in a ranking, and in a pack where one was made.
func newRow(task string, q Question, ans answer) Row {
	r := Row{Task: task, ID: q.ID, Category: q.Category, Split: q.split(), Silent: q.Silent, Forbids: len(q.Forbidden), unordered: ans.Unordered}
	at := places(ans.Ranked)
	type found struct {
		rank int
		gain float64
	}
	var all []found
	for id, gain := range q.Relevant {
		all = append(all, found{at[id], gain})
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(uint(a.rank-1), uint(b.rank-1))) // rank 0 becomes the largest
	})
	graded := slices.ContainsFunc(all, func(f found) bool { return f.gain != 1 })
	for _, f := range all {
		r.Ranks = append(r.Ranks, f.rank)
		if graded {
			r.Gains = append(r.Gains, f.gain)
		}
	}
	shown := places(ans.Ranked[:min(badDepth, len(ans.Ranked))])
	if ans.Pack != nil {
		shown = places(ans.Pack.Entries)
		r.Pack = &PackRow{Items: len(ans.Pack.Entries), Tokens: ans.Pack.Tokens}
		for id := range q.Relevant {
			if shown[id] > 0 {
				r.Pack.Right++
			}
		}
	}
	for _, id := range q.Forbidden {
		if shown[id] > 0 {
			r.Bad++
		}
	}
	if r.Split == Dev {
		r.Query, r.Got = q.Text, ans.Ranked[:min(5, len(ans.Ranked))]
	}
	return r
}

// places gives each id its first place, from 1.
func places(ids []string) map[string]int {
	at := make(map[string]int, len(ids))
	for i, id := range ids {
		if at[id] == 0 {
			at[id] = i + 1
		}
	}
	return at
}

// encodeRows writes one row a line.
func encodeRows(rows []Row) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return nil, fmt.Errorf("write the row of %s: %w", r.ID, err)
		}
	}
	return b.Bytes(), nil
}
