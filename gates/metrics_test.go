package gates

import (
	"math"
	"testing"
)

func TestMetricsByHand(t *testing.T) {
	graded := Row{Ranks: []int{2, 0, 1}, Gains: []float64{3, 2, 1}}
	two := Row{Ranks: []int{4, 7}}
	pack := func(items, right int) *PackRow { return &PackRow{Items: items, Right: right, Tokens: 120} }
	for _, tt := range []struct {
		metric string
		row    Row
		want   float64
		counts bool
	}{
		{"mrr", two, 0.25, true},
		{"mrr", Row{Ranks: []int{0}}, 0, true},
		{"mrr", Row{}, 0, false},
		{"hit@1", Row{Ranks: []int{1}}, 1, true},
		{"hit@1", two, 0, true},
		{"hit@5", two, 1, true},
		{"recall@5", two, 0.5, true},
		{"recall@10", two, 1, true},
		{"recall_all@5", two, 0, true},
		{"recall_all@10", two, 1, true},
		{"precision@5", two, 0.2, true},
		{"precision@10", two, 0.2, true},
		// Gains 3 at rank 2 and 1 at rank 1, against 3, 2, 1 at ranks 1, 2, 3.
		{"ndcg@10", graded, (3/math.Log2(3) + 1) / (3 + 2/math.Log2(3) + 0.5), true},
		{"ndcg@10", Row{Ranks: []int{1, 2}}, 1, true},
		{"ndcg@10", Row{Ranks: []int{11}}, 0, true},
		{"forbidden", Row{Forbids: 2, Bad: 1}, 1, true},
		{"forbidden", Row{Forbids: 2}, 0, true},
		{"forbidden", Row{}, 0, false},
		{"tokens", Row{Pack: pack(1, 0)}, 120, true},
		{"tokens", Row{}, 0, false},
		{"pack_recall", Row{Ranks: []int{1, 0}, Pack: pack(3, 1)}, 0.5, true},
		{"injected", Row{Silent: true, Pack: pack(1, 0)}, 1, true},
		{"injected", Row{Silent: true, Pack: pack(0, 0)}, 0, true},
		{"injected", Row{Pack: pack(1, 0)}, 0, false},
		{"kept", Row{Ranks: []int{1}, Pack: pack(0, 0)}, 0, true},
		{"kept", Row{Ranks: []int{1}, Pack: pack(2, 1)}, 1, true},
		{"kept", Row{Ranks: []int{2}, Pack: pack(2, 1)}, 0, false},
		{"right", Row{Silent: true, Pack: pack(0, 0)}, 1, true},
		{"right", Row{Silent: true, Pack: pack(1, 0)}, 0, true},
		{"right", Row{Ranks: []int{3}, Pack: pack(2, 1)}, 1, true},
		{"right", Row{Ranks: []int{3}, Pack: pack(2, 1), Forbids: 1, Bad: 1}, 0, true},
	} {
		m, err := metric(tt.metric)
		if err != nil {
			t.Fatal(err)
		}
		got, counts := m.of(tt.row)
		if counts != tt.counts || counts && math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s of %+v: got %v, %v; want %v, %v", tt.metric, tt.row, got, counts, tt.want, tt.counts)
		}
	}
	if _, err := metric("recall@7"); err == nil {
		t.Error("an unknown metric was taken")
	}
}

func TestRanksStandByGainThenRank(t *testing.T) {
	q := Question{ID: "q", Relevant: map[string]float64{"a": 1, "b": 3, "c": 1, "d": 1}, Forbidden: []string{"x", "y"}}
	r := newRow("task", q, answer{Ranked: []string{"c", "x", "a", "c", "b"}})
	want := []int{5, 1, 3, 0}
	for i, rank := range want {
		if r.Ranks[i] != rank {
			t.Fatalf("ranks %v, want %v", r.Ranks, want)
		}
	}
	if r.gain(0) != 3 || r.gain(1) != 1 || r.Bad != 1 || r.Forbids != 2 {
		t.Errorf("row %+v", r)
	}
	// With a pack, only what is in it counts as shown.
	r = newRow("task", q, answer{Ranked: []string{"x", "a"}, Pack: &pack{Entries: []string{"a"}, Tokens: 9}})
	if r.Bad != 0 || r.Pack.Right != 1 || r.Pack.Items != 1 || r.Pack.Tokens != 9 {
		t.Errorf("row with a pack %+v %+v", r, r.Pack)
	}
}

func TestRowsOfTestTellNoText(t *testing.T) {
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		r := newRow("task", Question{ID: id, Text: "text"}, answer{Ranked: []string{"doc"}})
		if told := r.Query != "" || len(r.Got) > 0; told != (SplitOf(id) == Dev) {
			t.Errorf("%s is %s, tells its text: %v", id, SplitOf(id), told)
		}
	}
}

func TestIntervalIsTheSameInEveryRun(t *testing.T) {
	values := make([]float64, 200)
	for i := range 50 {
		values[i] = 1
	}
	a, b := interval(values, Seed), interval(values, Seed)
	if a != b {
		t.Errorf("%v and %v", a, b)
	}
	// A quarter of 200: the standard error is 0.0306, so the interval is about 0.19 to 0.31.
	if a.Value != 0.25 || a.N != 200 || a.Low < 0.17 || a.Low > 0.21 || a.High < 0.29 || a.High > 0.33 {
		t.Errorf("interval %v", a)
	}
	for i := range values {
		values[i] = math.Sqrt(float64(i))
	}
	if interval(values, Seed) == interval(values, Seed+1) {
		t.Error("the seed changes nothing")
	}
	if got := interval(nil, Seed); got != (Interval{}) {
		t.Errorf("of nothing: %v", got)
	}
	if got := interval([]float64{1, 1, 1}, Seed); got != (Interval{1, 1, 1, 3}) {
		t.Errorf("of equal values: %v", got)
	}
}

func TestSplitIsByTheHashOfTheID(t *testing.T) {
	dev := 0
	for i := range 10_000 {
		id := string(rune('a'+i%26)) + string(rune('0'+i%10)) + string(rune(0x4e00+i))
		if SplitOf(id) == Dev {
			dev++
		}
		if Dev.Holds(id) == Test.Holds(id) || !All.Holds(id) {
			t.Fatalf("%q is in both parts or in none", id)
		}
	}
	if dev < 2800 || dev > 3200 {
		t.Errorf("%d of 10,000 are dev, want about 3,008", dev)
	}
	// sha256("1") begins with 6b = 107, sha256("q0") with a byte that must never move.
	if SplitOf("1") != Test {
		t.Error(`"1" is test`)
	}
	if _, err := ParseSplit("train"); err == nil {
		t.Error("an unknown split was taken")
	}
}
