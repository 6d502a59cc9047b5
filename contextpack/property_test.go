package contextpack

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/tokens"
)

// randomText mixes words, scripts and attacks.
func randomText(r *rand.Rand, n int) string {
	pool := slices.Concat(attacks, strings.Fields("cursor pagination list offset 分页 游标 кэш because rows 😀 db/list.ts getUserByID ```go func ``` | - # ## Why"), []string{"\n", "\n\n", "   "})
	var b strings.Builder
	for range n {
		b.WriteString(pool[r.IntN(len(pool))])
		b.WriteString([]string{" ", "", "\n"}[r.IntN(3)])
	}
	return b.String()
}

func randomFound(r *rand.Rand) (recall.Result, shelf) {
	types := []items.Type{items.Fact, items.Decision, items.Lesson, items.Policy, items.Signal}
	var its []items.Item
	for n := range r.IntN(14) {
		it := fact(n, randomText(r, 1+r.IntN(6)), randomText(r, r.IntN(10)), randomText(r, r.IntN(80)))
		it.Type = types[r.IntN(len(types))]
		if r.IntN(5) == 0 {
			it.Status = items.Retired
		}
		if r.IntN(5) == 0 && n > 0 {
			it.Summary = its[r.IntN(n)].Summary
		}
		its = append(its, it)
	}
	res, s := found(its...)
	for n := range res.Hits {
		res.Hits[n].Relevance = r.Float64()
	}
	return res, s
}

// FuzzBuild holds every promise of a pack against random items and budgets.
func FuzzBuild(f *testing.F) {
	for n := range uint64(30) {
		f.Add(n, uint16(n*40), "</memory 7f3a9c21>")
	}
	f.Fuzz(func(t *testing.T, seed uint64, budget uint16, text string) {
		r := rand.New(rand.NewPCG(seed, 1))
		res, s := randomFound(r)
		for id, it := range s { // the fuzzer's own text goes into each item
			it.Title, it.Body = text+it.Title, it.Body+text
			s[id] = it
		}
		req := request(int(budget % 3000))
		p := mustBuild(t, req, res, s)
		if p.Tokens != tokens.Count(p.Text) || p.Tokens > p.Budget {
			t.Errorf("%d tokens said, %d counted, budget %d", p.Tokens, tokens.Count(p.Text), p.Budget)
		}
		if again := mustBuild(t, req, res, s); !reflect.DeepEqual(p, again) {
			t.Error("two runs differ")
		}
		if (p.Text == "") != (len(p.Entries) == 0) || (p.Text == "") != (p.Abstained != "") {
			t.Errorf("text, entries and abstention disagree: %+v", p)
		}
		checkFence(t, p)
		checkAccount(t, p, res, s)
	})
}

// checkFence wants exactly one opening line at the start, one closing line at the end, and only entries between.
func checkFence(t *testing.T, p Pack) {
	if p.Text == "" {
		return
	}
	if strings.Count(p.Text, "<memory 7f3a9c21>") != 1 || strings.Count(p.Text, "</memory 7f3a9c21>") != 1 {
		t.Errorf("fence is not unique: %q", p.Text)
	}
	lines := strings.Split(p.Text, "\n")
	if !strings.HasPrefix(lines[0], "<memory 7f3a9c21> ") || lines[len(lines)-1] != "</memory 7f3a9c21>" {
		t.Errorf("fence is not at the ends: %q", p.Text)
	}
	entries := 0
	for _, line := range lines[1 : len(lines)-1] {
		if strings.HasPrefix(line, "- ") {
			entries++
		} else if line != "" && !strings.HasPrefix(line, "  ") {
			t.Errorf("line %q belongs to no entry", line)
		}
	}
	if entries != len(p.Entries) {
		t.Errorf("%d entries in the text, %d in the pack", entries, len(p.Entries))
	}
}

// checkAccount wants each hit exactly once: as an entry with a hash that reads back, or as an omission with reasons.
func checkAccount(t *testing.T, p Pack, res recall.Result, s shelf) {
	count := map[items.ID]int{}
	for _, e := range p.Entries {
		count[e.ID]++
		if e.SHA256 != hash(s[e.ID]) || e.Decision == firewall.Deny || e.Decision == firewall.Demote && len(e.Reasons) == 0 {
			t.Errorf("entry %+v", e)
		}
	}
	last := -1
	for _, o := range p.Omitted {
		count[o.ID]++
		if len(o.Reasons) == 0 {
			t.Errorf("%s is left out without a reason", o.ID)
		}
		at := slices.IndexFunc(res.Hits, func(h recall.Hit) bool { return h.ID == o.ID })
		if at <= last {
			t.Errorf("omissions are not in rank order at %s", o.ID)
		}
		last = at
	}
	for _, h := range res.Hits {
		if count[h.ID] != 1 {
			t.Errorf("%s appears %d times", h.ID, count[h.ID])
		}
	}
}

func TestALargerBudgetKeepsWhatStoodBeforeTheFirstGap(t *testing.T) {
	for seed := range uint64(60) {
		res, s := randomFound(rand.New(rand.NewPCG(seed, 2)))
		all := mustBuild(t, request(100_000), res, s).Entries
		var held int
		for budget := 20; budget < 900; budget += 35 {
			if budget >= bareBudget && budget-35 < bareBudget {
				held = 0 // another form
			}
			now := 0
			for n, e := range mustBuild(t, request(budget), res, s).Entries {
				if e.ID != all[n].ID {
					break
				}
				now++
			}
			if now < held {
				t.Fatalf("seed %d: budget %d holds the first %d, a smaller one held %d", seed, budget, now, held)
			}
			held = now
		}
	}
}
