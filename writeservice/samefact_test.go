package writeservice

import (
	"testing"

	"github.com/factline/memory/items"
)

// leaning are summaries that say of each title another thing.
var leaning = []string{"It runs on port 5000.", "It's on port 5000", "This service runs on port 5000.", "They run on port 5000.", "Runs on port 5000.", "Port 5000.", "Must run on port 5000.", "它运行在 5000 端口。", "这个服务运行在 5000 端口。", "监听 5000 端口"}

// A summary that says "it" is no claim without its title: what was retired or purged of one is not held against the other, and comes back under its own no more.
func TestWhatIsSaidOfItIsSaidOfTheTitle(t *testing.T) {
	for _, summary := range append(leaning, "The billing service runs on port 5000.") {
		alone := summary != "The billing service runs on port 5000."
		for _, gone := range []bool{false, true} {
			s := newService(t)
			old := write(t, s, person, fact("Billing gateway", summary))
			if alone {
				write(t, s, person, fact("Search gateway", summary))
			}
			must(t, Written)(s.Retire(t.Context(), old.ID, person, ""))
			if gone {
				purged(t, s, old.ID)
			}
			for _, title := range []string{"Billing gateway", "The BILLING gateway"} {
				mustSay(t, must(t, Rejected)(s.Write(t.Context(), Draft{Item: fact(title, summary), Channel: items.Agent, Propose: true})), "holds the same claim")
			}
			other := fact("Mail gateway", summary)
			n, err := s.neighbours(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, held := Tombstone(other.Head(), n); held == alone {
				t.Errorf("%q, purged %v: held against another title: %v", summary, gone, held)
			}
			if alone {
				must(t, Candidate)(s.Write(t.Context(), Draft{Item: other, Channel: items.Agent, Propose: true}))
			}
			if t.Failed() {
				t.Fatalf("%q, purged %v", summary, gone)
			}
		}
	}
}

// Harvest finds a live item by its claim: one of another title is another.
func TestHarvestKeepsWhatIsSaidOfAnotherTitle(t *testing.T) {
	for _, summary := range leaning {
		s := newService(t)
		old := write(t, s, person, fact("Billing gateway", summary))
		if r := must(t, Candidate)(s.Write(t.Context(), Draft{Item: fact("Search gateway", summary), Channel: items.Agent, Propose: true})); r.ID == old.ID {
			t.Errorf("%q: %+v", summary, r)
		}
		if r := must(t, Duplicate)(s.Write(t.Context(), Draft{Item: fact("Billing gateway", summary), Channel: items.Agent, Propose: true})); r.ID != old.ID {
			t.Errorf("%q again: %+v", summary, r)
		}
	}
}

// Signs are part of the fact wherever they stand in it.
func TestSignsBelowTheFirstSentenceTellFactsApart(t *testing.T) {
	for _, p := range [][2]string{
		{"The discount is 10%.", "The discount is 10."}, {"Match `*.ts` there.", "Match `**.ts` there."}, {"Use MAX_SIZE there.", "Use max_size there."}, {"上午三点是 10%。", "上午三点是 10。"},
	} {
		body := func(last string) items.Item {
			it := fact("Prices of the shop", "They are set by hand.")
			it.Body = "They are set by hand.\n\nEach quarter.\n\n" + last
			return it
		}
		s := newService(t)
		first := write(t, s, person, body(p[0]))
		second := write(t, s, person, body(p[1]))
		for i, id := range []items.ID{first.ID, second.ID} {
			if r := must(t, Duplicate)(s.Write(t.Context(), Draft{Item: body(p[i]), Channel: items.Human})); r.ID != id {
				t.Errorf("%q is taken for %s, not %s", p[i], r.ID, id)
			}
		}
		r := must(t, Written)(s.Update(t.Context(), first.ID, person, func(it *items.Item) error { it.Body = body("The discount is +10.").Body; return nil }))
		if r.Unchanged {
			t.Errorf("another sign in %q changes nothing: %+v", p[0], r)
		}
	}
}

// An agent that changes a sign changes what was said.
func TestASignThatAnAgentChangesIsNewWords(t *testing.T) {
	s := newService(t)
	it := fact("The discount of the shop is 10%", "")
	old := write(t, s, person, it)
	for _, title := range []string{"The discount of the shop is -10%", "The discount of the shop is 10$"} {
		r, err := s.Update(t.Context(), old.ID, agent, func(it *items.Item) error { it.Title = title; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if got := get(t, s, old.ID); got.Title == title && isHuman(got.Trust) {
			t.Errorf("%q stands as a person's word: %+v", title, r)
		}
	}
}
