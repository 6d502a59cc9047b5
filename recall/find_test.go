package recall

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func ids(hits []Hit) (out []string) {
	for _, h := range hits {
		out = append(out, string(h.ID))
	}
	return out
}

func mustFind(t testing.TB, ix index, q Query) Result {
	t.Helper()
	if q.Now.IsZero() {
		q.Now = now
	}
	res, err := find(t.Context(), ix, q, Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func head(id, title string) items.Head {
	return items.Head{ID: items.ID(id), Type: items.Fact, Title: title, Updated: now.Add(-24 * time.Hour), Confidence: 1}
}

func TestFiltersWorkBeforeTheCutAndSayTheirName(t *testing.T) {
	base := func(id string, change func(*items.Head)) note {
		h := head(id, "redis cache")
		h.Project = "shop"
		h.Tags = []string{"Cache"}
		if change != nil {
			change(&h)
		}
		return note{Head: h}
	}
	ix := newIndex(
		base("keep", nil),
		base("everywhere", func(h *items.Head) { h.Project = "" }),
		base("x-project", func(h *items.Head) { h.Project = "blog" }),
		base("x-type", func(h *items.Head) { h.Type = items.Signal }),
		base("x-tags", func(h *items.Head) { h.Tags = nil }),
		base("x-status", func(h *items.Head) { h.Status = items.Retired }),
		base("x-review", func(h *items.Head) { h.Status = items.Proposed; h.Candidate = true }),
		base("x-since", func(h *items.Head) { h.Updated = now.AddDate(-1, 0, 0) }),
		base("x-sensitivity", func(h *items.Head) { h.Sensitivity = items.Secret }),
		base("x-sensitivity-unknown", func(h *items.Head) { h.Sensitivity = "odd" }),
	)
	q := Query{Text: "redis cache", Project: "shop", Types: []items.Type{items.Fact}, Tags: []string{"cache"}, Since: now.AddDate(0, -1, 0), K: 2}
	res := mustFind(t, ix, q)
	if got := ids(res.Hits); !slices.Equal(got, []string{"everywhere", "keep"}) {
		t.Errorf("hits %v", got)
	}
	for _, d := range res.Dropped {
		want, ok := strings.CutPrefix(string(d.ID), "x-")
		if want, _, _ = strings.Cut(want, "-"); !ok || d.Dropped != want {
			t.Errorf("%s dropped as %q", d.ID, d.Dropped)
		}
	}
	if len(res.Dropped) != 8 {
		t.Errorf("%d dropped, want 8: %v", len(res.Dropped), ids(res.Dropped))
	}
}

func TestCandidatesComeOnlyWhenProposedIsAskedFor(t *testing.T) {
	a, b := head("active", "redis"), head("proposed", "redis")
	b.Status, b.Candidate = items.Proposed, true
	rejected := head("rejected", "redis")
	rejected.Status, rejected.Candidate = items.Retired, true
	ix := newIndex(note{Head: a}, note{Head: b}, note{Head: rejected})
	for _, c := range []struct {
		statuses []items.Status
		want     []string
	}{
		{nil, []string{"active"}},
		{[]items.Status{items.Proposed}, []string{"proposed"}},
		{[]items.Status{items.Active, items.Proposed}, []string{"active", "proposed"}},
		{[]items.Status{items.Retired}, nil},
	} {
		if got := ids(mustFind(t, ix, Query{Text: "redis", Statuses: c.statuses}).Hits); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.statuses, got, c.want)
		}
	}
}

func TestItemsBeyondKAreListedAsDroppedByRank(t *testing.T) {
	var notes []note
	for n := range 40 {
		notes = append(notes, note{Head: head(fmt.Sprintf("n%02d", n), "redis")})
	}
	res := mustFind(t, newIndex(notes...), Query{Text: "redis", K: 3})
	if len(res.Hits) != 3 || len(res.Dropped) != MaxDropped || res.Dropped[0].ID != "n03" || res.Dropped[0].Dropped != DropRank {
		t.Errorf("%d hits, %d dropped, first %+v", len(res.Hits), len(res.Dropped), res.Dropped[0])
	}
	res = mustFind(t, newIndex(notes...), Query{Text: "redis", K: 3, Want: "n39"})
	if last := res.Dropped[len(res.Dropped)-1]; last.ID != "n39" || last.Dropped != DropRank {
		t.Errorf("wanted item came back as %+v", last)
	}
	res = mustFind(t, newIndex(notes...), Query{Text: "postgres", Want: "n39"})
	if len(res.Dropped) != 1 || res.Dropped[0].Dropped != DropNoMatch {
		t.Errorf("unmatched wanted item: %+v", res.Dropped)
	}
}

func TestSupersedingItemStandsAboveWhatItSupersedes(t *testing.T) {
	old := head("old", "port of the api server")
	mid := head("mid", "api server moved")
	mid.Supersedes = []items.ID{"old"}
	young := head("young", "server")
	young.Supersedes = []items.ID{"mid", "young", "absent"}
	other := head("other", "api port")
	res := mustFind(t, newIndex(note{Head: old}, note{Head: mid}, note{Head: young}, note{Head: other}), Query{Text: "port of the api server"})
	if got := ids(res.Hits); !slices.Equal(got, []string{"other", "young", "mid", "old"}) {
		t.Errorf("order %v", got)
	}

	young.Supersedes, old.Supersedes = []items.ID{"old"}, []items.ID{"young"} // a cycle must end
	res = mustFind(t, newIndex(note{Head: old}, note{Head: young}), Query{Text: "api server"})
	if len(res.Hits) != 2 {
		t.Errorf("cycle: %v", ids(res.Hits))
	}
}

func TestPerishableTypesFadeAndDecisionsDoNot(t *testing.T) {
	fresh, old := head("b-fresh", "release is blocked"), head("a-old", "release is blocked")
	fresh.Type, old.Type = items.Signal, items.Signal
	old.Updated = now.AddDate(0, -2, 0)
	if got := ids(mustFind(t, newIndex(note{Head: fresh}, note{Head: old}), Query{Text: "release blocked"}).Hits); got[0] != "b-fresh" {
		t.Errorf("signals: %v", got)
	}
	fresh.Type, old.Type = items.Decision, items.Decision
	res := mustFind(t, newIndex(note{Head: fresh}, note{Head: old}), Query{Text: "release blocked"})
	if res.Hits[0].ID != "a-old" || res.Hits[0].Score != res.Hits[1].Score {
		t.Errorf("decisions: %v", ids(res.Hits))
	}
}

func TestVectorFailureDegradesAndDoesNotFail(t *testing.T) {
	ix := newIndex(note{Head: head("a", "redis")})
	ix.nearErr = errors.New("snapshot is damaged")
	res := mustFind(t, ix, Query{Text: "redis"})
	if len(res.Hits) != 1 || len(res.Degraded) != 1 || !strings.Contains(res.Degraded[0], "snapshot is damaged") {
		t.Errorf("%v, degraded %v", ids(res.Hits), res.Degraded)
	}
}

func TestVectorsAloneBringOnlyNearItemsAndStayBelowTheFloor(t *testing.T) {
	ix := newIndex(note{Head: head("near", "alpha")}, note{Head: head("far", "beta")})
	ix.near = map[items.ID]float64{"near": 0.9, "far": 0.1}
	res := mustFind(t, ix, Query{Text: "gamma"})
	if got := ids(res.Hits); !slices.Equal(got, []string{"near"}) || res.Hits[0].Relevance >= DefaultFloor {
		t.Errorf("hits %v", res.Hits)
	}
	if len(res.Dropped) != 1 || res.Dropped[0].Dropped != DropWeak {
		t.Errorf("dropped %+v", res.Dropped)
	}
}

func TestLongTextsAreCutToTheirRarestWords(t *testing.T) {
	ix := newIndex(note{Head: head("a", "flux capacitor")}, note{Head: head("b", "error timeout")})
	log := strings.Repeat("2026-11-29 ERROR request failed after timeout id=4711\n", 2000)
	ask := parse(ix, clip("Why does the flux capacitor fail?\n"+log, Defaults().MaxText), now, Defaults())
	if len(ask.text) > Defaults().MaxText+1 || len(ask.terms) > Defaults().MaxTerms {
		t.Errorf("%d bytes, %d terms", len(ask.text), len(ask.terms))
	}
	if got := ids(mustFind(t, ix, Query{Text: "Why does the flux capacitor fail?\n" + log}).Hits); len(got) == 0 || got[0] != "a" {
		t.Errorf("hits %v", got)
	}
}

func TestRelevanceTellsAnswersFromStrangers(t *testing.T) {
	var notes []note
	for n := range 30 {
		notes = append(notes, note{Head: head(fmt.Sprintf("z%02d", n), fmt.Sprintf("topic%d subject%d", n, n)), body: "the service runs in a container"})
	}
	target := head("target", "Cursor pagination for list endpoints")
	target.Summary = "Offset scans broke past 100k rows"
	ix := newIndex(append(notes, note{Head: target})...)
	for _, c := range []struct {
		text     string
		from, to float64
	}{
		{"cursor pagination for list endpoints", 0.99, 1},
		{"how is pagination of list results done", 0.3, 0.8},
		{"which rows broke the offset report", 0.4, 0.9},
		{"bake a sourdough bread with rye", 0, 0.01},
		{"weather service tomorrow in Lisbon", 0, 0.2},
	} {
		var got float64
		if res := mustFind(t, ix, Query{Text: c.text}); len(res.Hits) > 0 {
			got = res.Hits[0].Relevance
		}
		if got < c.from || got > c.to {
			t.Errorf("%q: %.3f, want %.2f to %.2f", c.text, got, c.from, c.to)
		}
	}
}

func TestIdentifiersAreFoundWholeAndInParts(t *testing.T) {
	ix := newIndex(note{Head: head("whole", "retry in api/retry_policy.go")}, note{Head: head("part", "retry in api/other_policy.go")}, note{Head: head("none", "nothing")})
	res := mustFind(t, ix, Query{Text: "api/retry_policy.go"})
	if got := ids(res.Hits); !slices.Equal(got, []string{"whole", "part"}) {
		t.Fatalf("hits %v", got)
	}
	if res.Hits[0].Relevance < 0.65 || res.Hits[1].Relevance > 0.85*res.Hits[0].Relevance {
		t.Errorf("relevance %.2f and %.2f", res.Hits[0].Relevance, res.Hits[1].Relevance)
	}
}

func TestChineseIsCoveredByCharactersNotByOddPairs(t *testing.T) {
	ix := newIndex(note{Head: head("limit", "登录接口每分钟限流五次")}, note{Head: head("cache", "会话缓存存放在内存")})
	res := mustFind(t, ix, Query{Text: "登录接口怎么限流的"})
	if len(res.Hits) == 0 || res.Hits[0].ID != "limit" || res.Hits[0].Relevance < 0.8 {
		t.Errorf("%+v", res.Hits)
	}
	if res = mustFind(t, ix, Query{Text: "今天天气好吗"}); len(res.Hits) > 0 && res.Hits[0].Relevance >= DefaultFloor {
		t.Errorf("off-topic relevance %.2f", res.Hits[0].Relevance)
	}
}

// oddQueries must find something or nothing, and never fail.
func oddQueries() []string {
	return []string{
		"", " ", "?!.,;:", "\x00", "a\x00b", "\xff\xfe", "\"", "title:redis AND (cache OR *)", "redis~2^3 -x +y", "../../etc/passwd", "{}[]<>|&$`",
		"😀🚀", "缓存", "缓", "ｆｕｌｌ ｗｉｄｔｈ", "cafe\u0301", "\u202eabc", strings.Repeat("(", 5000), strings.Repeat("redis ", 20000), strings.Repeat("日志", 20000),
		strings.Repeat("x", 100_000), "how", "what is it", "的了吗",
	}
}

func TestNoQueryIsAnError(t *testing.T) {
	ix := randomIndex(rand.New(rand.NewPCG(1, 2)))
	for _, text := range oddQueries() {
		mustFind(t, ix, Query{Text: text})
		mustFind(t, newIndex(), Query{Text: text})
	}
}

func TestEmptyStoreFindsNothing(t *testing.T) {
	if res := mustFind(t, newIndex(), Query{Text: "redis"}); len(res.Hits)+len(res.Dropped) > 0 {
		t.Errorf("%+v", res)
	}
}
