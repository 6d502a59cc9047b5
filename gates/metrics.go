package gates

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Metric is one measure of a row. of says whether the row counts at all: a question without a relevant answer has no recall.
type Metric struct {
	Name  string
	Means string
	Least bool // lower is better
	BySet bool // the mean over categories of the mean over their questions; it stands for all of them together only
	of    func(Row) (value float64, counts bool)
}

// Metrics lists every measure.
func Metrics() []Metric {
	all := []Metric{
		{Name: "mrr", Means: "1 / rank of the first relevant answer, 0 where none was found", of: ranked(func(r Row) float64 {
			if first := r.first(); first > 0 {
				return 1 / float64(first)
			}
			return 0
		})},
		{Name: "ndcg@10", Means: "discounted gain of the first 10, against the best order", of: ranked(func(r Row) float64 { return ndcg(r, 10) })},
	}
	for _, k := range []int{1, 3, 5, 10} {
		all = append(all,
			Metric{Name: fmt.Sprint("hit@", k), Means: "a relevant answer is among the first k (recall_any@k)", of: ranked(func(r Row) float64 { return is(r.within(k) > 0) })},
			Metric{Name: fmt.Sprint("recall@", k), Means: "share of the relevant answers among the first k", of: ranked(func(r Row) float64 {
				return float64(r.within(k)) / float64(len(r.Ranks))
			})},
			Metric{Name: fmt.Sprint("recall_all@", k), Means: "all relevant answers are among the first k", of: ranked(func(r Row) float64 {
				return is(r.within(k) == len(r.Ranks))
			})},
			Metric{Name: fmt.Sprint("precision@", k), Means: "share of the first k that is relevant", of: ranked(func(r Row) float64 { return float64(r.within(k)) / float64(k) })},
		)
	}
	all = append(all, findingMetrics()...)
	return append(all,
		Metric{Name: "accuracy", Means: "the answer is the labelled one", of: judged(func(v VerdictRow) bool { return v.Right })},
		Metric{Name: "wrong", Means: "acted by itself where it may not", Least: true, of: judged(func(v VerdictRow) bool { return v.Wrong })},
		Metric{Name: "settled", Means: "the answer is the labelled one, with update and contradiction as one: a conflict to decide", of: asked(func(v VerdictRow) *bool { return v.Settled })},
		Metric{Name: "disputed", Means: "a case to decide was made of two facts that do not disagree", Least: true, of: asked(func(v VerdictRow) *bool { return v.Disputed })},
		Metric{Name: "merged", Means: "two facts taken for one", Least: true, of: judged(func(v VerdictRow) bool { return v.Merged })},
		Metric{Name: "named", Means: "something came of two facts that have to do with each other", of: asked(func(v VerdictRow) *bool { return v.Named })},
		Metric{Name: "noted", Means: "two facts that have nothing to do with each other were named as perhaps the same", Least: true, of: asked(func(v VerdictRow) *bool { return v.Noted })},
		Metric{Name: "forbidden", Means: "a forbidden answer came back", Least: true, of: func(r Row) (float64, bool) { return is(r.Bad > 0), r.Forbids > 0 }},
		Metric{Name: "tokens", Means: "tokens of the prompt text for one question", Least: true, of: packed(func(r Row) float64 { return float64(r.Pack.Tokens) })},
		Metric{Name: "pack_recall", Means: "share of the relevant answers in the pack", of: func(r Row) (float64, bool) {
			if r.Pack == nil || len(r.Ranks) == 0 {
				return 0, false
			}
			return float64(r.Pack.Right) / float64(len(r.Ranks)), true
		}},
		Metric{Name: "injected", Means: "something was injected although nothing may be", Least: true, of: injected},
		Metric{Name: "kept", Means: "of the questions whose first answer is right, those whose pack holds a right answer", of: kept},
		Metric{Name: "injected_sets", Means: "injected, each set with the same say", Least: true, BySet: true, of: injected},
		Metric{Name: "kept_sets", Means: "kept, each set with the same say", BySet: true, of: kept},
		Metric{Name: "right", Means: "the pack is as it should be: silent, or with the first relevant answer and nothing forbidden", of: packed(func(r Row) float64 {
			if r.Silent {
				return is(r.Pack.Items == 0 && r.Bad == 0)
			}
			return is(r.Pack.Right > 0 && r.Bad == 0)
		})},
	)
}

func injected(r Row) (float64, bool) {
	return is(r.Pack != nil && r.Pack.Items > 0), r.Pack != nil && r.Silent
}

func kept(r Row) (float64, bool) {
	return is(r.Pack != nil && r.Pack.Right > 0), r.Pack != nil && r.first() == 1 && !r.unordered
}

// judged counts only what was judged right or wrong.
func judged(value func(VerdictRow) bool) func(Row) (float64, bool) {
	return func(r Row) (float64, bool) {
		if r.Verdict == nil {
			return 0, false
		}
		return is(value(*r.Verdict)), true
	}
}

// asked counts only the rows that were asked.
func asked(value func(VerdictRow) *bool) func(Row) (float64, bool) {
	return func(r Row) (float64, bool) {
		if r.Verdict == nil || value(*r.Verdict) == nil {
			return 0, false
		}
		return is(*value(*r.Verdict)), true
	}
}

func metric(name string) (Metric, error) {
	for _, m := range Metrics() {
		if m.Name == name {
			return m, nil
		}
	}
	return Metric{}, fmt.Errorf("unknown metric %q", name)
}

// ranked counts only questions that have a relevant answer.
func ranked(value func(Row) float64) func(Row) (float64, bool) {
	return func(r Row) (float64, bool) {
		if len(r.Ranks) == 0 || r.unordered {
			return 0, false
		}
		return value(r), true
	}
}

// packed counts only questions for which a pack was made.
func packed(value func(Row) float64) func(Row) (float64, bool) {
	return func(r Row) (float64, bool) {
		if r.Pack == nil {
			return 0, false
		}
		return value(r), true
	}
}

func is(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// ndcg is the normalised discounted cumulative gain at k with linear gains, as trec_eval's ndcg_cut computes it.
func ndcg(r Row, k int) float64 {
	var got float64
	gains := make([]float64, len(r.Ranks))
	for i, rank := range r.Ranks {
		gains[i] = r.gain(i)
		if rank > 0 && rank <= k {
			got += gains[i] / math.Log2(float64(rank)+1)
		}
	}
	slices.SortFunc(gains, func(a, b float64) int { return cmp.Compare(b, a) })
	var best float64
	for i, gain := range gains[:min(k, len(gains))] {
		best += gain / math.Log2(float64(i)+2)
	}
	return got / best
}
