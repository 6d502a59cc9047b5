package recall

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

var vocabulary = strings.Fields("redis cache api port server login token retry queue index page cursor deploy test error 缓存 登录 限流 接口 db/list.ts user_id the of")

func randomWords(r *rand.Rand, n int) string {
	var words []string
	for range n {
		words = append(words, vocabulary[r.IntN(len(vocabulary))])
	}
	return strings.Join(words, " ")
}

// randomIndex makes up to 40 items of few words, so that ties, near-equals and supersession are common.
func randomIndex(r *rand.Rand) *memIndex {
	types := []items.Type{items.Fact, items.Decision, items.Signal, items.Handoff, items.Episode}
	statuses := []items.Status{items.Active, items.Active, items.Active, items.Superseded, items.Retired}
	var notes []note
	vectors := map[items.ID]float64{}
	for n := range 1 + r.IntN(40) {
		h := head(fmt.Sprintf("n%02d", n), randomWords(r, 1+r.IntN(5)))
		h.Summary = randomWords(r, r.IntN(8))
		h.Type, h.Status = types[r.IntN(len(types))], statuses[r.IntN(len(statuses))]
		h.Confidence = float64(r.IntN(11)) / 10
		h.Updated = now.Add(time.Duration(r.IntN(100)-2) * -24 * time.Hour)
		if r.IntN(4) == 0 {
			h.Supersedes = []items.ID{items.ID(fmt.Sprintf("n%02d", r.IntN(40)))}
		}
		if r.IntN(2) == 0 {
			vectors[h.ID] = 2*r.Float64() - 1
		}
		notes = append(notes, note{Head: h, body: randomWords(r, r.IntN(60))})
	}
	ix := newIndex(notes...)
	ix.near = vectors
	return ix
}

// FuzzFind holds every promise of Find against random stores: parts add up, relevance is a share, order is total, boosts stay
// within Swing, supersession holds, and the same input gives the same result.
func FuzzFind(f *testing.F) {
	for n, text := range oddQueries() {
		if len(text) < 1000 { // the long ones make fuzzing slow; TestNoQueryIsAnError reads them
			f.Add(text, uint64(n), false)
		}
	}
	f.Add("redis cache for the login api", uint64(7), true)
	f.Add("登录接口 redis", uint64(8), true)
	f.Fuzz(func(t *testing.T, text string, seed uint64, byRank bool) {
		r := rand.New(rand.NewPCG(seed, 1))
		ix := randomIndex(r)
		w := Defaults()
		if byRank {
			w.RRFK = 10
		}
		q := Query{Text: text + " " + randomWords(r, r.IntN(4)), K: 1 + r.IntN(12), Now: now, Said: randomWordsOfReaders(r)}
		res, err := find(t.Context(), ix, q, w)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := find(t.Context(), ix, q, w)
		if !reflect.DeepEqual(res.Hits, again.Hits) || !reflect.DeepEqual(res.Dropped, again.Dropped) {
			t.Error("two runs differ")
		}
		if len(res.Hits) > q.K || len(res.Dropped) > MaxDropped {
			t.Errorf("%d hits, %d dropped", len(res.Hits), len(res.Dropped))
		}
		checkParts(t, slices.Concat(res.Hits, res.Dropped))
		checkOrder(t, res.Hits, w)
	})
}

func randomWordsOfReaders(r *rand.Rand) map[items.ID][]Word {
	said := map[items.ID][]Word{}
	for range r.IntN(30) {
		id := items.ID(fmt.Sprintf("n%02d", r.IntN(40)))
		said[id] = append(said[id], Word{At: now.Add(time.Duration(r.IntN(50)) * -24 * time.Hour), Value: []float64{1, 0.5, -0.5, -1}[r.IntN(4)]})
	}
	return said
}

func checkParts(t *testing.T, hits []Hit) {
	for _, h := range hits {
		var sum float64
		for _, p := range h.Parts {
			sum += p.Value
		}
		if sum != h.Score {
			t.Errorf("%s: parts add up to %v, score is %v", h.ID, sum, h.Score)
		}
		if h.Relevance < 0 || h.Relevance > 1 {
			t.Errorf("%s: relevance %v", h.ID, h.Relevance)
		}
	}
}

// baseOf is a hit's score without boosts and factors, and whether supersession moved it.
func baseOf(h Hit) (base float64, sunk bool) {
	for _, p := range h.Parts {
		switch p.Name {
		case "phrase", "title", "recency", "confidence", "feedback":
		case "superseded":
			sunk = true
		default:
			base += p.Value
		}
	}
	return base, sunk
}

func checkOrder(t *testing.T, hits []Hit, w Weights) {
	at := map[items.ID]int{}
	for n, h := range hits {
		at[h.ID] = n
		if n > 0 && (h.Score > hits[n-1].Score || h.Score == hits[n-1].Score && h.ID < hits[n-1].ID) {
			t.Errorf("order broken at %s", h.ID)
		}
		for m := range n {
			above, sunkAbove := baseOf(hits[m])
			below, sunkBelow := baseOf(h)
			if !sunkAbove && !sunkBelow && below > above*w.Swing()*(1+1e-9) {
				t.Errorf("%s (base %.4f) stands above %s (base %.4f): more than near-equals were swapped", hits[m].ID, above, h.ID, below)
			}
		}
	}
	for _, h := range hits {
		for _, old := range h.Head.Supersedes {
			n, ok := at[old]
			if ok && n < at[h.ID] && !slices.Contains(hits[n].Head.Supersedes, h.ID) && !cyclic(hits, at, old, h.ID) {
				t.Errorf("%s stands above %s, which supersedes it", old, h.ID)
			}
		}
	}
}

// cyclic reports whether from supersedes to, over any number of steps.
func cyclic(hits []Hit, at map[items.ID]int, from, to items.ID) bool {
	seen := map[items.ID]bool{}
	var walk func(id items.ID) bool
	walk = func(id items.ID) bool {
		if id == to {
			return true
		}
		n, ok := at[id]
		if !ok || seen[id] {
			return false
		}
		seen[id] = true
		return slices.ContainsFunc(hits[n].Head.Supersedes, walk)
	}
	return slices.ContainsFunc(hits[at[from]].Head.Supersedes, walk)
}

func TestSwingBoundsWhatTheDefaultsAllow(t *testing.T) {
	if got := Defaults().Swing(); got > 1.3 {
		t.Errorf("boosts may swap items whose base scores differ by a factor of %.3f; near-equals are within 1.3", got)
	}
}
