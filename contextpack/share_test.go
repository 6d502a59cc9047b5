package contextpack

import (
	"strings"
	"testing"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

// TestOneLongTextDoesNotCrowdOutTheRest: a long body that would fit takes what the others leave, however much the ranking likes it.
func TestOneLongTextDoesNotCrowdOutTheRest(t *testing.T) {
	relevant := func(it items.Item, much float64) *subject {
		it.Type = items.Fact
		return &subject{item: it, hit: recall.Hit{ID: it.ID, Relevance: much}, verdict: firewall.Verdict{Decision: firewall.Allow, Factor: 1}}
	}
	long := relevant(items.Item{ID: "mem-x-long", Title: "Deploys", Body: strings.Repeat("Deploys go by the pipeline. ", 55)}, 1)
	all := []*subject{long}
	for _, title := range []string{"Ports", "Queues", "Caches", "Alerts"} {
		body := strings.Repeat(title+" are listed on the wiki page of the platform team. ", 5)
		all = append(all, relevant(items.Item{ID: items.ID("mem-x-" + title), Title: title, Body: body}, 0.1))
	}
	const budget = 600
	text, count := choose(all, Request{Budget: budget, MaxView: Detail})
	if count > budget {
		t.Fatalf("%d tokens", count)
	}
	for _, s := range all[1:] {
		if s.at < 0 || s.steps[s.at].view != Detail {
			t.Errorf("%s stands only with its title:\n%s", s.item.ID, text)
		}
	}
	if long.at < 0 {
		t.Error("the long one is not there at all")
	}
	for _, s := range all { // the control: without a share the long text comes first
		s.at = 0
	}
	if s := bestWithin(all, budget, func(*subject) int { return budget }); s != long {
		t.Errorf("the control buys %s first", s.item.ID)
	}
	if s := bestUpgrade(all, budget, Request{Budget: budget}); s == long {
		t.Error("the long text comes first")
	}
}
