package hub

import (
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
)

func TestFeedbackActsAndForcesNothing(t *testing.T) {
	dir := repo(t, "main")
	h := at(t, dir, noon)
	a := put(t, h, items.Item{Type: items.Fact, Title: "The staging cache is redis", Tags: []string{"one"}})
	b := put(t, h, items.Item{Type: items.Procedure, Title: "The staging cache is redis", Tags: []string{"two"}})
	first := func() items.ID {
		t.Helper()
		res, err := at(t, dir, noon.Add(time.Hour)).Search(t.Context(), recall.Query{Text: "staging cache redis"})
		if err != nil || len(res.Hits) != 2 {
			t.Fatalf("%v, %+v", err, res.Hits)
		}
		return res.Hits[0].ID
	}
	lead := first()
	agent, person := Caller{Channel: items.Agent, Agent: "codex"}, Caller{Channel: items.Human, Author: "Ada"}
	say := func(who Caller, mark string, id items.ID, after time.Duration) {
		t.Helper()
		if _, err := at(t, dir, noon.Add(after)).Marked(t.Context(), mark, "", []string{string(id)}, "seen in the logs", who); err != nil {
			t.Fatal(err)
		}
	}
	doubts := func() []Doubt {
		t.Helper()
		found, err := at(t, dir, noon.Add(time.Hour)).Doubted(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for range 20 {
		say(agent, Outdated, lead, time.Minute)
	}
	if first() == lead {
		t.Errorf("an outdated fact stands before its equal; %s and %s", a, b)
	}
	if found := doubts(); len(found) != 1 || found[0].Head.ID != lead || len(found[0].Said) != 1 || found[0].Said[0].Channel != items.Agent {
		t.Errorf("%+v", found)
	}
	if it, _, err := h.Items.Get(t.Context(), lead); err != nil || it.Status != items.Active {
		t.Errorf("an agent's mark changed the fact: %s, %v", it.Status, err)
	}
	say(Caller{Channel: items.Agent, Agent: "cursor"}, Useful, lead, 2*time.Minute)
	if len(doubts()) != 1 {
		t.Error("another agent settled a doubt")
	}
	say(person, "helpful", lead, 3*time.Minute)
	if found := doubts(); len(found) != 0 {
		t.Errorf("a person's word does not settle it: %+v", found)
	}
	if first() != lead {
		t.Error("a person and an agent count for less than one agent")
	}
	say(agent, Wrong, lead, 4*time.Minute)
	if len(doubts()) != 1 {
		t.Error("a new doubt is not seen")
	}
}
